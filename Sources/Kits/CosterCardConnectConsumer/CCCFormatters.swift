#if canImport(UIKit)
    import CosterCardPages
    import Foundation
    import UIKit

    /// A text field's delegate that shows a mask. The three formatters below are the ones to use.
    ///
    /// ``/CosterCardPages/FieldFormatter`` has its properties.
    #if canImport(ObjectiveC)
        @objc(CCCTextFieldDelegateProxy)
    #endif
    @MainActor
    open class CCCTextFieldDelegateProxy: FieldFormatter {
        /// Makes a delegate that shows what is typed in.
        public override init() {
            super.init(PlainContent())
            onEdit = { [weak self] in self?.report() }
        }

        package override init(_ content: any FieldContent) {
            super.init(content)
            onEdit = { [weak self] in self?.report() }
        }

        private func report() {
            let app = originalDelegate as? any CCCFormatterDelegateExtension
            #if canImport(ObjectiveC)
                app?.didChangeCharactersInRange?(forFormatter: self)
            #else
                app?.didChangeCharactersInRange(forFormatter: self)
            #endif
        }
    }

    /// The events of a formatter for an app's own delegate.
    #if canImport(ObjectiveC)
        @objc(CCCFormatterDelegateExtension)
    #endif
    @preconcurrency @MainActor
    public protocol CCCFormatterDelegateExtension: UITextFieldDelegate {
        #if canImport(ObjectiveC)
            /// The text was changed.
            @objc(didChangeCharactersInRangeForFormatter:)
            optional func didChangeCharactersInRange(
                forFormatter formatter: CCCTextFieldDelegateProxy!)
        #else
            /// The text was changed.
            func didChangeCharactersInRange(forFormatter formatter: CCCTextFieldDelegateProxy!)
        #endif
    }

    #if !canImport(ObjectiveC)
        extension CCCFormatterDelegateExtension {
            /// The default of an optional method that the app hasn't.
            public func didChangeCharactersInRange(
                forFormatter formatter: CCCTextFieldDelegateProxy!
            ) {}
        }
    #endif
#endif
