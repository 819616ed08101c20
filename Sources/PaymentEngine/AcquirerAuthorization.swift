import PaymentDomain

/// All that an authorization request needs on its way to a card network.
///
/// Source: the data elements of ISO 8583:1987 message 0100 named beside each field.
public struct AcquirerAuthorization: Sendable {
    /// Names this authorization at the acquirer, in advices too.
    public var id: OperationID
    /// Fields 7, 11 and 37.
    public var identity: MessageIdentity
    /// The last moment at which it may be sent. The line looks at the clock once more before the first byte: a process that
    /// was stalled since then sends nothing, as its payment may have been reversed meanwhile.
    public var sendBy: Timestamp
    /// Fields 18, 41, 42: who asks.
    public var merchant: AcquirerMerchant
    /// Field 2.
    public var pan: PAN
    /// Field 14; nil for a credit, and for a kept card whose end no one has said.
    public var expiry: CardExpiry?
    /// Fields 4 and 49; zero for a card check.
    public var amount: Money
    /// Field 22.
    public var entryMode: EntryMode
    /// The cryptogram, byte for byte as the device made it.
    public var cryptogram: Cryptogram?
    /// The indicator that came with it.
    public var eci: ECI?
    /// Field 55, where the device made EMV data in place of a 3-D Secure cryptogram.
    public var emvData: SealedBytes?
    /// Field 52, for EMV payloads with an online PIN.
    public var encryptedPIN: SealedBytes?
    /// The printed security code; forgotten after this call.
    public var securityCode: SecurityCode?
    /// Address data.
    public var billing: BillingDetails
    /// Whether less than the amount may be approved.
    public var allowsPartialApproval: Bool
    /// What is asked for.
    public var purpose = Purpose.hold
    /// What a sandbox is to answer; a real line ignores it.
    public var script: SandboxScript?

    /// What an authorization message asks for.
    public enum Purpose: Sendable, Hashable {
        /// A hold.
        case hold
        /// That an approval given elsewhere is booked; field 38 where the client named the code.
        case priorApproval(code: String?)
        /// That the card is given money. Field 3: a refund.
        case credit
    }

    /// How the card data came to the merchant.
    public enum EntryMode: String, Sendable, Hashable {
        /// From a device, in an app or on a web page.
        case applePay
        /// Keyed in, or decrypted by the merchant.
        case keyed
        /// Kept from an earlier payment.
        case credentialOnFile
    }

    /// A request with what every request has; the rest is filled in where it came.
    public init(
        id: OperationID, identity: MessageIdentity, sendBy: Timestamp,
        merchant: AcquirerMerchant, pan: PAN, expiry: CardExpiry?, amount: Money,
        entryMode: EntryMode, billing: BillingDetails, allowsPartialApproval: Bool
    ) {
        self.id = id
        self.identity = identity
        self.sendBy = sendBy
        self.merchant = merchant
        self.pan = pan
        self.expiry = expiry
        self.amount = amount
        self.entryMode = entryMode
        self.billing = billing
        self.allowsPartialApproval = allowsPartialApproval
    }
}

/// How a merchant is known at its acquirer.
public struct AcquirerMerchant: Sendable, Hashable {
    /// Field 42: up to fifteen characters.
    public var merchantNumber: String
    /// Field 41: up to eight characters.
    public var terminalNumber: String
    /// Field 18: four digits, ISO 18245.
    public var categoryCode: String

    /// The numbers.
    public init(merchantNumber: String, terminalNumber: String, categoryCode: String) {
        self.merchantNumber = merchantNumber
        self.terminalNumber = terminalNumber
        self.categoryCode = categoryCode
    }
}
