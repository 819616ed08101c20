import DialectKit
import PaymentDomain
import StrictXML

/// The common parts of requests about an earlier payment: the attributes of the root and the payment context.
struct MessageFrame: Sendable {
    let requestID: String
    let sessionID: String?
    let context: PaymentContextMessage

    /// Reads the root's attributes and its first child.
    init(_ root: XMLNode, _ cursor: inout XMLCursor, named name: StaticString) throws(XMLReadError)
    {
        let identity = try RootAttributes(root, named: name)
        requestID = identity.requestID
        sessionID = identity.sessionID
        context = try PaymentContextMessage(&cursor)
    }
}

/// The attributes of a request.
///
/// Source: Radial, Payment-Datatypes-1.0.xsd, RequestId: "used for duplicate request protection", 1
/// to 40 characters.
struct RootAttributes: Sendable {
    let requestID: String
    let sessionID: String?

    init(_ root: XMLNode, named name: StaticString) throws(XMLReadError) {
        try root.allowAttributes(["requestId", "sessionId"], on: name)
        requestID = try root.requiredAttribute("requestId", max: RadialLimits.requestID)
        sessionID = try root.attribute("sessionId", max: RadialLimits.requestID)
    }
}

/// PaymentContext or PaymentContextBase: an order, and the card's token if the tender has one.
struct PaymentContextMessage: Sendable {
    let orderID: String
    /// Nil for PaymentContextBase.
    let account: AccountMessage?

    /// Reads whichever of the two comes next.
    init(_ cursor: inout XMLCursor) throws(XMLReadError) {
        if let node = try cursor.optionalElement("PaymentContextBase") {
            var inner = try XMLCursor(node, named: "PaymentContextBase")
            orderID = try inner.requiredName("OrderId", max: RadialLimits.orderID)
            account = nil
            try inner.finish()
            return
        }
        let node = try cursor.requiredElement("PaymentContext")
        var inner = try XMLCursor(node, named: "PaymentContext")
        orderID = try inner.requiredName("OrderId", max: RadialLimits.orderID)
        account = try AccountMessage(&inner)
        try inner.finish()
    }

    /// The context as a reply mirrors it; a card number is refused here.
    ///
    /// Source: Radial, Apple Pay, PaymentAccountUniqueId: for cancel and settlement "always use the
    /// returned token, not the original PAN".
    func mirrored() throws(RadialProblem) -> RadialContext {
        switch account {
        case nil: return RadialContext(orderID: orderID, handle: nil)
        case .encrypted: throw .broken(.encryptedFieldUnsupported)
        case .cardNumber: throw .broken(.cardNumberNotAllowed)
        case .token(let text):
            guard let handle = VaultHandle(text) else { throw .broken(.invalidHandle) }
            return RadialContext(orderID: orderID, handle: handle)
        }
    }
}
