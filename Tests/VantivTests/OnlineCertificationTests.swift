import DialectKit
import PaymentDomain
import Testing

@testable import Vantiv

/// A row of Vantiv's certification: what is sent, and what must come back.
struct OnlineCertificationRow: Sendable, CustomTestStringConvertible {
    let order: String
    let type: String
    let card: String
    let amount: Int64
    let response: String
    var authorizationCode: String?
    var address: String?
    var securityCode: String?
    var approvedAmount: String?

    var testDescription: String { "order \(order)" }

    init(
        _ order: String, _ type: String, _ card: String, _ amount: Int64, _ response: String,
        _ authorizationCode: String? = nil, _ address: String? = nil,
        _ securityCode: String? = nil, part: String? = nil
    ) {
        self.order = order
        self.type = type
        self.card = card
        self.amount = amount
        self.response = response
        self.authorizationCode = authorizationCode
        self.address = address
        self.securityCode = securityCode
        approvedAmount = part
    }
}

// Source: Vantiv's certification tests as its SDKs hold them.
private let table: [OnlineCertificationRow] = [
    .init("1", "VI", "4457010000000009", 10010, "000", "11111 ", "01", "M"),
    .init("2", "MC", "5112010000000003", 20020, "000", "22222", "10", "M"),
    .init("3", "DI", "6011010000000003", 30030, "000", "33333", "10", "M"),
    .init("4", "AX", "375001000000005", 40040, "000", "44444", "13"),
    .init("5", "VI", "4457010200000007", 50050, "000", "55555 ", "32", "M"),
    .init("6", "VI", "4457010100000008", 60060, "110", nil, "34", "P"),
    .init("7", "MC", "5112010100000002", 70070, "301", nil, "34", "N"),
    .init("8", "DI", "6011010100000002", 80080, "123", nil, "34", "P"),
    .init("9", "AX", "375001010000003", 90090, "303", nil, "34", "P"),
    .init("10", "VI", "4457010140000141", 40000, "010", part: "32000"),
    .init("11", "MC", "5112010140000004", 60000, "010", part: "48000"),
    .init("12", "AX", "375001014000009", 50000, "010", part: "40000"),
    .init("13", "DI", "6011010140000004", 15000, "010", part: "12000"),
    .init("32", "VI", "4457010000000009", 10010, "000", "11111 ", "01", "M"),
    .init("33", "MC", "5112010000000003", 20020, "000", "22222", "10", "M"),
    .init("34", "DI", "6011010000000003", 30030, "000", "33333", "10", "M"),
    .init("35", "AX", "375001000000005", 40040, "000", "44444", "12"),
    .init("36", "AX", "375000026600004", 20500, "000"),
    .init("65", "VI", "4457000300000007", 100, "000"),
]

@Suite("Vantiv's certification", .timeLimit(.minutes(5)))
struct OnlineCertificationTests {
    private let sandbox = OnlineSamples.sandbox

