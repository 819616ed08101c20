// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// The vendor's headers say nothing about nil, so apps see these types with `!`.

#if canImport(UIKit) && canImport(PassKit)
    import Foundation

    // Texts of the pages. Setting one to nil brings its default back.
    extension BMSTheme {
        /// The button that adds an account. The default is "Add New Accounts".
        #if canImport(ObjectiveC)
            @objc
        #endif
        public var buttonTitle: String! {
            get { addButtonTitle }
            set { addButtonTitle = newValue }
        }

        /// The list's title. The default is "Accounts".
        #if canImport(ObjectiveC)
            @objc
        #endif
        public var listTitle: String! {
            get { accountListTitle }
            set { accountListTitle = newValue }
        }

        /// The list's heading. The default is "PAYMENT METHODS".
        #if canImport(ObjectiveC)
            @objc
        #endif
        public var listSectionHeaderText: String! {
            get { accountListHeader }
            set { accountListHeader = newValue }
        }

        /// The title of the form for a new card. The default is "Create Account".
        #if canImport(ObjectiveC)
            @objc
        #endif
        public var formTitle: String! {
            get { newFormTitle }
            set { newFormTitle = newValue }
        }

        /// The title of the form for a stored card. The default is "Edit Account".
        #if canImport(ObjectiveC)
            @objc
        #endif
        public var editFormTitle: String! {
            get { changeFormTitle }
            set { changeFormTitle = newValue }
        }
    }
#endif
