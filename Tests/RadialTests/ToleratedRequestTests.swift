import DialectKit
import PaymentDomain
import Testing

@testable import Radial

@Suite("What a request may have besides what is read")
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

    @Test("POSMethod is passed over wherever it stands", arguments: places)
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
}