    @Test("is answered row by row", arguments: table, ["sale", "authorization"])
    func row(_ row: OnlineCertificationRow, _ transaction: String) throws {
        for version in ["9.14", "12.50"] {
            let decoded = OnlineSamples.decode(
                request(row, transaction), in: version, by: sandbox)
            let command = try #require(decoded.authorize, "\(decoded.text)")
            let exchange = try #require(decoded.exchange)
            let result = issuer(command)
            let reply = sandbox.encode(.success(.authorization(result)), for: exchange)
            let text = String(decoding: reply.body, as: UTF8.self)
            #expect(value(of: "response", in: text) == row.response)
            #expect(value(of: "orderId", in: text) == row.order)
            #expect(value(of: "approvedAmount", in: text) == row.approvedAmount)
            #expect(value(of: "avsResult", in: text) == row.address)
            #expect(value(of: "cardValidationResult", in: text) == row.securityCode)
            if let code = row.authorizationCode { #expect(value(of: "authCode", in: text) == code) }
        }
    }

    @Test("takes an order for certified with its card alone")
    func otherwise() {
        for (order, card) in [
            ("6", "4457010000000009"), ("7", "4457010100000008"), ("06", "4457010100000008"),
        ] { #expect(CertificationRow.row(order: order, card: card) == nil) }
    }

    @Test("names each order and card once, since no amount is looked at")
    func once() {
        let names = CertificationRow.table.map { "\($0.order) \($0.card)" }
        #expect(Set(names).count == names.count)
    }

    @Test(
        "is answered so whatever the amount; orders 10 to 13 with four fifths of it",
        arguments: table, [0, 10100] as [Int64])
    func anyAmount(_ row: OnlineCertificationRow, _ amount: Int64) throws {
        let request = request(row, "authorization")
            .replacing("<amount>\(row.amount)<", with: "<amount>\(amount)<")
        let decoded = OnlineSamples.decode(request, in: "12.50", by: sandbox)
        let command = try #require(decoded.authorize, "\(decoded.text)")
        let exchange = try #require(decoded.exchange)
        let reply = sandbox.encode(.success(.authorization(issuer(command))), for: exchange)
        let text = String(decoding: reply.body, as: UTF8.self)
        let isPart = row.approvedAmount != nil && amount > 0
        let code = row.approvedAmount == nil || isPart ? row.response : "000"
        #expect(value(of: "response", in: text) == code)
        #expect(value(of: "approvedAmount", in: text) == (isPart ? "8080" : nil))
        #expect(value(of: "avsResult", in: text) == row.address)
        #expect(value(of: "cardValidationResult", in: text) == row.securityCode)
        if let code = row.authorizationCode { #expect(value(of: "authCode", in: text) == code) }
    }

    @Test("says what the issuer knows of the cards 14 to 25, and of no other")
    func enhanced() throws {
        for row in CertificationRow.table {
            let request = """
                <authorization \(OnlineSamples.attributes)><orderId>\(row.order)</orderId>\
                <amount>3000</amount><orderSource>ecommerce</orderSource><card><type/>\
                <number>\(row.card)</number><expDate>0812</expDate></card></authorization>
                """
            let decoded = OnlineSamples.decode(request, in: "12.33", by: sandbox)
            let exchange = try #require(decoded.exchange)
            let approved = try #require(OnlineResults.named("approved-new-card", order: row.order))
            let text = String(
                decoding: sandbox.encode(approved, for: exchange).body, as: UTF8.self)
            let expected = Self.enhancedReplies[row.order]
            #expect(value(of: "enhancedAuthResponse", in: text) == expected)
        }
    }

    private static let enhancedReplies: [String: String] = {
        func prepaid(_ balance: Int, _ reloadable: String, _ kind: String) -> String {
            """
            <fundingSource><type>PREPAID</type><availableBalance>\(balance)</availableBalance>\
            <reloadable>\(reloadable)</reloadable><prepaidCardType>\(kind)</prepaidCardType>\
            </fundingSource>
            """
        }
        return [
            "14": prepaid(2000, "NO", "GIFT"), "15": prepaid(2000, "YES", "PAYROLL"),
            "16": prepaid(0, "YES", "PAYROLL"), "17": prepaid(6500, "YES", "PAYROLL"),
            "18": prepaid(12200, "YES", "PAYROLL"), "19": prepaid(20000, "YES", "PAYROLL"),
            "20": prepaid(10050, "YES", "PAYROLL"), "21": "<affluence>AFFLUENT</affluence>",
            "22": "<affluence>MASS AFFLUENT</affluence>", "23": "<affluence>AFFLUENT</affluence>",
            "24": "<affluence>MASS AFFLUENT</affluence>",
            "25": "<issuerCountry>BRA</issuerCountry>",
        ]
    }()

    @Test("sets the script's checks too, where our own words have them")
    func checks() throws {
        let decoded = OnlineSamples.decode(request(table[0], "sale"), in: "12.50", by: sandbox)
        let script = try #require(decoded.authorize?.script)
        #expect(script.setsChecks && script.address == .matchWithLongPostalCode)
        #expect(script.securityCode == .match && script.authorizationCode == "11111 ")
    }

    @Test("registers tokens: 50 to 57")
    func tokens() throws {
        let register = try #require(OnlineSamples.transactions[.registerTokenRequest])
        for (version, token) in [("9.14", "litleToken"), ("12.50", "cnpToken")] {
            let decoded = OnlineSamples.decode(register, in: version, by: sandbox)
            let exchange = try #require(decoded.exchange)
            for (name, code) in [("kept-new", "801"), ("kept", "802")] {
                let result = try #require(OnlineResults.named(name, order: ""))
                let reply = sandbox.encode(result, for: exchange)
                let text = String(decoding: reply.body, as: UTF8.self)
                #expect(value(of: "response", in: text) == code)
                #expect(value(of: token, in: text) == "1112000276870009")
                #expect(value(of: "bin", in: text) == "445701")
                #expect(value(of: "type", in: text) == "VI")
            }
            let invalid = OnlineSamples.decode(
                register.replacing("4457119922390123", with: "4457119999999999"), in: version)
            #expect(value(of: "response", in: invalid.text) == "820")
            let card = OnlineSamples.card.replacing("4457010000000009", with: "5435109999999999")
            let authorization = "<authorization \(OnlineSamples.attributes)>\(OnlineSamples.source)"
            let declined = OnlineSamples.decode(
                "\(authorization)\(card)</authorization>", in: version, by: sandbox)
            #expect(value(of: "response", in: declined.text) == "301")
            #expect(value(of: "tokenResponseCode", in: declined.text) == "820")
            let unknown = OnlineSamples.decode(
                authorization + "<token><litleToken>1111000100092332</litleToken>"
                    + "<expDate>1112</expDate></token></authorization>", in: version, by: sandbox)
            let stored = try #require(unknown.exchange)
            #expect(sandbox.encode(.failure(.cardNotFound), for: stored).outcomeCode == "822")
        }
    }

    private func request(_ row: OnlineCertificationRow, _ transaction: String) -> String {
        """
        <\(transaction) \(OnlineSamples.attributes)><orderId>\(row.order)</orderId>\
        <amount>\(row.amount)</amount><orderSource>ecommerce</orderSource>\
        <card><type>\(row.type)</type><number>\(row.card)</number><expDate>0112</expDate>\
        <cardValidationNum>349</cardValidationNum></card>\
        <allowPartialAuth>true</allowPartialAuth></\(transaction)>
        """
    }

    /// An issuer that obeys the script, as the sandbox acquirer does.
    private func issuer(_ command: AuthorizeCommand) -> AuthorizationResult {
        let script = command.script ?? SandboxScript()
        let asked = command.amount?.minorUnits ?? 0
        var outcome = AuthorizationResult.Outcome.approved
        var held = asked
        switch script.verdict {
        case .approvePart(let part): held = part
        case .decline(let reason):
            outcome = .declined(reason)
            held = 0
        case .approve, nil: break
        }
        var result = OnlineResults.authorization(
            "approved", outcome, order: command.orderReference)
        result.amountRequested = OnlineResults.dollars(asked)
        result.amountAuthorized = OnlineResults.dollars(held)
        if script.setsChecks {
            result.addressCheck = script.address
            result.securityCodeCheck = script.securityCode
        }
        return result
    }
}
