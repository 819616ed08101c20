import DialectKit
import PaymentDomain
import StrictXML

/// The card of a request, as it was sent.
enum CardSource {
    case card(XMLNode)
    case token(XMLNode)
    case paypage(XMLNode)
    case applepay(XMLNode)

    /// The source that a transaction has; nil for those that are not served (mpos, paypal, banks).
    init?(in transaction: XMLNode) {
        for child in transaction.children {
            switch child.name {
            case "card": self = .card(child)
            case "token": self = .token(child)
            case "paypage": self = .paypage(child)
            case "applepay": self = .applepay(child)
            default: continue
            }
            return
        }
        return nil
    }

    /// Whether the reply has the card's token: not if the client sent one.
    var bringsCard: Bool {
        switch self {
        case .card, .paypage, .applepay: true
        case .token: false
        }
    }
}

/// A card number as a client sent it, before it is checked; it never prints.
struct CardNumberText: Redacted {
    /// The text.
    let value: String

    /// `CardNumberText`.
    var redacted: String { "CardNumberText" }

    /// The card number, or nil if it can't be one.
    ///
    /// - Parameter isProcessorSandbox: Whether a number is taken that fails the Luhn check or is of no network, as
    ///   Vantiv's sandbox takes its test numbers: as the number with the same last four digits that passes. Of the first
    ///   six only the first changes, to Visa's, if they are no network's.
    func pan(isProcessorSandbox: Bool) -> PAN? {
        do {
            let pan = try PAN(digits: value)
            guard pan.network == nil, isProcessorSandbox else { return pan }
        } catch {
            // So it has digits alone, and enough of them.
            guard error == .failsLuhn, isProcessorSandbox,
                !CertificationRow.invalidNumbers.contains(value)
            else { return nil }
        }
        let passing = Self.passing(value)
        return passing?.network == nil ? Self.passing("4\(value.dropFirst())") : passing
    }

    /// The number with another digit before its last four, so that it passes the Luhn check.
    private static func passing(_ digits: String) -> PAN? {
        let start = digits.dropLast(VantivLimits.lastDigits + 1)
        let end = digits.suffix(VantivLimits.lastDigits)
        return (0...9).lazy.compactMap { pan("\(start)\($0)\(end)") }.first
    }

    private static func pan(_ digits: String) -> PAN? {
        do {
            return try PAN(digits: digits)
        } catch {
            return nil
        }
    }
}

/// applepay: the fields of Apple's paymentData, its base64 untouched but for white space around it.
///
/// Source: Vantiv, applepayType; it has no field for the wrapped key of RSA_v1.
enum ApplePayMessage {
    static func fields(_ node: XMLNode) -> ApplePayFields {
        let header = node.child("header")
        let applicationData = trimmedXML(header?.text(of: "applicationData") ?? "")
        func field(_ name: String, _ node: XMLNode?) -> String {
            trimmedXML(node?.text(of: name) ?? "")
        }
        return ApplePayFields(
            version: field("version", node), data: field("data", node),
            signature: field("signature", node),
            ephemeralPublicKey: field("ephemeralPublicKey", header),
            publicKeyHash: field("publicKeyHash", header),
            transactionId: field("transactionId", header),
            // Empty means that the shop set none. Source: eProtect's sample app sends it so.
            applicationData: applicationData.isEmpty ? nil : applicationData)
    }
}
