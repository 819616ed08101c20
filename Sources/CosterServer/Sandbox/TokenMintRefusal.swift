import DialectKit
import SandboxPages
import StrictCoding

/// Why the sandbox made no token.
package enum TokenMintRefusal: Error, Equatable {
    case json(JSONReadError)
    case unknownMember
    case amount
    case currency
    case merchantUnknown
    case card
    case applicationData
    case simulatorUnusable

    /// All but those of malformed JSON.
    package static let own: [TokenMintRefusal] = [
        .unknownMember, .amount, .currency, .merchantUnknown, .card, .applicationData,
        .simulatorUnusable,
    ]

    /// A stable code for machines.
    package var code: String {
        switch self {
        case .json(let error): error.code
        case .unknownMember: "unknown-member"
        case .amount: "bad-amount"
        case .currency: "bad-currency"
        case .merchantUnknown: "merchant-identifier-unknown"
        case .card: "bad-card"
        case .applicationData: "bad-application-data"
        case .simulatorUnusable: "simulator-unusable"
        }
    }

    /// The message, with the next step.
    package var message: String {
        switch self {
        case .json(let error): error.sentence
        case .unknownMember:
            "Send only amount, currency, merchantIdentifier, card and applicationData."
        case .amount:
            "The amount is missing or invalid. Send text such as \"14.99\", with the currency's decimals at most."
        case .currency:
            "The currency is missing or unknown. Send three letters such as USD."
        case .merchantUnknown:
            "The simulator has no certificate for this merchantIdentifier. Send \(SandboxMerchant.appleMerchantIdentifier), or make one with `coster simulator certificate`."
        case .card:
            "The card is unknown. Send \(MintedCard.allCases.map(\.rawValue).joined(separator: ", ")), or leave it out."
        case .applicationData:
            "applicationData isn't base64. Send the text of the order in base64, or leave it out."
        case .simulatorUnusable:
            "The simulator's files can't be read. Check the owner of the data folder."
        }
    }

    /// 400 for what the app sent, 500 for the sandbox's own fault.
    var reply: DialectReply {
        .refused(self == .simulatorUnusable ? 500 : 400, code, message)
    }
}
