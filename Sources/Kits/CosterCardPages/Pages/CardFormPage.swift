#if canImport(UIKit) && canImport(PassKit)
    import CosterKit
    import Foundation
    import UIKit

    /// The form for a new card, or for the changes of a stored one.
    @MainActor
    final class CardFormPage: UIViewController {
        private let controller: CardPaymentController
        private weak var list: CardListPage?
        private let account: CardAccount?
        private let number = CardNumberContent()
        private let code = SecurityCodeContent()
        private let month = ExpirationContent()
        private var formatters: [FieldFormatter] = []
        private var plain: [FormField: UITextField] = [:]
        private let rows = UIStackView()
        private let spinner = UIActivityIndicatorView(style: .medium)
        private let isDefault = UISwitch()
        /// Whether an answer is waited for. Taps are passed over then: a second one would store the card again.
        private var isWorking = false {
            didSet { isWorking ? spinner.startAnimating() : spinner.stopAnimating() }
        }

        /// - Parameter account: The account to change; nil for a new card.
        init(_ controller: CardPaymentController, list: CardListPage, account: CardAccount?) {
            self.controller = controller
            self.list = list
            self.account = account
            super.init(nibName: nil, bundle: nil)
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() {
            super.viewDidLoad()
            let theme = controller.theme
            title = account == nil ? theme.newFormTitle : theme.changeFormTitle
            view.backgroundColor = theme.backgroundColor
            addScrolling(rows)
            addCardFields(theme)
            for field in FormField.shown(theme) {
                let text = theme.textField(field.rawValue)
                text.text = account.flatMap { $0[keyPath: field.property] }
                plain[field] = text
                rows.addArrangedSubview(text)
            }
            theme.apply(to: isDefault)
            isDefault.isOn = account?.defaultAccount ?? false
            rows.addArrangedSubview(
                UIStackView(arrangedSubviews: [theme.label("Default"), isDefault]))
            theme.apply(to: spinner)
            rows.addArrangedSubview(spinner)
            rows.addArrangedSubview(theme.button("Save") { [weak self] in self?.save() })
            if account != nil {
                rows.addArrangedSubview(theme.button("Delete") { [weak self] in self?.delete() })
            }
        }

        private func addCardFields(_ theme: CardPageTheme) {
            number.mask = theme.fieldMask
            code.mask = CardMask(character: theme.maskCharacter)
            month.separator = theme.separatorCharacter
            month.yearDigits = theme.yearDigits
            if let date = account?.expirationDate { month.show(date) }
            if account == nil { add("Card number", number, theme) }
            add("Expiration date", month, theme)
            if account == nil { add("Security code", code, theme) }
        }

        private func add(_ name: String, _ content: any FieldContent, _ theme: CardPageTheme) {
            let field = theme.textField(name)
            let formatter = FieldFormatter(content)
            field.delegate = formatter
            field.keyboardType = .numberPad
            formatter.updateTextFieldText(field)
            formatters.append(formatter)
            rows.addArrangedSubview(field)
        }

        /// Copies the form into an account.
        private func fill(_ account: CardAccount) {
            for (field, text) in plain { account[keyPath: field.property] = text.text }
            account.defaultAccount = isDefault.isOn
            account.expirationDate = month.date
        }

        private func save() {
            guard !isWorking else { return }
            guard let account else { return saveNew() }
            guard month.isValid else { return show(CardAPIError.invalidCardData.message) }
            fill(account)
            isWorking = true
            Task {
                let answer = await BridgeReply.to { controller.bridge.update(account, $0) }
                end(answer?.error, answer?.value == nil)
            }
        }

        private func saveNew() {
            let card = CardEntry()
            number.fill(card)
            code.fill(card)
            card.expirationDate = month.date
            isWorking = true
            _ = controller.api.tokenize(card) { [self] token, error in
                guard let token else { return end(error, true) }
                let account = controller.events.makeAccount()
                account.token = token
                account.accountType = card.issuer.accountType
                fill(account)
                store(account)
            }
        }

        private func store(_ account: CardAccount) {
            Task {
                let answer = await BridgeReply.to { controller.bridge.save(account, $0) }
                guard let saved = answer?.value, controller.selectsNewCards else {
                    return end(answer?.error, answer?.value == nil)
                }
                list?.choose(saved)
            }
        }

        private func delete() {
            guard !isWorking, let id = account?.accountID else { return }
            isWorking = true
            Task {
                let answer = await BridgeReply.to { controller.bridge.delete(id, $0) }
                end(answer?.error, answer?.value != true)
            }
        }

        /// Goes back to the list, or shows why it didn't work.
        private func end(_ error: (any Error)?, _ isFailure: Bool) {
            guard error == nil, !isFailure else {
                isWorking = false
                return show(
                    error?.localizedDescription ?? "The account wasn't changed. Try again.")
            }
            _ = navigationController?.popViewController(animated: true)
            list?.loadAccounts()
        }
    }

    /// The form's plain fields and the account's properties.
    @MainActor
    enum FormField: String, CaseIterable {
        case name = "Name"
        case email = "E-mail"
        case phone = "Phone"
        case address = "Street"
        case city = "City"
        case region = "State"
        case postalCode = "Postal code"

        /// The fields that a theme asks for. The postal code is always asked for.
        static func shown(_ theme: CardPageTheme) -> [FormField] {
            (theme.collectContactInfo ? [.name, .email, .phone] : [])
                + (theme.collectBillingAddress ? [.address, .city, .region] : [])
                + [.postalCode]
        }

        var property: ReferenceWritableKeyPath<CardAccount, String?> {
            switch self {
            case .name: \.name
            case .email: \.email
            case .phone: \.phone
            case .address: \.address
            case .city: \.city
            case .region: \.region
            case .postalCode: \.postalCode
            }
        }
    }
#endif
