import CosterKit
import CosterKitPassKit
import Foundation

/// The shop: one purchase, and the way to pay for it. The SwiftUI and the UIKit page share it.
@MainActor
final class Shop {
    /// The purchase. The server knows the same price, and takes no other.
    let checkout: Checkout

    private let sheet = ApplePaySheet(log: .standardError())
    private let transport: any Transport
    /// The order's number stays until the order is paid or closed, so that the server pays it only once.
    private var orderID = Shop.newOrderID()

    /// Makes a shop.
    init(transport: any Transport = URLSessionTransport()) throws(CheckoutError) {
        self.transport = transport
        checkout = try Checkout(
            Merchant(ShopSettings.merchantIdentifier),
            items: [
                LineItem("T-shirt", Amount("14.99", .usd)), LineItem("Mug", Amount("9.50", .usd)),
            ],
            total: LineItem("Example Shop", Amount("24.49", .usd)))
    }

    /// Whether the device has a card for this shop. If not, a real shop offers another way to pay.
    var canPay: Bool { ApplePaySheet.canPay(checkout.merchant) }

    /// Shows Apple Pay's sheet, and returns the words for the customer.
    func pay(with processor: Processor) async -> String {
        guard let steps = steps(processor) else {
            return "The addresses in ShopSettings are wrong."
        }
        switch await sheet.pay(checkout, steps) {
        case .paid(let reference): return paid(reference)
        case .declined: return "The card was declined. Try another card."
        case .cancelled: return "Not paid."
        case .failed(let failure): return failure.description
        case .unknown: return await askServer()
        }
    }

    private func steps(_ processor: Processor) -> PaymentSteps? {
        guard let url = URL(string: ShopSettings.server + "/apple-pay"),
            let tokenizer = processor.tokenizer(transport)
        else { return nil }
        return PaymentSteps(
            orderID: orderID, tokenizer: tokenizer,
            authorizer: MerchantServer(url: url, transport: transport),
            // A debug build replaces the simulator's empty tokens; a release build never does.
            simulator: SimulatorTokens(
                sandbox: URL(string: ShopSettings.processor), transport: transport))
    }

    /// Asks what became of an order whose answer was lost. The customer must not pay twice.
    private func askServer() async -> String {
        let checking = "The shop is checking order \(orderID). Please don't pay again."
        guard let url = URL(string: ShopSettings.server + "/order"),
            let question = try? JSONEncoder().encode(OrderQuestion(orderId: orderID)),
            let request = try? HTTPRequest(
                post: question, to: url,
                headers: [HTTPRequest.Field("Content-Type", "application/json")]),
            let reply = try? await transport.send(request),
            let order = try? JSONDecoder().decode(OrderState.self, from: reply.body.secret)
        else { return checking }
        switch order.result {
        case "paid": return paid(order.reference ?? "")
        case "closed":
            orderID = Shop.newOrderID()
            return "Not paid. Please try again."
        default: return checking
        }
    }

    private func paid(_ reference: String) -> String {
        orderID = Shop.newOrderID()
        return "Paid. Reference \(reference)."
    }

    /// At most 19 characters, the shortest limit of the processors.
    private static func newOrderID() -> String { String(UUID().uuidString.suffix(12)) }

    private struct OrderQuestion: Encodable {
        let orderId: String
    }

    private struct OrderState: Decodable {
        let result: String
        let reference: String?
    }
}
