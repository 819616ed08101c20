import PaymentDomain

/// All that an authorization request needs on its way to a card network.
///
/// Source: the data elements of ISO 8583:1987 message 0100 named beside each field.
package struct AcquirerAuthorization: Sendable {
    /// Names this authorization at the acquirer, in advices too.
    package var id: OperationID
    /// Fields 7, 11 and 37.
    package var identity: MessageIdentity
    /// The last time at which it may be sent. The line reads the clock once more before the first byte: a process that
    /// was stalled since then sends nothing, because the payment may have been reversed meanwhile.
    package var sendBy: Timestamp
    /// Fields 18, 41, 42: who asks.
    package var merchant: AcquirerMerchant
    /// Field 2.
    package var pan: PAN
    /// Field 14; nil for a credit, and for a kept card whose end no one has said.
    package var expiry: CardExpiry?
    /// Fields 4 and 49; zero for a card check.
    package var amount: Money
    /// Field 22.
    package var entryMode: EntryMode
    /// The cryptogram, byte for byte as the device made it.
    package var cryptogram: Cryptogram?
    /// The indicator that came with it.
    package var eci: ECI?
    /// Field 55, if the device made EMV data instead of a 3-D Secure cryptogram.
    package var emvData: SealedBytes?
    /// Field 52, for EMV payloads with an online PIN.
    package var encryptedPIN: SealedBytes?
    /// The printed security code; forgotten after this call.
    package var securityCode: SecurityCode?
    /// Address data.
    package var billing: BillingDetails
    /// Whether less than the amount may be approved.
    package var allowsPartialApproval: Bool
    /// The purpose of the request.
    package var purpose = Purpose.hold
    /// The answer that a sandbox is to give; a real line ignores it.
    package var script: SandboxScript?

    /// The purpose of an authorization message.
    package enum Purpose: Sendable, Hashable {
        case hold
        /// Book an approval given elsewhere; field 38 if the client named the code.
        case priorApproval(code: String?)
        /// That the card is given money. Field 3: a refund.
        case credit
    }

    /// How the card data came to the merchant.
    package enum EntryMode: String, Sendable, Hashable {
        /// From a device, in an app or on a web page.
        case applePay
        /// Keyed in, or decrypted by the merchant.
        case keyed
        /// Kept from an earlier payment.
        case credentialOnFile
    }

    /// A request with the fields that every request has; set the others afterwards.
    package init(
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
package struct AcquirerMerchant: Sendable, Hashable {
    /// Field 42: up to fifteen characters.
    package var merchantNumber: String
    /// Field 41: up to eight characters.
    package var terminalNumber: String
    /// Field 18: four digits, ISO 18245.
    package var categoryCode: String

    package init(merchantNumber: String, terminalNumber: String, categoryCode: String) {
        self.merchantNumber = merchantNumber
        self.terminalNumber = terminalNumber
        self.categoryCode = categoryCode
    }
}
