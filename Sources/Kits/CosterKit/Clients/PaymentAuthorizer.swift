/// The step that moves money: the app's server, or a processor that authorizes in one request.
public protocol PaymentAuthorizer: Sendable {
    /// Authorizes a payment, once.
    ///
    /// Never throws, because every end has a meaning: return ``ServerAnswer/unknown`` if the request may have arrived
    /// and no answer came.
    func authorize(_ payment: AuthorizedPayment) async -> ServerAnswer
}

/// A payment that the customer authorized, and how it can be paid.
public struct AuthorizedPayment: Sendable, Hashable {
    /// The means of payment.
    public enum Credential: Sendable, Hashable {
        /// A processor's reference to the token.
        case reference(TokenReference)
        /// The token itself, for a route without tokenization.
        case token(ApplePayToken)
    }

    /// The app's number for the order; the same again for a second attempt.
    public let orderID: String
    /// The total that the customer saw.
    public let amount: Amount
    /// The means of payment.
    public let credential: Credential
    /// The customer's choices on the sheet.
    public let details: SheetDetails

    /// Makes a payment.
    public init(orderID: String, amount: Amount, credential: Credential, details: SheetDetails) {
        self.orderID = orderID
        self.amount = amount
        self.credential = credential
        self.details = details
    }
}

/// The customer's choices on the sheet.
public struct SheetDetails: Sendable, Hashable {
    /// The payer, if the checkout asked.
    public var billingContact: Contact?
    /// The recipient, if the checkout asked.
    public var shippingContact: Contact?
    /// The identifier of the chosen way of delivery.
    public var shippingMethodIdentifier: String?

    /// No details.
    public init() {}
}

/// An authorizer made from a function of the app's.
public struct AuthorizerFunction: PaymentAuthorizer {
    private let function: @Sendable (AuthorizedPayment) async -> ServerAnswer

    /// Takes a function.
    public init(_ function: @escaping @Sendable (AuthorizedPayment) async -> ServerAnswer) {
        self.function = function
    }

    /// Calls the function.
    public func authorize(_ payment: AuthorizedPayment) async -> ServerAnswer {
        await function(payment)
    }
}
