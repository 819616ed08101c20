import DialectKit
import PaymentDomain

extension InstaMedDialect {
    /// SaveApplePayToken.
    func registration(
        _ fields: InstaMedFields, _ outlet: InstaMedOutlet, _ chance: RequestChance
    ) throws(InstaMedRule) -> RegisterCommand {
        let merchant = try applePayMerchantID(fields, outlet)
        guard let data = fields.raw("applePayTokenData"), !data.isEmpty else {
            throw .tokenDataMissing
        }
        let json = Array(data.utf8)
        guard json.count <= InstaMedLimits.applePayTokenData else { throw .tokenDataTooLong }
        guard !hasSpaceInText(json) else { throw .plusArrivedAsSpace }
        guard let id = InstaMedTokenID(chance).registration(at: outlet, for: merchant) else {
            throw .outletUnknown
        }
        return RegisterCommand(
            source: .applePay(.json(json)), id: id,
            lifetimeSeconds: InstaMedLimits.tokenSeconds)
    }

    /// The registration that a payment names, bound to where and for whom it was made.
    func tokenID(
        _ fields: InstaMedFields, _ outlet: InstaMedOutlet
    ) throws(InstaMedRule) -> RegistrationID {
        let merchant = try applePayMerchantID(fields, outlet)
        guard let text = fields.raw("applePayTokenID"), !text.isEmpty else {
            throw .tokenIDMissing
        }
        guard let id = InstaMedTokenID(text)?.registration(at: outlet, for: merchant) else {
            throw .tokenIDMalformed
        }
        return id
    }

    /// Source: the source document: sent with both requests of an Apple Pay payment.
    private func applePayMerchantID(
        _ fields: InstaMedFields, _ outlet: InstaMedOutlet
    ) throws(InstaMedRule) -> String {
        let limit = InstaMedLimits.applePayMerchantID.upperBound
        guard let merchant = try fields.text("applePayMerchantID", limit) else {
            throw .applePayMerchantMissing
        }
        guard outlet.applePayMerchantIDs.contains(merchant) else { throw .applePayMerchantWrong }
        return merchant
    }

    /// Whether a text of the JSON has a space in it. Apple's are base64, hex and a version, which have none: there was a
    /// `+`, which the form turned into a space. Spaces between the texts mean nothing.
    ///
    /// Source: WHATWG URL Standard, 5.1; Apple, Payment token format reference.
    private func hasSpaceInText(_ json: [UInt8]) -> Bool {
        var isInText = false
        var isEscaped = false
        for byte in json {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isInText
            } else if byte == UInt8(ascii: "\"") {
                isInText.toggle()
            } else if isInText, byte == UInt8(ascii: " ") {
                return true
            }
        }
        return false
    }
}
