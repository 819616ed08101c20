import DialectKit
import PaymentDomain

/// The card or the token among the parameters.
struct EProtectSource {
    let source: PaymentSource
    let isApplePay: Bool

    /// Reads what is to be registered.
    ///
    /// A security code is checked for its form and dropped: it may not outlive an authorization (PCI DSS 3.3.1), and
    /// the authorization has an element for it.
    static func read(_ fields: FormFields) throws(EProtectRule) -> EProtectSource {
        try refuseUnsupported(fields)
        let hasToken = fields.containsAny(under: "applepay.")
        let hasCard = fields.contains("accountNumber")
        guard hasToken || hasCard else { throw .sourceMissing }
        // An empty accountNumber beside a token is a form's empty field.
        guard !(hasToken && fields.filled("accountNumber") != nil) else { throw .twoSources }
        try checkSecurityCode(fields["cvv"])
        if hasToken {
            return EProtectSource(
                source: .applePay(.fields(try EProtectToken.read(fields))), isApplePay: true)
        }
        let pan = try cardNumber(fields["accountNumber"] ?? "")
        return EProtectSource(source: .keyed(KeyedCard(pan: pan, expiry: nil)), isApplePay: false)
    }

    /// Only Vantiv can read data that is encrypted for its keys; the other fields store more than a card. Ignoring them
    /// silently would answer another request.
    private static func refuseUnsupported(_ fields: FormFields) throws(EProtectRule) {
        guard fields.filled("encryptedAccount") == nil, fields.filled("encryptedCvv") == nil,
            fields.filled("publicKeyId") == nil
        else { throw .encryptedField }
        guard fields.filled("encryptedPin") == nil, !fields.holds("true", in: "checkoutIdMode"),
            !fields.containsAny(under: "visaCheckout.")
        else { throw .featureUnsupported }
    }

    /// In the order of eProtect-api3.js: digits, length, check digit.
    private static func cardNumber(_ text: String) throws(EProtectRule) -> PAN {
        guard isDigits(text) else { throw .accountNotNumeric }
        guard text.utf8.count >= EProtectLimits.accountNumber.lowerBound else {
            throw .accountTooShort
        }
        guard text.utf8.count <= EProtectLimits.accountNumber.upperBound else {
            throw .accountTooLong
        }
        let pan: PAN
        do {
            pan = try PAN(digits: text)
        } catch {
            switch error {
            case .failsLuhn: throw .accountFailsLuhn
            case .notDigits: throw .accountNotNumeric
            case .wrongLength: throw .accountTooShort
            }
        }
        guard pan.network != nil else { throw .accountUnknownNetwork }
        return pan
    }

    private static func checkSecurityCode(_ text: String?) throws(EProtectRule) {
        guard let text else { return }
        guard isDigits(text) else { throw .codeNotNumeric }
        guard text.utf8.count >= EProtectLimits.securityCode.lowerBound else {
            throw .codeTooShort
        }
        guard text.utf8.count <= EProtectLimits.securityCode.upperBound else { throw .codeTooLong }
    }

    private static func isDigits(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }
}

/// The fields of an Apple Pay token among the parameters.
///
/// Source: Vantiv, DOC-1544: seven parameters, of which applicationData alone may be missing; its demo sends it
/// empty.
enum EProtectToken {
    static func read(_ fields: FormFields) throws(EProtectRule) -> ApplePayFields {
        ApplePayFields(
            version: try text(fields, "applepay.version", EProtectLimits.applePayVersion),
            data: try base64(fields, "applepay.data", EProtectLimits.applePayData),
            signature: try base64(
                fields, "applepay.signature", EProtectLimits.applePaySignature),
            ephemeralPublicKey: try base64(
                fields, "applepay.header.ephemeralPublicKey",
                EProtectLimits.applePayEphemeralPublicKey),
            publicKeyHash: try base64(
                fields, "applepay.header.publicKeyHash", EProtectLimits.applePayPublicKeyHash),
            transactionId: try text(
                fields, "applepay.header.transactionId", EProtectLimits.applePayTransactionID),
            applicationData: try optional(
                fields, "applepay.header.applicationData", EProtectLimits.applePayApplicationData))
    }

    private static func text(
        _ fields: FormFields, _ name: String, _ limit: Int
    ) throws(EProtectRule) -> String {
        guard let value = try optional(fields, name, limit) else { throw .applePayIncomplete }
        return value
    }

    /// Base64 has no spaces: one is what became of a `+` that was not percent-encoded.
    private static func base64(
        _ fields: FormFields, _ name: String, _ limit: Int
    ) throws(EProtectRule) -> String {
        let value = try text(fields, name, limit)
        guard !value.utf8.contains(UInt8(ascii: " ")) else { throw .plusArrivedAsSpace }
        return value
    }

    private static func optional(
        _ fields: FormFields, _ name: String, _ limit: Int
    ) throws(EProtectRule) -> String? {
        guard let value = fields.filled(name) else { return nil }
        guard value.utf8.count <= limit else { throw .applePayFieldTooLong }
        return value
    }
}
