// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// The vendor's headers say nothing about nil, so apps see these types with `!`.

#if canImport(UIKit)
    import CosterKit
    import Foundation
    import UIKit

    /// A text field's delegate that keeps the typed digits to itself and shows a mask.
    ///
    /// `CCCTextFieldDelegateProxy` and `BMSTextFieldDelegateProxy` are made from it.
    #if canImport(ObjectiveC)
        @objcMembers
    #endif
    @MainActor
    open class FieldFormatter: NSObject, UITextFieldDelegate {
        package let content: any FieldContent
        /// Called after each edit.
        package var onEdit: (() -> Void)?

        /// The app's own delegate, which gets the calls that a formatter doesn't need.
        #if canImport(ObjectiveC)
            @IBOutlet
        #endif
        public weak var originalDelegate: (any UITextFieldDelegate)?

        /// The field. Known from its first edit.
        public var textField: UITextField!
        /// The left view of a valid field.
        public var leftValidView: UIView!
        /// The left view of an invalid field.
        public var leftInvalidView: UIView!
        /// The right view of a valid field.
        public var rightValidView: UIView!
        /// The right view of an invalid field.
        public var rightInvalidView: UIView!

        /// Makes a delegate that shows what is typed in.
        public override init() {
            content = PlainContent()
        }

        package init(_ content: any FieldContent) {
            self.content = content
        }

        /// Shows the content in a field, for example in a cell that is used again.
        #if canImport(ObjectiveC)
            @objc(updateTextFieldText:)
        #endif
        public func updateTextFieldText(_ textField: UITextField!) {
            self.textField = textField
            refresh()
        }

        /// Empties the field and forgets what was typed in.
        public func clearTextField() {
            content.typed = Redacted("")
            refresh()
        }

        /// Shows the content, and the views of a valid or an invalid field.
        package func refresh() {
            guard let textField else { return }
            textField.text = content.shown
            let isEmpty = content.typed.secret.isEmpty
            textField.leftView =
                isEmpty ? nil : content.isValid ? leftValidView : leftInvalidView
            textField.rightView =
                isEmpty ? nil : content.isValid ? rightValidView : rightInvalidView
        }

        /// Takes an edit. Returns false: the field gets the masked text instead.
        public func textField(
            _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
            replacementString string: String
        ) -> Bool {
            self.textField = textField
            content.replace(range, with: string)
            refresh()
            onEdit?()
            return false
        }

        /// Passes the question on.
        public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool {
            #if canImport(ObjectiveC)
                originalDelegate?.textFieldShouldBeginEditing?(textField) ?? true
            #else
                originalDelegate?.textFieldShouldBeginEditing(textField) ?? true
            #endif
        }

        /// Passes the call on.
        public func textFieldDidBeginEditing(_ textField: UITextField) {
            #if canImport(ObjectiveC)
                originalDelegate?.textFieldDidBeginEditing?(textField)
            #else
                originalDelegate?.textFieldDidBeginEditing(textField)
            #endif
        }

        /// Passes the call on.
        public func textFieldDidEndEditing(_ textField: UITextField) {
            #if canImport(ObjectiveC)
                originalDelegate?.textFieldDidEndEditing?(textField)
            #else
                originalDelegate?.textFieldDidEndEditing(textField)
            #endif
        }

        /// Passes the question on.
        public func textFieldShouldReturn(_ textField: UITextField) -> Bool {
            #if canImport(ObjectiveC)
                originalDelegate?.textFieldShouldReturn?(textField) ?? true
            #else
                originalDelegate?.textFieldShouldReturn(textField) ?? true
            #endif
        }

        /// Empties the field.
        public func textFieldShouldClear(_ textField: UITextField) -> Bool {
            self.textField = textField
            clearTextField()
            onEdit?()
            return false
        }
    }
#endif
