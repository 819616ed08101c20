import PaymentDomain
import Testing

@testable import Vantiv

@Suite("A query of LitleXML or cnpAPI", .timeLimit(.minutes(5)))
struct OnlineQueryTests {
    /// What a query tells of a sale that the issuer's host gave an approval code.
    private func answer(
        _ standing: FoundTransaction.Standing, _ state: PaymentState
    ) throws -> (code: String?, authorizationCode: String?) {
        var sale = FoundTransaction(
            number: OnlineResults.number, kind: .sale, orderReference: "o1", standing: standing,
            amount: OnlineResults.dollars(1499), at: OnlineSamples.now)
        sale.authorizationCode = "585503"
        sale.payment = FoundPayment(
            state: state, amounts: PaymentAmounts(), requested: OnlineResults.dollars(1499),
            handle: OnlineResults.handle, issuerPrefix: "445701", lastFour: "0009",
            isWallet: false, isSettled: false)
        let request = try #require(OnlineSamples.transactions[.queryTransaction])
        let decoded = OnlineSamples.decode(request, in: "12.34")
        let exchange = try #require(decoded.exchange, "\(decoded.text)")
        let reply = OnlineSamples.production.encode(.success(.found([sale])), for: exchange)
        let text = String(decoding: reply.body, as: UTF8.self)
        let result = text.split(separator: "<saleResponse", maxSplits: 1).last.map(String.init)
        return (
            value(of: "response", in: result ?? ""), value(of: "authCode", in: result ?? "")
        )
    }

    static let rows: [(FoundTransaction.Standing, PaymentState, String, String?)] = [
        (.done, .authorized, "000", "585503"),
        (.unknown, .outcomeUnknown, "370", nil),
        // The acquirer has acknowledged the reversal.
        (.unknown, .reversed, "100", nil),
        (.refused(.insufficientFunds), .released, "110", nil),
        (.refused(.unableToRoute), .notSent, "100", nil),
    ]

    @Test("has the held amount, and an approval code if there is an approval", arguments: rows)
    func standings(
        _ standing: FoundTransaction.Standing, _ state: PaymentState, _ code: String,
        _ authorizationCode: String?
    ) throws {
        let answer = try answer(standing, state)
        #expect(answer.code == code)
        #expect(answer.authorizationCode == authorizationCode)
    }
}
