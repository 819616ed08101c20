/// A shop's command, in our words. A dialect makes it from bytes; the engine carries it out.
///
/// It holds dozens of texts and is handed from step to step; `indirect` makes one count of each copy.
package indirect enum PaymentCommand: Sendable {
    /// Ask the issuer for a hold.
    case authorize(AuthorizeCommand)
    /// Open a token and hand its contents back to the merchant that owns the key.
    case openToken(OpenTokenCommand)
    /// Keep a card for a short while, for one payment.
    case register(RegisterCommand)
    /// Keep a card for good, under a handle.
    case keepCard(StoreCardCommand)
    /// Read or change a customer's profile.
    case account(AccountCommand)
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
    /// Ask for one payment, or for the newest ones.
    case findPayments(FindPaymentsCommand)
    /// Ask which of the checks of a payment a token passes; nothing is spent.
    case checkToken(CheckTokenCommand)
}

/// An authorization as a shop asks for it.
package struct AuthorizeCommand: Sendable {
    /// The source of the card.
    package var source: PaymentSource
    /// The shop's own name of the order.
    package var orderReference: String
    /// The order's amount; nil means the amount that the cardholder approved inside the token.
    package var amount: Money?
    /// Whether only address and security code are checked, holding nothing.
    package var checksCardOnly: Bool
    /// Whether the shop can live with an approval of less than it asked for.
    package var allowsPartialApproval: Bool
    /// Whether what is approved is captured at once: a sale.
    package var capturesAtOnce = false
    /// The approval that was given elsewhere, by voice or offline: the issuer books it and isn't asked.
    package var priorApproval: PriorApproval?
    /// Whether a card that we keep may pay though nobody has said when it ends; the acquirer is then sent no end.
    package var mayLackExpiry = false
    /// The cardholder's address and contacts, for address verification.
    package var billing: BillingDetails
    /// What it has to do with a customer's profile; nil nothing.
    package var profileUse: ProfileUse?
    /// What the client keeps with the payment, as JSON text; nil for nothing. No rule looks at it.
    package var metadata: String?
    /// The answer that a sandbox is to give, by the test values of the dialect; nil outside a sandbox.
    package var script: SandboxScript?

    package init(
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
package struct PriorApproval: Sendable, Hashable {
    /// The approval code; nil if the client names none.
    package var code: String?

    package init(code: String?) {
        self.code = code
    }
}

/// The source of an authorization's card.
package enum PaymentSource: Sendable {
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
    /// A card of a customer's profile; the expiry replaces the stored one if the client sent it.
    case account(AccountReference, expiry: CardExpiry?, securityCode: SecurityCode?)
}

/// Card data that arrives in the clear, inside TLS.
package struct KeyedCard: Sendable {
    /// The card number.
    package var pan: PAN
    /// The month in which the card expires; nil if the client did not say, which no authorization can do without.
    package var expiry: CardExpiry?
    /// The printed security code.
    package var securityCode: SecurityCode?
    /// The cryptogram, if the merchant decrypted an Apple Pay token itself; or a value of 3-D Secure.
    package var cryptogram: Cryptogram?
    /// Whether the cryptogram is for one use, as a device's is. A value of 3-D Secure comes with every try, and every
    /// shipment, of the payment that the cardholder confirmed.
    package var isCryptogramForOneUse = true
    /// The indicator that came with the cryptogram.
    package var eci: ECI?

    package init(
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
package struct BillingDetails: Redacted, Hashable {
    package var firstName: String?
    package var lastName: String?
    /// First address line: the street.
    package var street: String?
    package var city: String?
    /// State or province.
    package var region: String?
    package var postalCode: String?
    /// Country, two letters.
    package var country: String?
    /// Telephone number.
    package var phone: String?
    /// Electronic mail address.
    package var email: String?
    /// The customer's network address.
    package var networkAddress: String?

    package init() {}

    /// `BillingDetails`.
    package var redacted: String { "BillingDetails" }
}

/// A token to be opened for the merchant itself.
package struct OpenTokenCommand: Sendable {
    /// The payload as it came.
    package var payload: ApplePayPayload

    package init(payload: ApplePayPayload) {
        self.payload = payload
    }
}
