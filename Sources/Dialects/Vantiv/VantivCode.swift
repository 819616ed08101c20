// Source: the response codes and messages of Vantiv's cnpAPI 12 guide and of its sandbox page, of LitleXML.

/// A response code of Vantiv and its message: all that its sandbox page has for cards and tokens, and those that this
/// service answers besides. If LitleXML (before 12) has another message, it follows behind a bar.
enum VantivCode: VantivCodeText, Sendable, Hashable, CaseIterable {
    case approved = "000 Approved"
    case received = "001 Transaction Received"
    case partiallyApproved = "010 Partially Approved"
    case processingNetworkUnavailable = "100 Processing Network Unavailable"
    case issuerUnavailable = "101 Issuer Unavailable"
    case resubmit = "102 Re-submit Transaction"
    case tryAgainLater = "108 Try again later"
    case insufficientFunds = "110 Insufficient Funds"
    case depleted = "111 Authorization amount has already been depleted"
    case callIssuer = "120 Call Issuer"
    case callAmex = "121 Call AMEX"
    case callDinersClub = "122 Call Diners Club"
    case callDiscover = "123 Call Discover"
    case callJCB = "124 Call JBS"
    case callVisaOrMastercard = "125 Call Visa/MasterCard"
    case callIssuerToUpdate = "126 Call Issuer - Update Cardholder Data"
    case exceedsApprovalAmountLimit = "127 Exceeds Approval Amount Limit"
    case callIndicatedNumber = "130 Call Indicated Number"
    case updateCardholderData = "140 Update Cardholder Data"
    case found = "150 Original transaction found."
    case notFound = "151 Original transaction not found."
    case foundInProgress = "152 Original transaction found, but response not yet available."
    case queryDisabled = "153 Query transaction not enabled."
    case queryWithoutName = "154 At least one of origId or origCnpTxnId is required"
    case statusWithoutNumber = "155 origCnpTxnId is required when showStatusOnly is used"
    case duplicateTransaction = "251 Duplicate Transaction"
    case invalidAccountNumber = "301 Invalid Account Number"
    case wrongPaymentType = "302 Account Number Does Not Match Payment Type"
    case pickUpCard = "303 Pick Up Card"
    case lostOrStolenCard = "304 Lost/Stolen Card"
    case expiredCard = "305 Expired Card"
    case authorizationExpired = "306 Authorization has expired; no need to reverse"
    case restrictedCard = "307 Restricted Card"
    case restrictedAfterChargeback = "308 Restricted Card - Chargeback"
    case prepaidFilter =
        "309 Restricted Card - Prepaid Card Filtering Service | Restricted Card - Prepaid Filtering Service"
    case invalidTrackData = "310 Invalid track data | Invalid Track Data"
    case depositCharged =
        "311 Deposit is already referenced by a chargeback | Deposit already referenced by a chargeback"
    case internationalFilter = "312 Restricted Card - International Card Filtering Service"
    case velocityFilter = "315 Restricted Card - Auth Fraud Velocity Filtering Service"
    case alreadyRefunded = "316 Automatic Refund Already Issued"
    case fraudAdviceFilter = "318 Restricted Card - Auth Fraud Advice Filtering Service"
    case addressFilter = "319 Restricted Card - Fraud AVS Filtering Service"
    case invalidExpirationDate = "320 Invalid Expiration Date"
    case invalidMerchant = "321 Invalid Merchant"
    case invalidTransaction = "322 Invalid Transaction"
    case noSuchIssuer = "323 No such issuer"
    case invalidPin = "324 Invalid Pin"
    case terminalNotAllowed = "325 Transaction not allowed at terminal"
    case tooManyPINEntries = "326 Exceeds number of PIN entries"
    case cardholderNotPermitted = "327 Cardholder transaction not permitted"
    case recurringStopped =
        "328 Cardholder requested that recurring or installment payment be stopped"
    case invalidPaymentType = "330 Invalid Payment Type"
    case reversalUnsupported = "335 This method of payment does not support authorization reversals"
    case reversalMismatch =
        "336 Reversal amount does not match Authorization amount. | Reversal amount does not match Authorization amount"
    case invalidAmount = "340 Invalid Amount"
    case invalidBillingDescriptorPrefix = "346 Invalid billing descriptor prefix"
    case invalidBillingDescriptor = "347 Invalid billing descriptor"
    case invalidReportGroup = "348 Invalid Report Group"
    case doNotHonor = "349 Do Not Honor"
    case genericDecline = "350 Generic Decline"
    case positiveIDRequired = "351 Decline - Request Positive ID"
    case securityCodeFailed = "352 Decline CVV2/CID Fail"
    case threeDSecureUnsupported = "354 3-D Secure transaction not supported by merchant"
    case invalidLevelThree =
        "356 Invalid purchase level III, the transaction contained bad or missing data | Invalid purchase level III the transaction contained bad or missing data"
    case restrictedAfterCodeMismatch =
        "358 Restricted by Vantiv due to security code mismatch. | Restricted by Litle due to security code mismatch"
    case transactionNotFound =
        "360 No transaction found with specified Transaction Id | No transaction found with specified litleTxnId"
    case authorizationGone = "361 Authorization no longer available"
    case alreadySettled = "362 Transaction Not Voided - Already Settled"
    case autoVoidOnRefund = "363 Auto-void on refund"
    case creditTooLarge = "365 Total credit amount exceeds capture amount"
    case systemError =
        "370 Internal System Error - Call Vantiv | Internal System Error - Call Litle"
    case recyclingInProgress = "372 Soft Decline - Auto Recycling In Progress"
    case recyclingComplete = "373 Hard Decline - Auto Recycling Complete"
    case applePayKeyMismatch = "530 Apple Pay Key Mismatch"
    case applePayDecryptionFailed = "531 Apple Pay Decryption Failed"
    case tokenRegistered = "801 Account number was successfully registered"
    case tokenKnown = "802 Account number was previously registered"
    case validToken = "803 Valid Token"
    case cardValidationUpdated =
        "805 Card Validation Number Updated | Card validation number updated"
    case invalidCardNumber = "820 Credit card number was invalid"
    case tokensNotAllowed = "821 Merchant is not authorized for tokens"
    case tokenNotFound = "822 Token was not found"
    case tokenInvalid = "823 Token Invalid"
    case captureTooLarge =
        "835 Capture amount can not be more than authorized amount (>115% of the authorized amount)"
    case registrationInvalid = "877 Invalid Pay Page Registration Id"
    case registrationExpired = "878 Expired Pay Page Registration Id"
    case payPageNotAllowed = "879 Merchant is not authorized for Pay Page"
    case tokenRegistrationFailed = "898 Generic token registration error"
    case tokenUseFailed = "899 Generic token use error"
    case invalidRoutingNumber = "900 Invalid Bank Routing Number"

    /// The code on the wire, three digits.
    var code: String { rawValue.code }

    /// The code of these digits; nil if it isn't one of these.
    init?(code: String) {
        guard let found = Self.byCode[code] else { return nil }
        self = found
    }

    private static let byCode = Dictionary(uniqueKeysWithValues: allCases.map { ($0.code, $0) })

    /// The message of a code in a family.
    func message(in family: VantivFamily) -> String {
        switch family {
        case .cnp: rawValue.messages.first ?? code
        case .litle: rawValue.messages.last ?? code
        }
    }
}

/// The row of a response code: its three digits, and its message.
struct VantivCodeText: Equatable, ExpressibleByStringLiteral {
    private let text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    fileprivate var code: String { String(text.prefix(3)) }

    /// The message of cnpAPI, and the last one is that of LitleXML.
    fileprivate var messages: [String] {
        text.dropFirst(4).split(separator: " | ").map(String.init)
    }
}
