// Source: Vantiv, response codes of the cnpAPI guide, against ISO 8583 field 39 as the networks use it.

import PaymentDomain

extension VantivCode {
    /// The code that Worldpay itself gave a decline; nil if another processor did, or none.
    init?(of given: ProcessorCode?) {
        guard let given, given.system == "cnp", let code = VantivCode(code: given.code),
            code != .approved, code != .partiallyApproved
        else { return nil }
        self = code
    }

    /// The code of a decline. A referral names the network to call.
    init(_ reason: DeclineReason, _ network: CardNetwork?) {
        switch reason {
        case .referToIssuer, .referToIssuerSpecial: self = Self.referral(to: network)
        case .invalidMerchant: self = .invalidMerchant
        case .pickUpCard, .pickUpCardFraud: self = .pickUpCard
        case .doNotHonor: self = .doNotHonor
        case .invalidTransaction, .violationOfLaw: self = .invalidTransaction
        case .invalidAmount: self = .invalidAmount
        case .invalidCardNumber, .closedAccount: self = .invalidAccountNumber
        case .noSuchIssuer: self = .noSuchIssuer
        case .reenterTransaction: self = .resubmit
        case .lostCard, .stolenCard: self = .lostOrStolenCard
        case .insufficientFunds: self = .insufficientFunds
        case .expiredCard: self = .expiredCard
        case .incorrectPIN: self = .invalidPin
        case .notPermittedToCardholder: self = .cardholderNotPermitted
        case .notPermittedToTerminal: self = .terminalNotAllowed
        case .exceedsAmountLimit: self = .exceedsApprovalAmountLimit
        case .restrictedCard: self = .restrictedCard
        case .pinTriesExceeded: self = .tooManyPINEntries
        case .wrongSecurityCode: self = .securityCodeFailed
        case .issuerUnavailable, .systemMalfunction: self = .issuerUnavailable
        case .unableToRoute: self = .processingNetworkUnavailable
        // Vantiv has no closer code that would not say more than the issuer did.
        case .error, .noActionTaken, .unableToLocateRecord, .formatError, .noCheckingAccount,
            .noSavingsAccount, .suspectedFraud, .securityViolation, .exceedsCountLimit,
            .duplicateTransmission, .other:
            self = .genericDecline
        }
    }

    private static func referral(to network: CardNetwork?) -> VantivCode {
        switch network {
        case .visa, .mastercard: .callVisaOrMastercard
        case .amex: .callAmex
        case .discover: .callDiscover
        case .diners: .callDinersClub
        case .jcb: .callJCB
        case .unionPay, nil: .callIssuer
        }
    }

    /// The reason that makes an acquirer decline with this code in a sandbox; nil for a code that an
    /// authorization is not declined with.
    ///
    /// Source: Vantiv's sandbox page, the authorization response codes 100 to 379.
    var scriptedReason: DeclineReason? {
        guard let number = Int(code), Self.declines.contains(number), self != .depleted,
            !Self.queries.contains(number), self != .duplicateTransaction
        else { return nil }
        return Self.scriptedReasons[self] ?? .doNotHonor
    }

    /// The reasons that fit; any other code is answered word for word after ``DeclineReason/doNotHonor``.
    private static let scriptedReasons: [VantivCode: DeclineReason] = [
        .insufficientFunds: .insufficientFunds, .issuerUnavailable: .issuerUnavailable,
        .processingNetworkUnavailable: .unableToRoute, .invalidAccountNumber: .invalidCardNumber,
        .pickUpCard: .pickUpCard, .lostOrStolenCard: .lostCard, .expiredCard: .expiredCard,
        .restrictedCard: .restrictedCard, .callIssuer: .referToIssuer,
        .callAmex: .referToIssuer, .callDinersClub: .referToIssuer,
        .callDiscover: .referToIssuer, .callJCB: .referToIssuer,
        .callVisaOrMastercard: .referToIssuer,
    ]

    private static let declines = 100...379
    private static let queries = 150...159
}
