import DialectKit

/// The operation of a request: transactionAction.
///
/// Source: the source document (SaveApplePayToken, AuthCapt), InstaMed's portal (Void, SimpleRefund, ViewReceipt);
/// SaveOnFile is seen in use; Auth and Capture follow from the status A.
enum InstaMedAction: String, Sendable, CaseIterable {
    case saveApplePayToken = "SaveApplePayToken"
    case authorizeAndCapture = "AuthCapt"
    case authorize = "Auth"
    case capture = "Capture"
    case void = "Void"
    case simpleRefund = "SimpleRefund"
    case viewReceipt = "ViewReceipt"
    case saveOnFile = "SaveOnFile"

    /// The action of a word in any case; nil for another word.
    init?(anyCase word: String) {
        let lowered = ASCIICase.lowered(word)
        guard let action = Self.allCases.first(where: { ASCIICase.lowered($0.rawValue) == lowered })
        else { return nil }
        self = action
    }

    /// Whether it makes a transaction with a number of its own. A payment keeps one number: what captures or voids it
    /// gets none.
    var isNumbered: Bool {
        switch self {
        case .authorizeAndCapture, .authorize, .simpleRefund, .saveOnFile: true
        case .saveApplePayToken, .capture, .void, .viewReceipt: false
        }
    }

    /// Whether it asks for money.
    var isPayment: Bool {
        switch self {
        case .authorizeAndCapture, .authorize: true
        case .saveApplePayToken, .capture, .void, .simpleRefund, .viewReceipt, .saveOnFile: false
        }
    }
}
