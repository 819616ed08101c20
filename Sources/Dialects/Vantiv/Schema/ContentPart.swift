/// The elements whose content is checked.
enum ContentPart: Int, Sendable, Hashable, CaseIterable {
    case authorization
    /// An authorization that refers to an earlier one.
    case reauthorization
    case sale
    case captureGivenAuth
    case forceCapture
    case capture
    /// A credit to an earlier transaction.
    case referencedCredit
    /// A credit to a card.
    case freeCredit
    case void
    case authReversal
    case registerTokenRequest
    case queryTransaction
    case card
    case paypage
    case token
    case applepay
    case applepayHeader
    case contact
    case cardholderAuthentication
    case authInformation
    case fraudResult
    case authentication

    /// The model, with the rules of all releases.
    var model: ContentModel {
        switch self {
        case .authorization: model("authorization", Self.authorizationRules)
        case .reauthorization: model("authorization", Self.reauthorizationRules)
        case .sale: model("sale", Self.saleRules)
        case .captureGivenAuth: model("captureGivenAuth", Self.captureGivenAuthRules)
        case .forceCapture: model("forceCapture", Self.forceCaptureRules)
        case .capture: model("capture", Self.captureRules, .all)
        case .referencedCredit: model("credit", Self.referencedCreditRules)
        case .freeCredit: model("credit", Self.freeCreditRules)
        case .void: model("void", Self.voidRules, .all)
        case .authReversal: model("authReversal", Self.authReversalRules, .all)
        case .registerTokenRequest: model("registerTokenRequest", Self.registerTokenRules)
        case .queryTransaction: model("queryTransaction", Self.queryRules)
        case .card: model("card", Self.cardRules)
        case .paypage: model("paypage", Self.paypageRules)
        case .token: model("token", Self.tokenRules)
        case .applepay: model("applepay", Self.applePayRules)
        case .applepayHeader: model("header", Self.applePayHeaderRules)
        case .contact: model("address", Self.contactRules, .all)
        case .cardholderAuthentication:
            model("cardholderAuthentication", Self.authenticationRules, .all)
        case .authInformation: model("authInformation", Self.authInformationRules, .all)
        case .fraudResult: model("fraudResult", Self.fraudResultRules, .all)
        case .authentication: model("authentication", Self.credentialRules)
        }
    }

    private func model(
        _ name: String, _ rules: [ContentRule], _ order: ContentModel.Order = .sequence
    ) -> ContentModel {
        ContentModel(name: name, order: order, rules: rules)
    }

    /// Rules in order.
    static func rules(_ groups: [ContentRule]...) -> [ContentRule] { groups.flatMap { $0 } }
}
