// Source: CardConnect, CardPointe Gateway response codes, "Rapid Connect": the rows that a card payment meets. The
// texts of 003 to 785 and of the codes to be retried are ours where that list has none.

import PaymentDomain

let rapidConnectRows: [CardPointeProcessor.Row] = [
    .init("000", .approved, "Approval"),
    .init("002", .approved, "Approve for partial amount"),
    .init("003", .approved, "Approve VIP"),
    .init("701", .approved, "Approve"),
    .init("703", .approved, "Approve"),
    .init("708", .approved, "Approve"),
    .init("785", .approved, "Approve"),
    .init("505", .retry, "Please retry"),
    .init("508", .retry, "Please retry"),
    .init("511", .retry, "Please retry"),
    .init("516", .retry, "Please retry"),
    .init("920", .retry, "Please retry"),
    .init("001", .declined, "Schema Validation Error"),
    .init("100", .declined, "Do not honor"),
    .init("101", .declined, "Expired card"),
    .init("102", .declined, "Suspected fraud"),
    .init("104", .declined, "Restricted card"),
    .init("106", .declined, "PIN tries exceeded"),
    .init("107", .declined, "Call for authorization"),
    .init("108", .declined, "Refer to issuer special conditions"),
    .init("109", .declined, "Invalid merchant"),
    .init("110", .declined, "Invalid amount"),
    .init("114", .declined, "Invalid account type"),
    .init("116", .declined, "Not sufficient funds"),
    .init("117", .declined, "Incorrect PIN"),
    .init("118", .declined, "No card record"),
    .init("119", .declined, "Not permitted to cardholder"),
    .init("120", .declined, "Not permitted to terminal"),
    .init("121", .declined, "Exceeds withdrawal amount"),
    .init("122", .declined, "Security violation"),
    .init("130", .declined, "Invalid terminal"),
    .init("131", .declined, "Invalid account number"),
    .init("132", .declined, "Unmatched expiry"),
    .init("150", .declined, "Invalid merchant set up"),
    .init("208", .declined, "Lost card"),
    .init("209", .declined, "Stolen card"),
    .init("302", .declined, "Account closed"),
    .init("332", .declined, "Account locked"),
    .init("334", .declined, "Already reversed"),
    .init("355", .declined, "Invalid currency"),
    .init("402", .declined, "TransArmor service unavailable"),
    .init("403", .declined, "TransArmor invalid token"),
    .init("404", .declined, "TransArmor invalid data"),
    .init("500", .declined, "Decline"),
    .init("517", .declined, "CVV2 Declined"),
    .init("520", .declined, "Reversal Rejected"),
    .init("531", .declined, "Retry with 3DS"),
    .init("704", .declined, "Pick Up Card"),
    .init("902", .declined, "Invalid transaction"),
    .init("904", .declined, "Format error"),
    .init("906", .declined, "System Error"),
    .init("911", .declined, "Card issuer timed out"),
    .init("913", .declined, "Duplicate transaction"),
    .init("914", .declined, "Original Authorization was not found"),
    .init("963", .declined, "Acquirer channel unavailable"),
]

extension DeclineReason {
    /// The code of Rapid Connect; 500 where none says the same.
    var rapidConnectCode: String {
        switch self {
        case .referToIssuer: "107"
        case .referToIssuerSpecial: "108"
        case .invalidMerchant: "109"
        case .pickUpCard, .pickUpCardFraud: "704"
        case .doNotHonor: "100"
        case .error, .systemMalfunction: "906"
        case .invalidTransaction: "902"
        case .invalidAmount: "110"
        case .invalidCardNumber: "131"
        case .noSuchIssuer: "118"
        case .unableToLocateRecord: "914"
        case .formatError: "904"
        case .lostCard: "208"
        case .stolenCard: "209"
        case .closedAccount: "302"
        case .insufficientFunds: "116"
        case .noCheckingAccount, .noSavingsAccount: "114"
        case .expiredCard: "101"
        case .incorrectPIN: "117"
        case .notPermittedToCardholder: "119"
        case .notPermittedToTerminal: "120"
        case .suspectedFraud: "102"
        case .exceedsAmountLimit, .exceedsCountLimit: "121"
        case .restrictedCard: "104"
        case .securityViolation: "122"
        case .pinTriesExceeded: "106"
        case .wrongSecurityCode: "517"
        case .issuerUnavailable: "911"
        case .unableToRoute: "963"
        case .duplicateTransmission: "913"
        case .reenterTransaction, .noActionTaken, .violationOfLaw, .other: "500"
        }
    }
}
