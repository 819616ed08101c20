import CosterServer
import PaymentDomain
import WebPayments

/// An order for a machine. Who has the link or the client secret can pay the order, and do nothing else.
struct OrderFacts: Encodable {
    let id: String
    let merchant: String
    let state: String
    let reference: String
    let amount: String
    let currency: String
    let description: String?
    let capture: String
    let tries: Int
    /// The payment of the last try.
    let paymentID: String?
    let createdAt: String
    let expiresAt: String
    let link: String
    let clientSecret: String

    init(_ view: WebOrderView) {
        let order = view.order
        id = order.id.value
        merchant = order.merchant.value
        state = view.standing.state.rawValue
        reference = order.reference
        amount = order.amount.decimal
        currency = order.amount.currency.code
        description = order.description
        capture = order.capturesAtOnce ? "automatic" : "manual"
        tries = view.standing.tries
        paymentID = view.standing.payment?.value
        createdAt = order.createdAt.iso8601
        expiresAt = order.expiresAt.iso8601
        link = view.path
        clientSecret = view.clientSecret
    }

    /// For people.
    var lines: [String] {
        [
            ("order", id), ("state", state), ("merchant", merchant), ("reference", reference),
            ("amount", "\(amount) \(currency)"), ("description", description ?? "-"),
            ("capture", capture), ("tries", String(tries)), ("payment", paymentID ?? "-"),
            ("created", createdAt), ("expires", expiresAt), ("link", link),
        ].map { name, value in
            name + String(repeating: " ", count: 12 - name.count) + value
        }
    }

    /// The result of a look at the database.
    ///
    /// - Throws: Exit code 65 for an order that isn't there, 78 for a database that can't be used.
    static func found<Value>(
        _ body: () async throws(WebOrderRefusal) -> Value
    ) async throws(CosterFailure) -> Value {
        do throws(WebOrderRefusal) {
            return try await body()
        } catch .unknown {
            throw CosterFailure(
                .badInput,
                "refused: \(WebOrderRefusal.unknown.code): There is no such order. To list a merchant's, run: coster order list MERCHANT"
            )
        } catch {
            throw CosterFailure(
                .configuration,
                "The orders can't be read or written (\(error.code)). Run `coster doctor`.")
        }
    }
}
