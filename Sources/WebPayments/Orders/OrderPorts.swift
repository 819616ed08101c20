import DialectKit
import PaymentDomain

/// An order as its merchant sees it.
package struct WebOrderView: Sendable {
    package let order: WebOrder
    package let standing: WebOrderStanding
    package let clientSecret: String
    /// The path of the order's page.
    package let path: String

    package init(
        order: WebOrder, standing: WebOrderStanding, clientSecret: String, path: String
    ) {
        self.order = order
        self.standing = standing
        self.clientSecret = clientSecret
        self.path = path
    }
}

/// The ports of the server that orders need.
package struct OrderPorts: Sendable {
    /// Creates an order of a merchant. The same idempotency key with the same content gives the same order.
    package typealias Create =
        @Sendable (NewWebOrder, MerchantID, _ key: String?, Timestamp) async throws(WebOrderRefusal)
        -> WebOrderView
    /// Finds the order that somebody may see. An order never changes, so one look is enough for a request.
    package typealias Find = @Sendable (WebOrderSign) async throws(WebOrderRefusal) -> WebOrder
    /// What became of an order.
    package typealias View = @Sendable (WebOrder) async throws(WebOrderRefusal) -> WebOrderView
    package typealias Pay =
        @Sendable (WebOrder, WebOrderPayment) async throws(WebOrderRefusal) -> AuthorizationResult

    let create: Create
    let find: Find
    let view: View
    let pay: Pay

    package init(
        create: @escaping Create, find: @escaping Find, view: @escaping View, pay: @escaping Pay
    ) {
        self.create = create
        self.find = find
        self.view = view
        self.pay = pay
    }

    /// A request that only the order's client secret or link proves, so that it waits at a place of its merchant's.
    func proof(
        _ sign: WebOrderSign, _ reply: @escaping @Sendable (WebOrder) async -> DialectReply
    ) -> DecodedRequest<Never> {
        .proof { [find] () async throws(GatewayRefusal) in
            let order: WebOrder
            do throws(WebOrderRefusal) {
                order = try await find(sign)
            } catch .unknown {
                throw .unauthorized
            } catch {
                throw .overloaded
            }
            return ProvenRequest(merchant: order.merchant, client: order.id.value) {
                await reply(order)
            }
        }
    }
}

/// What shows which order is meant, and that the client may see it.
package enum WebOrderSign: Redacted, Sendable {
    case name(WebOrderID, of: MerchantID)
    case clientSecret(String)
    case link(String)

    /// `WebOrderSign`.
    package var redacted: String { "WebOrderSign" }
}

/// A page's request to pay an order.
package struct WebOrderPayment: Sendable {
    /// The token's JSON, as it came.
    package let token: [UInt8]
    package let billing: BillingDetails
    package let requestID: RequestIdentifier
    package let receivedAt: Timestamp
}

/// Who may create and see orders: the clients of another protocol, by its keys.
package struct OrderKeys: Sendable {
    /// The namespace of the keys' names.
    package let namespace: String
    /// Reads the key of a request.
    let credential: @Sendable (RequestHead) -> PresentedCredential?
    /// Whether the key of a name may create orders, or else see them.
    let allows: @Sendable (_ name: String, _ creates: Bool) -> Bool

    package init(
        namespace: String, credential: @escaping @Sendable (RequestHead) -> PresentedCredential?,
        allows: @escaping @Sendable (_ name: String, _ creates: Bool) -> Bool
    ) {
        self.namespace = namespace
        self.credential = credential
        self.allows = allows
    }
}
