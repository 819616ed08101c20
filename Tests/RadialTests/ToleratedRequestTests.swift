import DialectKit
import PaymentDomain
import Testing

@testable import Radial

@Suite("Elements of a request besides those that are read", .timeLimit(.minutes(5)))
struct ToleratedRequestTests {
    private let dialect = RadialDialect()

    private func command(
        of body: String, to operation: RadialOperation, tender: String
    ) throws -> String {
        let decoded = dialect.decode(Samples.request(operation, body, tender: tender))
        return words(try #require(decoded.commanded).command)
    }

    /// A request, and before what of it POSMethod is put.
    static let places: [(String, String)] = [
        ("authorize-card-two-requests", "<PaymentContext>"),
        ("authorize-card-two-requests", "<ExpirationDate>"),
        ("authorize-card-two-requests", "<BillingAddress>"),
        ("authorize-card-two-requests", "</CreditCardAuthRequest>"),
        ("authorize-wallet-sample", "<WalletPaymentInformation>"),
        ("authorize-wallet-sample", "</CreditCardAuthRequest>"),
    ]

    @Test("POSMethod is skipped at any position", arguments: places)
    func methodOfSale(_ name: String, _ place: String) throws {
        let element = "<POSMethod>ApplePay</POSMethod>"
        let plain = Samples.body(name).replacing(element, with: "")
        let moved = plain.replacing(place, with: element + place)
        try #require(moved != plain)
        let expected = try command(of: plain, to: .authorize, tender: "MC")
        #expect(try command(of: moved, to: .authorize, tender: "MC") == expected)
    }

    @Test("a correction has no proof, so that the payment before it or after it can spend it")
    func correctionWithProof() throws {
        let name = "isRequestToCorrectCVVOrAVSError"
        let paying = Samples.body("authorize-card-two-requests")
        let correcting = paying.replacing("<\(name)>false", with: "<\(name)>true")
        try #require(correcting != paying)
        for (body, isCorrection) in [(paying, false), (correcting, true)] {
            let decoded = dialect.decode(Samples.request(.authorize, body, tender: "MC"))
            guard case .authorize(let command) = try #require(decoded.commanded).command,
                case .keyed(let card) = command.source
            else {
                Issue.record("no keyed card")
                continue
            }
            #expect(command.checksCardOnly == isCorrection)
            #expect((card.cryptogram == nil) == isCorrection)
            #expect((card.eci == nil) == isCorrection)
        }
    }

    /// A settlement, and a text in it that has no limit of its own.
    static let texts: [(String, String)] = [
        ("settle-debit", "614653"), ("settle-debit", "CCA-1"), ("settle-credit", "too small"),
    ]

    @Test("texts of a settlement that say nothing to us may have any length", arguments: texts)
    func anyLength(_ name: String, _ text: String) throws {
        let body = Samples.body(name)
        let long = body.replacing(text, with: String(repeating: "x", count: 5_000))
        try #require(long != body)
        let expected = try command(of: body, to: .settle, tender: "VC")
        #expect(try command(of: long, to: .settle, tender: "VC") == expected)
    }

    @Test(
        "a month of a settlement may be of any form, as it is not used, but not of any length",
        arguments: ["2028-01-01T00:00:00.000Z", "01/28", "", " "])
    func anyMonth(_ text: String) throws {
        let body = Samples.body("settle-debit")
        let changed = body.replacing(">2031-07<", with: ">\(text)<")
        try #require(changed != body)
        let expected = try command(of: body, to: .settle, tender: "VC")
        #expect(try command(of: changed, to: .settle, tender: "VC") == expected)
        let long = body.replacing("2031-07", with: String(repeating: "1", count: 256))
        let fault = dialect.decode(Samples.request(.settle, long, tender: "VC")).fault
        #expect(fault?.outcomeCode == "value-too-long")
    }

    /// PerformReauthorization, and whether it asks for one; nil is refused.
    static let flags: [(String, Bool?)] = [
        ("", false), (" ", false), ("0", false), ("false", false), ("1", true), (" true ", true),
        ("no", nil),
    ]

    @Test("an empty PerformReauthorization is false, as PHP writes it", arguments: flags)
    func emptyFlag(_ text: String, _ renews: Bool?) throws {
        let body = Samples.body("confirm-funds-renewed")
            .replacing(">1</PerformReauthorization>", with: ">\(text)</PerformReauthorization>")
        let decoded = dialect.decode(Samples.request(.confirmFunds, body, tender: "VC"))
        guard case .confirmFunds(let command)? = decoded.commanded?.command else {
            #expect(renews == nil)
            #expect(decoded.fault?.outcomeCode == "malformed-boolean")
            return
        }
        #expect(command.renews == renews)
    }
}
