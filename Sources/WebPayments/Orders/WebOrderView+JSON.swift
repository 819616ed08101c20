import PaymentDomain
import StrictCoding

extension JSONWriter.Object {
    /// What an order's merchant hears of it.
    package mutating func order(_ view: WebOrderView) {
        let order = view.order
        member("id", order.id.value)
        state(of: view)
        member("reference", order.reference)
        member("capture", order.capturesAtOnce ? "automatic" : "manual")
        member("tries", Int64(view.standing.tries))
        member("payment_id", optional: view.standing.payment?.value)
        member("created_at", order.createdAt.iso8601)
    }

    /// What an order's customer hears of it.
    mutating func state(of view: WebOrderView) {
        let order = view.order
        member("state", view.standing.state.rawValue)
        member("amount", order.amount.decimal)
        member("currency", order.amount.currency.code)
        member("description", optional: order.description)
        if !order.items.isEmpty {
            member("items", order.items) { object, item in
                object.member("label", item.label)
                object.member("amount", item.amount.decimal)
            }
        }
        member("expires_at", order.expiresAt.iso8601)
    }
}
