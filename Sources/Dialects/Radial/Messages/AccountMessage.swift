import DialectKit
import PaymentDomain
import StrictXML

/// The account of a PaymentContext: a card number, our token for one, or an encrypted form.
enum AccountMessage: Sendable {
    /// isToken is false.
    case cardNumber(CardNumberText)
    /// isToken is true.
    case token(String)
    /// EncryptedPaymentAccountUniqueId: read as far as to refuse it by name.
    case encrypted

    /// Reads the choice within PaymentContext.
    init(_ cursor: inout XMLCursor) throws(XMLReadError) {
        if try cursor.optionalElement("EncryptedPaymentAccountUniqueId") != nil {
            self = .encrypted
            return
        }
        let name: StaticString = "PaymentAccountUniqueId"
        let node = try cursor.requiredElement(name)
        try node.allowAttributes(["isToken"], on: name)
        let flag = try node.requiredAttribute("isToken", max: RadialLimits.word)
        guard !node.hasChildren else { throw XMLReadError(.unexpectedElement, name) }
        let text = trimmedXML(node.text)
        guard !text.isEmpty else { throw XMLReadError(.tooShort, name) }
        guard text.unicodeScalars.count <= RadialLimits.accountUniqueID else {
            throw XMLReadError(.tooLong, name)
        }
        switch trimmedXML(flag) {
        case "true", "1": self = .token(text)
        case "false", "0": self = .cardNumber(CardNumberText(text))
        default: throw XMLReadError(.malformedBoolean, "isToken")
        }
    }
}

/// The text in a card number's field, before it is checked; it never prints.
struct CardNumberText: Redacted {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// `CardNumberText`.
    var redacted: String { "CardNumberText" }

    /// The card number.
    func pan() throws(RadialProblem) -> PAN {
        do {
            return try PAN(digits: text)
        } catch {
            switch error {
            case .failsLuhn: throw .broken(.failsLuhn)
            case .notDigits, .wrongLength: throw .broken(.invalidPAN)
            }
        }
    }
}
