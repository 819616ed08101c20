extension InstaMedFault {
    /// The error for a request that broke a rule.
    init(_ problem: InstaMedProblem) {
        self.init(.refused, problem.rule.rawValue, Self.sentence(problem))
    }

    private static func sentence(_ problem: InstaMedProblem) -> String {
        let field = problem.field ?? "A field"
        return switch problem.rule {
        case .unsupportedContentType: "Send application/x-www-form-urlencoded in UTF-8."
        case .nulCharacter: "A field has the character NUL."
        case .controlCharacter: "\(field) has a control character."
        case .actionMissing: "transactionAction is missing."
        case .actionUnknown: "transactionAction is none that is known here."
        case .typeUnsupported: "transactionType must be CreditCard."
        case .outletIncomplete: "merchantID or terminalID is missing."
        case .outletUnknown: "This user has no outlet of this merchantID, storeID and terminalID."
        case .applePayMerchantMissing: "applePayMerchantID is missing."
        case .applePayMerchantWrong: "applePayMerchantID is not one of this merchant's."
        case .tokenDataMissing: "applePayTokenData is missing."
        case .tokenDataTooLong: "applePayTokenData is too long."
        case .plusArrivedAsSpace:
            "applePayTokenData has spaces in its base64: percent-encode each plus sign, hex 2B."
        case .tokenIDMissing: "applePayTokenID is missing."
        case .tokenIDMalformed: "applePayTokenID is none that was given out here."
        case .amountMissing: "amount is missing."
        case .amountMalformed: "amount is not a decimal number such as 14.99."
        case .amountZero: "amount must be more than zero."
        case .amountNegative: "amount is negative."
        case .amountTooManyDecimals: "amount has more than two decimals."
        case .amountTooLarge: "amount is too large."
        case .sourceMissing:
            "There is no card: send applePayTokenID, cardNumber, paymentMethodID or saveOnFileTransactionID."
        case .twoSources: "More than one card was sent."
        case .statusDoesNotFit: "cardPresentStatus does not fit the card that was sent."
        case .trackUnsupported: "Track data is not taken here."
        case .cardNumberMalformed: "cardNumber is not 13 to 19 digits."
        case .cardNumberFailsLuhn: "cardNumber has a wrong check digit."
        case .expiryMissing: "cardExpDate is missing."
        case .expiryMalformed: "cardExpDate is not a month such as 12-31."
        case .securityCodeMalformed: "cardVerificationNumber is not three or four digits."
        case .storedCardMalformed: "The name of the stored card is none that was given out here."
        case .textTooLong: "\(field) is too long."
        case .booleanMalformed: "\(field) must be true or false, and is neither."
        case .primaryMissing: "primaryTransactionID is missing."
        case .primaryUnknown: "primaryTransactionID is none that was given out here."
        case .singleSignOnUnsupported: "Send primaryTransactionID in place of singleSignOnToken."
        }
    }
}
