// Source: CardConnect, CardPointe Gateway response codes, "PPS".

/// The codes that the gateway itself answers with, as far as one is given here. None is an approval.
enum GatewayCode: String, Sendable, CaseIterable {
    case invalidCard = "11"
    case invalidTrack = "12"
    case badCheckDigit = "13"
    case nonNumericCode = "14"
    case nonNumericExpiry = "15"
    case invalidZip = "17"
    case invalidMerchant = "21"
    case nothingToReverse = "25"
    case batched = "27"
    case notSettled = "28"
    case notFound = "29"
    case invalidCurrency = "31"
    case wrongCurrency = "32"
    case unknownCardType = "33"
    case invalidField = "34"
    case duplicateSequence = "36"
    case voidTooLate = "39"
    case invalidAmount = "43"
    case bankAccountsNotSupported = "48"
    case lineDown = "61"
    case timedOut = "62"
    case badResponse = "63"
    case noAction = "94"
    case profileNotFound = "96"
    case invalidToken = "98"
    case surchargeNotSupported = "104"

    /// `respstat`.
    var status: CardPointeCode.Status {
        switch self {
        case .lineDown, .timedOut: .retry
        default: .declined
        }
    }

    /// `resptext`.
    var text: String {
        switch self {
        case .invalidCard: "Invalid card"
        case .invalidTrack: "Invalid track"
        case .badCheckDigit: "Bad card check digit"
        case .nonNumericCode: "Non-numeric CVV"
        case .nonNumericExpiry: "Non-numeric expiry"
        case .invalidZip: "Invalid zip"
        case .invalidMerchant: "Invalid merchant"
        case .nothingToReverse: "No matching auth for reversal"
        case .batched: "Txn Batched"
        case .notSettled: "Txn not settled"
        case .notFound: "Txn not found"
        case .invalidCurrency: "Invalid currency"
        case .wrongCurrency: "Wrong currency for merch"
        case .unknownCardType: "Unknown card type"
        case .invalidField: "Invalid field"
        case .duplicateSequence: "Duplicate sequence"
        case .voidTooLate: "Void not permitted after 30 days"
        case .invalidAmount: "Invalid amount"
        case .bankAccountsNotSupported: "Echeck not supported"
        case .lineDown: "Line down"
        case .timedOut: "Timed out"
        case .badResponse: "Bad resp format"
        case .noAction: "No action"
        case .profileNotFound: "Profile not found"
        case .invalidToken: "Invalid token"
        case .surchargeNotSupported: "Surcharge Not Supported"
        }
    }
}
