import DialectKit
@_spi(CardData) import PaymentDomain
import Testing

@testable import Vantiv

/// One change to a good request, and what it breaks.
struct EProtectRow: Sendable, CustomTestStringConvertible {
    let changes: [String: String?]
    let code: String
    let reason: String

    var testDescription: String { "\(reason) \(changes.keys.sorted())" }

    init(_ changes: [String: String?], _ code: String, _ reason: String) {
        self.changes = changes
        self.code = code
        self.reason = reason
    }
}

@Suite("A parameter of eProtect", .timeLimit(.minutes(5)))
struct EProtectParameterTests {
    private let dialect = EProtectDialect()

    private func expect(_ row: EProtectRow, of fields: [(String, String)]) {
        let changed = EProtectSamples.changing(fields, row.changes)
        for request in [EProtectSamples.post(changed), EProtectSamples.get(changed)] {
            guard let reply = dialect.decode(request).reply else {
                Issue.record("a command came of it")
                continue
            }
            let text = String(decoding: reply.body, as: UTF8.self)
            #expect(text.contains("\"response\":\"\(row.code)\""))
            #expect(reply.outcomeCode == row.reason)
            #expect(reply.status == 200)
            #expect(!text.contains("411111") && !text.contains("987"))
        }
    }

    static let names: [EProtectRow] = [
        EProtectRow(["paypageId": nil], "879", "paypage-id-invalid"),
        EProtectRow(["paypageId": ""], "879", "paypage-id-invalid"),
        EProtectRow(["paypageId": "a-b"], "879", "paypage-id-invalid"),
        EProtectRow(["paypageId": "ü"], "879", "paypage-id-invalid"),
        EProtectRow(
            ["paypageId": String(repeating: "a", count: 1025)], "879", "paypage-id-invalid"),
        EProtectRow(["paypageId": nil, "paypageid": "a"], "879", "paypage-id-invalid"),
        EProtectRow(["reportGroup": nil], "880", "report-group-missing"),
        EProtectRow(["reportGroup": ""], "880", "report-group-missing"),
        EProtectRow(
            ["reportGroup": String(repeating: "r", count: 1025)], "880", "report-group-too-long"),
        EProtectRow(["id": nil], "889", "id-missing"),
        EProtectRow(["id": ""], "889", "id-missing"),
        EProtectRow(["id": String(repeating: "1", count: 1025)], "889", "id-too-long"),
        EProtectRow(["orderId": String(repeating: "1", count: 1025)], "889", "order-id-too-long"),
        EProtectRow(["orderId": "a\u{1B}[2J"], "889", "control-character"),
        EProtectRow(["orderId": "a\u{9B}2J"], "889", "control-character"),
        EProtectRow(["id": "a\0"], "889", "control-character"),
        EProtectRow(["encryptedAccount": "a"], "875", "encrypted-field-unsupported"),
        EProtectRow(["encryptedCvv": "a"], "875", "encrypted-field-unsupported"),
        EProtectRow(["publicKeyId": "1"], "875", "encrypted-field-unsupported"),
        EProtectRow(["encryptedPin": "a"], "889", "feature-unsupported"),
        EProtectRow(["checkoutIdMode": "true"], "889", "feature-unsupported"),
        EProtectRow(["visaCheckout.callid": "1"], "889", "feature-unsupported"),
        EProtectRow(["cvv": "12a"], "881", "security-code-not-numeric"),
        EProtectRow(["cvv": "１２３"], "881", "security-code-not-numeric"),
        EProtectRow(["cvv": ""], "882", "security-code-too-short"),
        EProtectRow(["cvv": "12"], "882", "security-code-too-short"),
        EProtectRow(["cvv": "12345"], "883", "security-code-too-long"),
    ]

    @Test("that both kinds of request have is refused with its code", arguments: names)
    func common(_ row: EProtectRow) {
        expect(row, of: EProtectSamples.card)
        expect(row, of: EProtectSamples.token)
    }

    static let cards: [EProtectRow] = [
        EProtectRow(["accountNumber": nil], "889", "source-missing"),
        EProtectRow(["accountNumber": nil, "accountnumber": "4"], "889", "source-missing"),
        EProtectRow(["accountNumber": ""], "872", "account-too-short"),
        EProtectRow(["accountNumber": "411111111111"], "872", "account-too-short"),
        EProtectRow(["accountNumber": "41111111111111111111"], "873", "account-too-long"),
        EProtectRow(["accountNumber": "4111 1111 1111 1111"], "874", "account-not-numeric"),
        EProtectRow(["accountNumber": "4111-1111"], "874", "account-not-numeric"),
        EProtectRow(["accountNumber": "٤111111111111111"], "874", "account-not-numeric"),
        EProtectRow(["accountNumber": "4111111111111112"], "871", "account-fails-luhn"),
        EProtectRow(["accountNumber": "9111111111111110"], "876", "account-unknown-network"),
        EProtectRow(["applepay.data": "a"], "889", "two-sources"),
    ]

