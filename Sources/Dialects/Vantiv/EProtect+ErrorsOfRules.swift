extension EProtectFault {
    /// The answer to a request that broke a rule.
    init(_ rule: EProtectRule) {
        let reason = rule.rawValue
        switch rule {
        case .unsupportedContentType:
            self = .failure(reason, "Send application/x-www-form-urlencoded in UTF-8.")
        case .callbackInvalid:
            self = .failure(reason, "jsoncallback is not the name of a function.")
        case .paypageInvalid:
            self.init(
                .merchantNotAuthorized, reason, "paypageId is missing, or not letters and digits.")
        case .reportGroupMissing:
            self.init(.reportGroupInvalid, reason, "reportGroup is missing.")
        case .reportGroupTooLong:
            self.init(.reportGroupInvalid, reason, "reportGroup is too long.")
        case .idMissing:
            self = .failure(reason, "id is missing.")
        case .idTooLong:
            self = .failure(reason, "id is too long.")
        case .orderIDTooLong:
            self = .failure(reason, "orderId is too long.")
        case .controlCharacter:
            self = .failure(reason, "id or orderId has a control character.")
        case .sourceMissing:
            self = .failure(
                reason, "There is neither an accountNumber nor an applepay.data. Names have a case."
            )
        case .twoSources:
            self = .failure(reason, "Send either accountNumber or applepay fields, not both.")
        case .encryptedField:
            self.init(
                .unableToEncrypt, reason,
                "Encrypted fields are not supported. Send accountNumber and cvv, or applepay fields."
            )
        case .featureUnsupported:
            self = .failure(reason, "PINs, checkout ids and Visa Checkout are not supported.")
        case .accountNotNumeric: self.init(.accountNotNumeric, reason)
        case .accountTooShort: self.init(.accountTooShort, reason)
        case .accountTooLong: self.init(.accountTooLong, reason)
        case .accountFailsLuhn: self.init(.accountNotMod10, reason)
        case .accountUnknownNetwork:
            self.init(.accountInvalid, reason, "The number belongs to no known network.")
        case .codeNotNumeric: self.init(.codeNotNumeric, reason)
        case .codeTooShort: self.init(.codeTooShort, reason)
        case .codeTooLong: self.init(.codeTooLong, reason)
        case .applePayIncomplete:
            // Source: the text of eProtect-api3.js for the same fault.
            self = .failure(reason, "Missing ApplePay elements")
            detail =
                "Send applepay.data, .signature, .version, .header.ephemeralPublicKey, "
                + ".header.publicKeyHash and .header.transactionId. Names have a case."
        case .applePayFieldTooLong:
            self = .failure(reason, "A field of applepay is too long.")
        case .plusArrivedAsSpace:
            self = .failure(
                reason,
                "A + in the base64 of applepay arrived as a space. Percent-encode each + as %2B.")
        }
    }
}
