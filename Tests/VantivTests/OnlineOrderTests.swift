import PaymentDomain
import Testing

@testable import Vantiv

@Suite("The order in a reply of LitleXML or cnpAPI", .timeLimit(.minutes(5)))
struct OnlineOrderTests {
    /// Two orders that are alike in their first 25 characters.
    private static let orders = ["A", "B"].map { "order-2026-11-21-000000001-\($0)" }

    /// The element `orderId` of the reply to a request, with a result that has the same order.
    private func answered(
        _ transaction: VantivTransaction, _ result: PaymentResult, in version: String,
        order: String = "o1"
    ) throws -> String? {
        let request = try #require(OnlineSamples.transactions[transaction])
            .replacing(">o1<", with: ">\(order)<")
        let decoded = OnlineSamples.decode(request, in: version)
        let exchange = try #require(decoded.exchange, "\(decoded.text)")
        let reply = OnlineSamples.production.encode(.success(result), for: exchange)
        return value(of: "orderId", in: String(decoding: reply.body, as: UTF8.self))
    }

    /// A payment that a query finds.
    private func found(_ order: String) -> PaymentResult {
        var transaction = FoundTransaction(
            number: OnlineResults.number, kind: .sale, orderReference: order, standing: .done,
            amount: OnlineResults.dollars(1499), at: OnlineSamples.now)
        transaction.clientName = "0180/a0"
        return .found([transaction])
    }

    @Test(
        "is the whole one in every version that takes it, in queries as well",
        arguments: ["12.1", "12.17", "12.18", "12.23", "12.24", "12.33", "12.34", "12.50"])
    func whole(_ version: String) throws {
        for order in Self.orders + [String(repeating: "x", count: 256)] {
            let paid = OnlineResults.authorization("approved", .approved, order: order)
            #expect(
                try answered(.sale, .authorization(paid), in: version, order: order) == order)
            #expect(try answered(.queryTransaction, found(order), in: version) == order)
        }
    }

    @Test("is cut to the schema's length if the version takes no longer one")
    func cut() throws {
        let order = Self.orders[0]
        #expect(try answered(.queryTransaction, found(order), in: "12.0")?.count == 25)
        #expect(try answered(.queryTransaction, found(order), in: "9.14")?.count == 25)
        let recorded = RecordedResult(
            paymentID: PaymentID(stored: "p1"), operationID: OperationID(stored: "o1"),
            orderReference: order, amount: OnlineResults.dollars(500), refusal: nil,
            isAnswered: true, at: OnlineSamples.now)
        #expect(try answered(.capture, .recorded(recorded), in: "9.14")?.count == 25)
    }
}