    @Test("of a card is refused with its code", arguments: cards)
    func card(_ row: EProtectRow) {
        expect(row, of: EProtectSamples.card)
    }

    private static func long(_ name: String, _ count: Int) -> EProtectRow {
        EProtectRow(
            [name: String(repeating: "A", count: count)], "889", "apple-pay-field-too-long")
    }

    static let tokens: [EProtectRow] =
        [
            "data", "signature", "version", "header.ephemeralPublicKey", "header.publicKeyHash",
            "header.transactionId",
        ].flatMap { name in
            [nil, ""].map {
                EProtectRow(["applepay.\(name)": $0], "889", "apple-pay-incomplete")
            }
        }
        + ["data", "signature", "header.ephemeralPublicKey", "header.publicKeyHash"].map {
            EProtectRow(["applepay.\($0)": "AB CD=="], "889", "plus-arrived-as-space")
        } + [
            EProtectRow(
                [
                    "applepay.header.ephemeralPublicKey": nil,
                    "applepay.header.ephermeralPublicKey": "A",
                ],
                "889", "apple-pay-incomplete"),
            EProtectRow(
                ["applepay.data": nil, "applePay.data": "A"], "889", "apple-pay-incomplete"),
            EProtectRow(["accountNumber": "4111111111111111"], "889", "two-sources"),
            long("applepay.data", 10_001), long("applepay.signature", 10_001),
            long("applepay.version", 21), long("applepay.header.ephemeralPublicKey", 401),
            long("applepay.header.publicKeyHash", 201),
            long("applepay.header.transactionId", 251),
            long("applepay.header.applicationData", 10_001),
        ]

    @Test("of a token is refused with its code", arguments: tokens)
    func token(_ row: EProtectRow) {
        expect(row, of: EProtectSamples.token)
    }

    @Test("that a form lost a + from is refused with its own words")
    func plus() throws {
        let form = EProtectSamples.form(EProtectSamples.token)
            .replacingOccurrences("%2B", with: "+")
        let request = DialectRequest(
            head: EProtectSamples.head("POST", "/eProtect/paypage"), body: Array(form.utf8))
        let reply = try #require(dialect.decode(request).reply)
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text.contains("889") && text.contains("as %2B"))
    }

    @Test("that is missing from a token is named as Vantiv's script names it")
    func incomplete() throws {
        let missing: [String: String?] = ["applepay.data": nil]
        let fields = EProtectSamples.changing(EProtectSamples.token, missing)
        let reply = try #require(dialect.decode(EProtectSamples.post(fields)).reply)
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(text.contains(#""message":"Missing ApplePay elements""#))
    }

    static let harmless: [[String: String?]] = [
        ["orderId": nil], ["orderId": ""], ["orderId": "undefined"], ["cvv": nil],
        ["requestType": "eProtect"], ["firstEight": "true"], ["pciNonSensitive": "true"],
        ["_": "1636689875123"], ["encryptedAccount": ""], ["checkoutIdMode": "false"],
        ["applepay.header.applicationData": nil], ["targetServer": "tertiary"],
    ]

    @Test("that changes nothing is let be", arguments: harmless)
    func liberal(_ changes: [String: String?]) {
        let token = EProtectSamples.changing(EProtectSamples.token, changes)
        #expect(dialect.decode(EProtectSamples.post(token)).registerCommand != nil)
        guard changes.keys.first?.hasPrefix("applepay") == false else { return }
        let card = EProtectSamples.changing(EProtectSamples.card, changes)
        #expect(dialect.decode(EProtectSamples.get(card)).registerCommand != nil)
    }

    @Test("for the security code leaves no trace")
    func securityCode() throws {
        let decoded = dialect.decode(EProtectSamples.post(EProtectSamples.card))
        guard case .keyed(let card) = try #require(decoded.registerCommand).source else {
            Issue.record("no card")
            return
        }
        #expect(card.securityCode == nil && card.expiry == nil)
        #expect(card.pan.withDigits { $0 } == "4111111111111111")
    }

    static let types: [(type: String?, isTaken: Bool)] = [
        (nil, true), ("", true), ("application/x-www-form-urlencoded; charset=UTF-8", true),
        ("Application/X-WWW-Form-Urlencoded", true), ("application/json", false),
        ("multipart/form-data; boundary=a", false), ("text/plain", false),
    ]

    @Test("comes in a form, and in nothing else", arguments: types)
    func contentType(_ type: String?, _ isTaken: Bool) {
        let head = EProtectSamples.head("POST", "/eProtect/paypage", contentType: type)
        let body = Array(EProtectSamples.form(EProtectSamples.card).utf8)
        let decoded = dialect.decode(DialectRequest(head: head, body: body))
        #expect((decoded.registerCommand != nil) == isTaken)
        #expect(decoded.reply?.outcomeCode == (isTaken ? nil : "unsupported-content-type"))
    }
}

extension String {
    fileprivate func replacingOccurrences(_ part: String, with other: String) -> String {
        split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
    }
}
