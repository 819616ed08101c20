// Source: Radial, Order-Datatypes-Common-1.0.xsd, "Canonical Payment Service Auth Response Codes";
// Credit Card Auth, tables of ResponseCode, CVV2ResponseCode and AVSResponseCode.
import PaymentDomain

/// The client's next step: the element ResponseCode.
///
/// Radial's own mapping from AuthorizationResponseCode is a private table of rules; this one follows from the handling
/// that its page gives for each code.
enum RadialResponseCode: String, Sendable, CaseIterable {
    /// Accept.
    case approved = "APPROVED"
    /// Approved, but the address does not match: prompt for it.
    case addressMismatch = "AVS"
    /// Approved, but the security code does not match: prompt for it.
    case securityCodeMismatch = "CSC"
    /// Both of them.
    case bothMismatch = "AVSCSC"
    /// Declined: prompt for another card.
    case declined = "DECL"
    /// Declined for lack of funds or credit.
    case declinedFunds = "DECLF"
    /// Declined for good: lost, stolen or suspected of fraud.
    case declinedRisk = "DECLR"
    /// No answer from the processor.
    case timeout = "TIMEOUT"
}

extension AuthorizationResult.Outcome {
    /// AuthorizationResponseCode and ResponseCode, before the checks of address and security code.
    var radialCodes: (authorization: String, response: RadialResponseCode) {
        switch self {
        case .approved: ("AP01", .approved)
        case .unknown: ("TO01", .timeout)
        case .notSent: ("NR01", .timeout)
        case .declined(let reason): reason.radialCodes
        }
    }
}

extension DeclineReason {
    /// AuthorizationResponseCode and ResponseCode of a decline.
    var radialCodes: (authorization: String, response: RadialResponseCode) {
        switch self {
        case .referToIssuer: ("NR02", .declined)
        case .referToIssuerSpecial: ("NR13", .declined)
        case .invalidMerchant: ("NR08", .declined)
        case .pickUpCard: ("NC01", .declinedRisk)
        case .doNotHonor: ("ND01", .declined)
        case .error: ("NR12", .declined)
        case .pickUpCardFraud: ("NC04", .declinedRisk)
        case .invalidTransaction: ("NR04", .declined)
        case .invalidAmount: ("NR05", .declined)
        case .invalidCardNumber: ("NR06", .declined)
        case .noSuchIssuer: ("NR07", .declined)
        case .reenterTransaction: ("NR17", .declined)
        case .noActionTaken: ("NR16", .declined)
        case .unableToLocateRecord: ("NR99", .declined)
        case .formatError: ("NR20", .declined)
        case .lostCard: ("NC02", .declinedRisk)
        case .stolenCard: ("NC03", .declinedRisk)
        case .closedAccount: ("ND09", .declined)
        case .insufficientFunds: ("ND02", .declinedFunds)
        case .noCheckingAccount: ("ND04", .declined)
        case .noSavingsAccount: ("ND05", .declined)
        case .expiredCard: ("NR09", .declined)
        case .incorrectPIN: ("NR10", .declined)
        case .notPermittedToCardholder: ("ND03", .declined)
        case .notPermittedToTerminal: ("ND06", .declined)
        case .suspectedFraud: ("ND99", .declinedRisk)
        case .exceedsAmountLimit: ("ND07", .declinedFunds)
        case .restrictedCard: ("NR11", .declined)
        case .securityViolation: ("ND99", .declined)
        case .exceedsCountLimit: ("ND08", .declinedFunds)
        case .pinTriesExceeded: ("NR10", .declined)
        // CSC would make a client accept the order after some attempts, and no amount is held.
        case .wrongSecurityCode: ("ND10", .declined)
        case .issuerUnavailable: ("NR03", .declined)
        case .unableToRoute: ("NR19", .declined)
        case .violationOfLaw: ("ND03", .declined)
        case .duplicateTransmission: ("NR21", .declined)
        case .systemMalfunction: ("NR12", .declined)
        // "and any unrecognized authorizer code".
        case .other: ("ND01", .declined)
        }
    }
}

extension SecurityCodeCheck {
    /// CVV2ResponseCode.
    var radialCode: String {
        switch self {
        case .match: "M"
        case .noMatch: "N"
        case .notProcessed: "P"
        case .shouldBePresent: "S"
        case .unsupported: "U"
        case .noResponse: "X"
        }
    }

    /// CVV2ResponseCode without a check: the value of the Apple Pay sample.
    static let radialCodeWhenAbsent = "0"
}

extension AddressCheck {
    /// AVSResponseCode.
    var radialCode: String {
        switch self {
        case .match: "Y"
        case .matchWithLongPostalCode: "X"
        case .streetOnly: "A"
        case .postalCodeOnly: "Z"
        case .noMatch: "N"
        case .unavailable: "U"
        case .retry: "R"
        case .unsupported: "S"
        case .international: "G"
        case .failed: "E"
        }
    }

    /// AVSResponseCode without a check: the value of the Apple Pay sample.
    static let radialCodeWhenAbsent = "E"
}

extension AmexChecks.Check {
    /// PhoneResponseCode, NameResponseCode and EmailResponseCode.
    var radialCode: String {
        switch self {
        case .match: "Y"
        case .noMatch: "N"
        case .unavailable: "U"
        }
    }
}

extension FundsResult.Availability {
    /// FundsAvailable. Source: Payment-Datatypes-1.0.xsd, SuccessFailResponseCodeType.
    var radialCode: String {
        switch self {
        case .available: "Success"
        case .unavailable: "Fail"
        case .unknown: "Timeout"
        }
    }
}
