// Source: CardConnect, CardPointe Gateway response codes, "First Data North", and recorded replies of the public test
// merchant. The texts of codes that are named there without one are those of ISO 8583.

import PaymentDomain

let firstDataNorthRows: [CardPointeProcessor.Row] = [
    .init("00", .approved, "Approval"),
    .init("10", .approved, "Partial Approval"),
    .init("76", .approved, "Reversed"),
    .init("85", .approved, "Validated"),
    .init("28", .retry, "Please retry"),
    .init("91", .retry, "System error"),
    .init("NL", .retry, "Please retry"),
    .init("01", .declined, "Refer to issuer"),
    .init("03", .declined, "Invalid merchant"),
    .init("05", .declined, "Do not honor"),
    .init("12", .declined, "Invalid transaction"),
    .init("13", .declined, "Invalid amount"),
    .init("14", .declined, "Invalid card number"),
    .init("51", .declined, "Declined"),
    .init("54", .declined, "Wrong expiration"),
    .init("55", .declined, "Incorrect PIN"),
    .init("57", .declined, "Not permitted to cardholder"),
    .init("60", .declined, "Contact acquirer"),
    .init("61", .declined, "Exceeds amount limit"),
    .init("63", .declined, "Security violation"),
    .init("75", .declined, "PIN tries exceeded"),
    .init("94", .declined, "Duplicate tran"),
    .init("C2", .declined, "CVV decline"),
    .init("N3", .declined, "Cash service not available"),
    .init("NU", .declined, "Insufficient funds"),
    .init("RW", .declined, "Reversal outside window"),
]

extension DeclineReason {
    /// The code of First Data North; 51 where none says the same.
    var firstDataNorthCode: String {
        switch self {
        case .referToIssuer, .referToIssuerSpecial: "01"
        case .invalidMerchant: "03"
        case .doNotHonor: "05"
        case .invalidTransaction: "12"
        case .invalidAmount: "13"
        case .invalidCardNumber, .noSuchIssuer: "14"
        case .insufficientFunds: "NU"
        case .expiredCard: "54"
        case .incorrectPIN: "55"
        case .notPermittedToCardholder, .notPermittedToTerminal: "57"
        case .exceedsAmountLimit, .exceedsCountLimit: "61"
        case .securityViolation: "63"
        case .pinTriesExceeded: "75"
        case .wrongSecurityCode: "C2"
        case .duplicateTransmission: "94"
        case .reenterTransaction: "28"
        case .issuerUnavailable, .systemMalfunction, .unableToRoute, .error: "91"
        case .pickUpCard, .pickUpCardFraud, .noActionTaken, .unableToLocateRecord, .formatError,
            .lostCard, .stolenCard, .closedAccount, .noCheckingAccount, .noSavingsAccount,
            .suspectedFraud, .restrictedCard, .violationOfLaw, .other:
            "51"
        }
    }
}
