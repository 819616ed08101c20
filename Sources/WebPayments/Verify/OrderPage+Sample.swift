import DialectKit
import Merchants
import PaymentDomain

extension OrderPage {
    /// A page of an order that nobody made, for the manifest.
    ///
    /// - Parameter isFull: Whether it has everything that an order may have, or only what each has.
    func sample(isFull: Bool) -> DialectReply {
        let amount = Money.zero(.usd)
        let merchant = MerchantID("sample")
        var order = WebOrder(
            id: WebOrderID(), merchant: merchant, amount: amount, reference: "sample",
            createdAt: Timestamp(seconds: 0), expiresAt: Timestamp(seconds: 0))
        if isFull {
            order.description = "sample"
            order.items = [WebOrder.Item(label: "sample", amount: amount)]
        }
        let view = WebOrderView(
            order: order, standing: WebOrderStanding(.open), clientSecret: "", path: "")
        return reply(
            view,
            of: PageConfiguration(
                appleMerchantIdentifier: "", storefront: .standard(for: merchant)), session: "")
    }
}
