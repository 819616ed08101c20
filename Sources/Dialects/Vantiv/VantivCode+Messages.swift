// Source: the messages of Vantiv's cnpAPI 12 guide; where its sandbox page, of LitleXML, differs, both.

extension VantivCode {
    /// The message of a code in a family.
    func message(in family: VantivFamily) -> String {
        guard let row = Self.messages[self] else { return rawValue }
        return switch family {
        case .cnp: row.cnpAPI
        case .litle: row.litleXML ?? row.cnpAPI
        }
    }

    /// The message of a code, and that of LitleXML (before 12) if it differs.
    static let messages: [VantivCode: (cnpAPI: String, litleXML: String?)] = [
        .approved: ("Approved", nil),
        .received: ("Transaction Received", nil),
        .partiallyApproved: ("Partially Approved", nil),
        .processingNetworkUnavailable: ("Processing Network Unavailable", nil),
        .issuerUnavailable: ("Issuer Unavailable", nil),
        .resubmit: ("Re-submit Transaction", nil),
        .tryAgainLater: ("Try again later", nil),
        .insufficientFunds: ("Insufficient Funds", nil),
        .depleted: ("Authorization amount has already been depleted", nil),
        .callIssuer: ("Call Issuer", nil),
        .callAmex: ("Call AMEX", nil),
        .callDinersClub: ("Call Diners Club", nil),
        .callDiscover: ("Call Discover", nil),
        .callJCB: ("Call JBS", nil),
        .callVisaOrMastercard: ("Call Visa/MasterCard", nil),
        .callIssuerToUpdate: ("Call Issuer - Update Cardholder Data", nil),
        .exceedsApprovalAmountLimit: ("Exceeds Approval Amount Limit", nil),
        .callIndicatedNumber: ("Call Indicated Number", nil),
        .updateCardholderData: ("Update Cardholder Data", nil),
        .found: ("Original transaction found.", nil),
        .notFound: ("Original transaction not found.", nil),
        .foundInProgress: ("Original transaction found, but response not yet available.", nil),
        .queryDisabled: ("Query transaction not enabled.", nil),
        .queryWithoutName: ("At least one of origId or origCnpTxnId is required", nil),
        .statusWithoutNumber: ("origCnpTxnId is required when showStatusOnly is used", nil),
        .duplicateTransaction: ("Duplicate Transaction", nil),
        .invalidAccountNumber: ("Invalid Account Number", nil),
        .wrongPaymentType: ("Account Number Does Not Match Payment Type", nil),
        .pickUpCard: ("Pick Up Card", nil),
        .lostOrStolenCard: ("Lost/Stolen Card", nil),
        .expiredCard: ("Expired Card", nil),
        .authorizationExpired: ("Authorization has expired; no need to reverse", nil),
        .restrictedCard: ("Restricted Card", nil),
        .restrictedAfterChargeback: ("Restricted Card - Chargeback", nil),
        .prepaidFilter: (
            "Restricted Card - Prepaid Card Filtering Service",
            "Restricted Card - Prepaid Filtering Service"
        ),
        .invalidTrackData: ("Invalid track data", "Invalid Track Data"),
        .depositCharged: (
            "Deposit is already referenced by a chargeback",
            "Deposit already referenced by a chargeback"
        ),
        .internationalFilter: ("Restricted Card - International Card Filtering Service", nil),
        .velocityFilter: ("Restricted Card - Auth Fraud Velocity Filtering Service", nil),
        .alreadyRefunded: ("Automatic Refund Already Issued", nil),
        .fraudAdviceFilter: ("Restricted Card - Auth Fraud Advice Filtering Service", nil),
        .addressFilter: ("Restricted Card - Fraud AVS Filtering Service", nil),
        .invalidExpirationDate: ("Invalid Expiration Date", nil),
        .invalidMerchant: ("Invalid Merchant", nil),
        .invalidTransaction: ("Invalid Transaction", nil),
        .noSuchIssuer: ("No such issuer", nil),
        .invalidPin: ("Invalid Pin", nil),
        .terminalNotAllowed: ("Transaction not allowed at terminal", nil),
        .tooManyPINEntries: ("Exceeds number of PIN entries", nil),
        .cardholderNotPermitted: ("Cardholder transaction not permitted", nil),
        .recurringStopped: (
            "Cardholder requested that recurring or installment payment be stopped", nil
        ),
        .invalidPaymentType: ("Invalid Payment Type", nil),
        .reversalUnsupported: (
            "This method of payment does not support authorization reversals", nil
        ),
        .reversalMismatch: (
            "Reversal amount does not match Authorization amount.",
            "Reversal amount does not match Authorization amount"
        ),
        .invalidAmount: ("Invalid Amount", nil),
        .invalidBillingDescriptorPrefix: ("Invalid billing descriptor prefix", nil),
        .invalidBillingDescriptor: ("Invalid billing descriptor", nil),
        .invalidReportGroup: ("Invalid Report Group", nil),
        .doNotHonor: ("Do Not Honor", nil),
        .genericDecline: ("Generic Decline", nil),
        .positiveIDRequired: ("Decline - Request Positive ID", nil),
        .securityCodeFailed: ("Decline CVV2/CID Fail", nil),
        .threeDSecureUnsupported: ("3-D Secure transaction not supported by merchant", nil),
        .invalidLevelThree: (
            "Invalid purchase level III, the transaction contained bad or missing data",
            "Invalid purchase level III the transaction contained bad or missing data"
        ),
        .restrictedAfterCodeMismatch: (
            "Restricted by Vantiv due to security code mismatch.",
            "Restricted by Litle due to security code mismatch"
        ),
        .transactionNotFound: (
            "No transaction found with specified Transaction Id",
            "No transaction found with specified litleTxnId"
        ),
        .authorizationGone: ("Authorization no longer available", nil),
        .alreadySettled: ("Transaction Not Voided - Already Settled", nil),
        .autoVoidOnRefund: ("Auto-void on refund", nil),
        .creditTooLarge: ("Total credit amount exceeds capture amount", nil),
        .systemError: ("Internal System Error - Call Vantiv", "Internal System Error - Call Litle"),
        .recyclingInProgress: ("Soft Decline - Auto Recycling In Progress", nil),
        .recyclingComplete: ("Hard Decline - Auto Recycling Complete", nil),
        .applePayKeyMismatch: ("Apple Pay Key Mismatch", nil),
        .applePayDecryptionFailed: ("Apple Pay Decryption Failed", nil),
        .tokenRegistered: ("Account number was successfully registered", nil),
        .tokenKnown: ("Account number was previously registered", nil),
        .validToken: ("Valid Token", nil),
        .cardValidationUpdated: (
            "Card Validation Number Updated", "Card validation number updated"
        ),
        .invalidCardNumber: ("Credit card number was invalid", nil),
        .tokensNotAllowed: ("Merchant is not authorized for tokens", nil),
        .tokenNotFound: ("Token was not found", nil),
        .tokenInvalid: ("Token Invalid", nil),
        .captureTooLarge: (
            "Capture amount can not be more than authorized amount (>115% of the authorized amount)",
            nil
        ),
        .registrationInvalid: ("Invalid Pay Page Registration Id", nil),
        .registrationExpired: ("Expired Pay Page Registration Id", nil),
        .payPageNotAllowed: ("Merchant is not authorized for Pay Page", nil),
        .tokenRegistrationFailed: ("Generic token registration error", nil),
        .invalidRoutingNumber: ("Invalid Bank Routing Number", nil),
        .tokenUseFailed: ("Generic token use error", nil),
    ]
}
