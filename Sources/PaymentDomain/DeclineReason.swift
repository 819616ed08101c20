/// Why an issuer, or a host on the way to it, refused.
///
/// Each case is one network response code; what a shop may do next is its ``retryAdvice``.
/// Source: ISO 8583:1987, field 39, action codes as the card networks use them.
package enum DeclineReason: String, Sendable, Hashable, Codable, CaseIterable {
    case referToIssuer = "01"
    case referToIssuerSpecial = "02"
    case invalidMerchant = "03"
    case pickUpCard = "04"
    case doNotHonor = "05"
    case error = "06"
    case pickUpCardFraud = "07"
    case invalidTransaction = "12"
    case invalidAmount = "13"
    case invalidCardNumber = "14"
    case noSuchIssuer = "15"
    case reenterTransaction = "19"
    case noActionTaken = "21"
    case unableToLocateRecord = "25"
    case formatError = "30"
    case lostCard = "41"
    case stolenCard = "43"
    case closedAccount = "46"
    case insufficientFunds = "51"
    case noCheckingAccount = "52"
    case noSavingsAccount = "53"
    case expiredCard = "54"
    case incorrectPIN = "55"
    case notPermittedToCardholder = "57"
    case notPermittedToTerminal = "58"
    case suspectedFraud = "59"
    case exceedsAmountLimit = "61"
    case restrictedCard = "62"
    case securityViolation = "63"
    case exceedsCountLimit = "65"
    case pinTriesExceeded = "75"
    case wrongSecurityCode = "82"
    case issuerUnavailable = "91"
    case unableToRoute = "92"
    case violationOfLaw = "93"
    case duplicateTransmission = "94"
    case systemMalfunction = "96"
    /// A code that the table does not have.
    case other = "--"

    /// The retry that a shop may make after a decline.
    package enum RetryAdvice: String, Sendable, Hashable, Codable {
        /// This card will not pay this: ask for another.
        case finalDecline
        /// The same request may succeed later.
        case retryLater
        /// The card must never be tried again.
        case doNotRetry
    }

    /// The reason for a network response code of two characters; ``other`` if the table has none.
    package init(networkCode: String) {
        self = DeclineReason(rawValue: networkCode) ?? .other
    }

    /// The retry that the shop may make.
    ///
    /// Source: Visa Core Rules 7.3.6, declines that must not be retried (category 1: 04, 07, 12, 14, 15, 41, 43, 46,
    /// 57) and those that may be (category 2 and 3).
    package var retryAdvice: RetryAdvice {
        switch self {
        case .pickUpCard, .pickUpCardFraud, .invalidTransaction, .invalidCardNumber, .noSuchIssuer,
            .lostCard, .stolenCard, .closedAccount, .notPermittedToCardholder, .violationOfLaw:
            .doNotRetry
        case .error, .reenterTransaction, .noActionTaken, .insufficientFunds,
            .exceedsAmountLimit, .exceedsCountLimit, .issuerUnavailable, .unableToRoute,
            .systemMalfunction:
            .retryLater
        case .referToIssuer, .referToIssuerSpecial, .invalidMerchant, .doNotHonor, .invalidAmount,
            .unableToLocateRecord, .formatError, .noCheckingAccount, .noSavingsAccount,
            .expiredCard, .incorrectPIN, .notPermittedToTerminal, .suspectedFraud,
            .restrictedCard, .securityViolation, .pinTriesExceeded, .wrongSecurityCode,
            .duplicateTransmission, .other:
            .finalDecline
        }
    }
}
