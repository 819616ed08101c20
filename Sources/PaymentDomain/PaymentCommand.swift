/// A shop's command, in our words. A dialect makes it from bytes; the engine carries it out.
///
/// It holds dozens of texts and is handed from step to step; `indirect` makes one count of each copy.
public indirect enum PaymentCommand: Sendable {
    /// Ask the issuer for a hold.
    case authorize(AuthorizeCommand)
    /// Open a token and hand its contents back to the merchant that owns the key.
    case openToken(OpenTokenCommand)
    /// Keep a card for a short while, for one payment.
    case register(RegisterCommand)
    /// Keep a card for good, under a handle.
    case keepCard(KeepCardCommand)
    /// Take (part of) a hold.
    case capture(CaptureCommand)
    /// Give back (part of) what was captured.
    case refund(RefundCommand)
    /// Give money to a card without a payment of ours.
    case credit(CreditCommand)
    /// Take back a capture, a sale, a refund or a credit that is not settled yet.
    case void(VoidCommand)
    /// Take back a payment as a whole, whatever was done with it, or one refund or credit.
    case cancel(CancelCommand)
    /// Release (part of) the authorized amount.
    case release(ReleaseCommand)
    /// Ask whether an amount is authorized, and renew the authorization if it has expired.
    case confirmFunds(ConfirmFundsCommand)
    /// Ask what became of an earlier request.
    case inquire(InquireCommand)
    /// Ask what was settled.
    case listBatches(ListBatchesCommand)
}

/// An authorization as a shop asks for it.
public struct AuthorizeCommand: Sendable {
    /// The source of the card.
    public var source: PaymentSource
    /// The shop's own name of the order.
    public var orderReference: String
    /// The order's amount; nil means the amount that the cardholder approved inside the token.
    public var amount: Money?
    /// Whether only address and security code are checked, holding nothing.
    public var checksCardOnly: Bool
    /// Whether the shop can live with an approval of less than it asked for.
    public var allowsPartialApproval: Bool
    /// Whether what is approved is captured at once: a sale.
    public var capturesAtOnce = false
    /// The approval that was given elsewhere, by voice or offline: the issuer books it and isn't asked.
    public var priorApproval: PriorApproval?
    /// Whether a card that we keep may pay though nobody has said when it ends; the acquirer is then sent no end.
    public var mayLackExpiry = false
    /// The cardholder's address and contacts, for address verification.
    public var billing: BillingDetails
    /// The answer that a sandbox is to give, by the test values of the dialect; nil outside a sandbox.
    public var script: SandboxScript?

    /// An authorization of an amount.
    public init(
        source: PaymentSource, orderReference: String, amount: Money?,
        checksCardOnly: Bool = false, allowsPartialApproval: Bool = false,
        billing: BillingDetails = BillingDetails()
    ) {
        self.source = source
        self.orderReference = orderReference
        self.amount = amount
        self.checksCardOnly = checksCardOnly
        self.allowsPartialApproval = allowsPartialApproval
        self.billing = billing
    }
}

/// An approval that was given elsewhere.
public struct PriorApproval: Sendable, Hashable {
    /// The approval code; nil if the client names none.
    public var code: String?

    /// An approval.
    public init(code: String?) {
        self.code = code
    }
}

/// The source of an authorization's card.
public enum PaymentSource: Sendable {
    /// An Apple Pay payload, still encrypted.
    case applePay(ApplePayPayload)
    /// A card keyed in by a person, or decrypted by the merchant.
    case keyed(KeyedCard)
    /// A stored card, by its card token; the expiry replaces the stored one if the client sent it.
    case stored(VaultHandle, expiry: CardExpiry?, securityCode: SecurityCode?)
    /// A card or an Apple Pay payload that was registered for one payment, which spends the registration.
    case registered(RegistrationID, expiry: CardExpiry?, securityCode: SecurityCode?)
    /// A client's token whose form doesn't show what it is: a registration if there is one of that name, otherwise a
    /// stored card.
    case token(RegistrationID, VaultHandle, expiry: CardExpiry?, securityCode: SecurityCode?)
}

/// Card data that arrives in the clear, inside TLS.
public struct KeyedCard: Sendable {
    /// The card number.
    public var pan: PAN
    /// The month in which the card expires; nil if the client did not say, which no authorization can do without.
    public var expiry: CardExpiry?
    /// The printed security code.
    public var securityCode: SecurityCode?
    /// The cryptogram, if the merchant decrypted an Apple Pay token itself; or a value of 3-D Secure.
    public var cryptogram: Cryptogram?
    /// Whether the cryptogram is for one use, as a device's is. A value of 3-D Secure comes with every try, and every
    /// shipment, of the payment that the cardholder confirmed.
    public var isCryptogramForOneUse = true
    /// The indicator that came with the cryptogram.
    public var eci: ECI?

    /// A keyed card.
    public init(
        pan: PAN, expiry: CardExpiry?, securityCode: SecurityCode? = nil,
        cryptogram: Cryptogram? = nil, eci: ECI? = nil
    ) {
        self.pan = pan
        self.expiry = expiry
        self.securityCode = securityCode
        self.cryptogram = cryptogram
        self.eci = eci
    }
}

/// The cardholder's address and contacts; personal data, so it prints nothing.
public struct BillingDetails: Redacted, Hashable {
    /// First name.
    public var firstName: String?
    /// Last name.
    public var lastName: String?
    /// First address line: the street.
    public var street: String?
    /// City.
    public var city: String?
    /// State or province.
    public var region: String?
    /// Postal code.
    public var postalCode: String?
    /// Country, two letters.
    public var country: String?
    /// Telephone number.
    public var phone: String?
    /// Electronic mail address.
    public var email: String?
    /// The customer's network address.
    public var networkAddress: String?

    /// Details to be filled in one by one.
    public init() {}

    /// `BillingDetails`.
    public var redacted: String { "BillingDetails" }
}

/// A token to be opened for the merchant itself.
public struct OpenTokenCommand: Sendable {
    /// The payload as it came.
    public var payload: ApplePayPayload

    /// Opens a payload.
    public init(payload: ApplePayPayload) {
        self.payload = payload
    }
}
