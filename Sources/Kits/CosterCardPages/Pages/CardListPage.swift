#if canImport(UIKit) && canImport(PassKit)
    import CosterKit
    import CosterKitPassKit
    import Foundation
    import PassKit
    import UIKit

    /// The customer's accounts, and Apple Pay's button above them.
    @MainActor
    final class CardListPage: UIViewController {
        private let controller: CardPaymentController
        private let rows = UIStackView()
        private let accountRows = UIStackView()
        private var sheet: ApplePaySheet?
        /// Whether the app has its result: an account, a payment, or that the customer left. It gets one of them, once.
        private var hasEnded = false
        /// The error that the app gave with its last answer.
        private var bridgeError: (any Error)?

        init(_ controller: CardPaymentController) {
            self.controller = controller
            super.init(nibName: nil, bundle: nil)
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidLoad() {
            super.viewDidLoad()
            let theme = controller.theme
            title = theme.accountListTitle
            view.backgroundColor = theme.backgroundColor
            navigationItem.leftBarButtonItem = UIBarButtonItem(
                systemItem: .cancel, primaryAction: UIAction { [weak self] _ in self?.cancel() })
            addScrolling(rows)
            addApplePay()
            rows.addArrangedSubview(theme.header(theme.accountListHeader))
            accountRows.axis = .vertical
            rows.addArrangedSubview(accountRows)
            rows.addArrangedSubview(
                theme.button(theme.addButtonTitle ?? "") { [weak self] in self?.addCard() })
            if let text = theme.disclaimerText {
                rows.addArrangedSubview(theme.disclaimer(text))
            }
            loadAccounts()
        }

        /// Lists the accounts that the app's server has.
        func loadAccounts() {
            Task {
                let answer = await BridgeReply.to { controller.bridge.accounts($0) }
                if let error = answer?.error { return show(error.localizedDescription) }
                show(answer?.value ?? [])
            }
        }

        private func show(_ accounts: [CardAccount]) {
            for row in accountRows.arrangedSubviews { row.removeFromSuperview() }
            for account in accounts {
                let choose = controller.theme.row(account.title) { [weak self] in
                    self?.choose(account)
                }
                let change = controller.theme.row("Edit") { [weak self] in
                    self?.change(account)
                }
                accountRows.addArrangedSubview(UIStackView(arrangedSubviews: [choose, change]))
            }
        }

        /// Gives an account to the app, unless the customer pays or has ended already: a second result would be paid too.
        func choose(_ account: CardAccount) {
            guard !hasEnded, sheet == nil else { return }
            hasEnded = true
            controller.close()
            controller.events.chose(account)
        }

        private func cancel() {
            guard !hasEnded else { return }
            hasEnded = true
            controller.close()
            controller.events.cancelled()
        }

        private func addCard() {
            navigationController?.pushViewController(
                CardFormPage(controller, list: self, account: nil), animated: true)
        }

        private func change(_ account: CardAccount) {
            navigationController?.pushViewController(
                CardFormPage(controller, list: self, account: account), animated: true)
        }

        /// Adds Apple Pay's row, or logs why it is missing.
        private func addApplePay() {
            guard let request = controller.request else { return }
            switch request.checkout(payee: controller.payee) {
            case .failure(let missing): controller.api.log.log(missing.line)
            case .success(let checkout) where !ApplePaySheet.canPay(checkout.merchant):
                controller.api.log.log(.deviceUnsupported)
            case .success(let checkout):
                let theme = controller.theme
                let button = PKPaymentButton.button(
                    theme.applePayButtonType, style: theme.applePayButtonStyle
                ) { [weak self] in
                    self?.pay(checkout, orderID: request.orderID)
                }
                let label = theme.label(theme.applePayButtonDescription)
                rows.addArrangedSubview(UIStackView(arrangedSubviews: [label, button]))
            }
        }

        private func pay(_ checkout: Checkout, orderID: String) {
            // A second tap while a sheet is open, or one while the pages close.
            guard sheet == nil, !hasEnded else { return }
            guard let client = controller.api.client else {
                return show(CardAPIError.noEndpoint.message)
            }
            let steps = PaymentSteps(
                orderID: orderID, tokenizer: client,
                authorizer: AuthorizerFunction { await self.authorize($0) },
                simulator: controller.api.simulator)
            let sheet = ApplePaySheet(log: controller.api.log, deadline: controller.deadline)
            self.sheet = sheet
            bridgeError = nil
            Task {
                let outcome = await sheet.pay(checkout, steps)
                self.sheet = nil
                end(outcome)
            }
        }

        /// Lets the app's server authorize. A yes is a payment; an error with a no leaves it open.
        private func authorize(_ payment: AuthorizedPayment) async -> ServerAnswer {
            guard case .reference(let reference) = payment.credential else {
                return .failed(.unsupportedVersion)
            }
            let answer = await BridgeReply.to {
                controller.bridge.authorize(reference.value.secret, $0)
            }
            bridgeError = answer?.error
            switch answer?.value {
            case true?: return .paid(reference: payment.orderID)
            case false? where answer?.error == nil:
                return .declined(Decline(ReplyCode("declined")))
            case false?, nil: return .unknown
            }
        }

        private func end(_ outcome: PaymentOutcome) {
            switch outcome {
            case .paid:
                hasEnded = true
                controller.close()
                controller.events.applePayEnded(true)
            case .declined: controller.events.applePayEnded(false)
            case .cancelled: break
            case .failed(let failure): show(failure.description)
            case .unknown:
                show(bridgeError?.localizedDescription ?? Self.unknownMessage)
            }
            controller.events.outcome(outcome)
        }

        private static let unknownMessage =
            "We don't know yet whether you paid. Check with the shop before you pay again."
    }
#endif
