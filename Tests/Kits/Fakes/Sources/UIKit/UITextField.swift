// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Foundation

#if canImport(ObjectiveC)
    @objc(UITextFieldDelegate)
    @MainActor
    public protocol UITextFieldDelegate: NSObjectProtocol {
        @objc optional func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
        @objc optional func textFieldDidBeginEditing(_ textField: UITextField)
        @objc optional func textFieldDidEndEditing(_ textField: UITextField)
        @objc optional func textFieldShouldReturn(_ textField: UITextField) -> Bool
        @objc optional func textFieldShouldClear(_ textField: UITextField) -> Bool
        @objc(textField:shouldChangeCharactersInRange:replacementString:)
        optional func textField(
            _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
            replacementString string: String
        ) -> Bool
    }
#else
    @MainActor
    public protocol UITextFieldDelegate: NSObjectProtocol {
        func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
        func textFieldDidBeginEditing(_ textField: UITextField)
        func textFieldDidEndEditing(_ textField: UITextField)
        func textFieldShouldReturn(_ textField: UITextField) -> Bool
        func textFieldShouldClear(_ textField: UITextField) -> Bool
        func textField(
            _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
            replacementString string: String
        ) -> Bool
    }

    // Optional in Objective-C: the defaults stand for that.
    extension UITextFieldDelegate {
        public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
        public func textFieldDidBeginEditing(_ textField: UITextField) {}
        public func textFieldDidEndEditing(_ textField: UITextField) {}
        public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
        public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
        public func textField(
            _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
            replacementString string: String
        ) -> Bool { true }
    }
#endif

public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad
}

@MainActor
open class UITextField: UIControl {
    open weak var delegate: (any UITextFieldDelegate)?
    open var text: String? = ""
    open var placeholder: String?
    open var font: UIFont?
    open var textColor: UIColor?
    open var keyboardType = UIKeyboardType.default
    open var leftView: UIView?
    open var rightView: UIView?

    /// What the customer does: types a text at the end, one character at a time.
    public func type(_ characters: String) {
        for character in characters {
            edit(NSRange(location: (text ?? "").utf16.count, length: 0), String(character))
        }
    }

    /// What the customer does: deletes the last character.
    public func deleteBackward() {
        let length = (text ?? "").utf16.count
        if length > 0 { edit(NSRange(location: length - 1, length: 1), "") }
    }

    private func edit(_ range: NSRange, _ replacement: String) {
        let isTaken =
            delegate?.textField(
                self, shouldChangeCharactersIn: range, replacementString: replacement) ?? true
        guard isTaken, let old = text, let part = Range(range, in: old) else { return }
        text = old.replacingCharacters(in: part, with: replacement)
    }
}
