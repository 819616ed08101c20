import StrictCoding
import DialectKit
import PaymentDomain

extension InstaMedDialect {
    /// SaveApplePayToken.
    func registration(
        _ fields: InstaMedFields, _ outlet: InstaMedOutlet, _ chance: RequestRandomness
    ) throws(InstaMedProblem) -> RegisterCommand {
        let merchant = try applePayMerchantID(fields, outlet)
        guard let data = fields.raw("applePayTokenData"), !data.isEmpty else {
            throw InstaMedProblem(.tokenDataMissing)
        }
        let json = Array(data.utf8)
        guard json.count <= InstaMedLimits.applePayTokenData else {
            throw InstaMedProblem(.tokenDataTooLong)
        }
        guard !hasLostPlus(json) else { throw InstaMedProblem(.plusArrivedAsSpace) }
        guard let id = InstaMedTokenID(chance).registration(at: outlet, for: merchant) else {
            throw InstaMedProblem(.outletUnknown)
        }
        return RegisterCommand(
            source: .applePay(.json(json)), id: id,
            lifetimeSeconds: InstaMedLimits.tokenSeconds)
    }

    /// The registration that a payment names, bound to where and for whom it was made.
    func tokenID(
        _ fields: InstaMedFields, _ outlet: InstaMedOutlet
    ) throws(InstaMedProblem) -> RegistrationID {
        let merchant = try applePayMerchantID(fields, outlet)
        guard let text = fields.raw("applePayTokenID"), !text.isEmpty else {
            throw InstaMedProblem(.tokenIDMissing)
        }
        guard let id = InstaMedTokenID(text)?.registration(at: outlet, for: merchant) else {
            throw InstaMedProblem(.tokenIDMalformed)
        }
        return id
    }

    /// Source: the source document: sent with both requests of an Apple Pay payment.
    private func applePayMerchantID(
        _ fields: InstaMedFields, _ outlet: InstaMedOutlet
    ) throws(InstaMedProblem) -> String {
        let limit = InstaMedLimits.applePayMerchantID.upperBound
        guard let merchant = try fields.text("applePayMerchantID", limit) else {
            throw InstaMedProblem(.applePayMerchantMissing)
        }
        guard outlet.applePayMerchantIDs.contains(merchant) else {
            throw InstaMedProblem(.applePayMerchantWrong)
        }
        return merchant
    }

    /// Whether an encoded field of the payment data has a space in it. Base64 and hex have none: there was a `+`, which
    /// the form turned into a space. Other texts may have spaces, such as the displayName of the outer object.
    ///
    /// Source: WHATWG URL Standard, 5.1; Apple, Payment token format reference.
    private func hasLostPlus(_ json: [UInt8]) -> Bool {
        // The reading of the token refuses malformed JSON, with the reason.
        guard let whole = try? JSONValue(reading: json).object else { return false }
        let payment = whole["paymentData"]?.object ?? whole
        let header = payment["header"]?.object
        // A key of the other version is dirt that shops send ("wrappedKey": "wrapped key").
        let fields = [
            payment["data"], payment["signature"],
            header?["ephemeralPublicKey"] ?? header?["wrappedKey"], header?["publicKeyHash"],
            header?["transactionId"], header?["applicationData"],
        ]
        return fields.contains { $0?.text?.utf8.contains(UInt8(ascii: " ")) ?? false }
    }
}
