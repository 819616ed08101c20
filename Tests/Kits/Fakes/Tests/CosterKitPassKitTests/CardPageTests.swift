import BMSShop
import CosterBolt
import CosterCardPages
import Foundation
import PassKit
import Testing
import UIKit

extension PassKitTests {
    @Suite("The card pages, with BMS names", .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct CardPageTests {
        private let shop = CheckoutViewController(ShopBridge { _ in true })
        private let lines = LoggedLines()

        init() {
            PassKitStandIn.reset()
            UIKitStandIn.reset()
            lines.listen(to: BMSAPI.instance())
            shop.loadViewIfNeeded()
        }

        private func account(_ id: String) throws -> BMSAccount {
            let account = try #require(BMSAccount(data: Data(CardFixtures.profile.utf8)))
            account.accountID = id
            return account
        }

        @Test("nil without a root view, a bridge or a delegate")
        func initializers() {
            let (bridge, root) = (shop.bridge, UIViewController())
            for theme in [nil, BMSTheme()] {
                #expect(
                    BMSPaymentController(
                        rootView: nil, apiBridge: bridge, delegate: shop, theme: theme) == nil)
                #expect(
                    BMSPaymentController(
                        rootView: root, apiBridge: nil, delegate: shop, theme: theme) == nil)
                #expect(
                    BMSPaymentController(
                        rootView: root, apiBridge: bridge, delegate: nil, theme: theme) == nil)
            }
            let made = BMSPaymentController(rootView: root, apiBridge: bridge, delegate: shop)
            #expect(made?.delegate === shop && made?.autoSelectNewCards == false)
        }

        @Test("a root view that presents already presents nothing more")
        func presentsOnce() {
            shop.payTapped()
            shop.payTapped()
            #expect(UIKitStandIn.presented.count == 1)
        }

        @Test("without a navigation stack nothing is pushed; with one the list is")
        func pushes() {
            shop.payTapped(pushed: true)
            #expect(shop.presentedViewController == nil)
            let navigation = UINavigationController(rootViewController: shop)
            shop.payTapped(pushed: true)
            #expect(navigation.viewControllers.count == 2)
            #expect(navigation.topViewController?.title == "Cards")
        }

        @Test("a tap on an account closes the pages and gives it to the delegate")
        func chooses() async throws {
            shop.bridge.accounts = [try account("7")]
            shop.payTapped()
            await UIKitStandIn.until { !UIKitStandIn.buttons("VISA 1111").isEmpty }
            #expect(UIKitStandIn.tap("VISA 1111"))
            #expect(shop.results == ["account 7 1111"])
            #expect(shop.presentedViewController == nil)
        }

        @Test("a second tap while the pages close gives no second result")
        func choosesOnce() async throws {
            BMSAPI.instance().endpoint = nil
            shop.bridge.accounts = [try account("7")]
            shop.payTapped()
            await UIKitStandIn.until { !UIKitStandIn.buttons("VISA 1111").isEmpty }
            let row = try #require(UIKitStandIn.buttons("VISA 1111").first)
            let applePay = try #require(shop.applePayButton)
            for button in [row, row, applePay] { button.sendActions(for: .touchUpInside) }
            #expect(shop.results == ["account 7 1111"] && UIKitStandIn.alerts.isEmpty)
        }

        @Test("while Apple Pay's sheet is open, no account is given to the delegate")
        func paysOrChooses() async throws {
            BMSAPI.instance().endpoint = "127.0.0.1:1"
            shop.bridge.accounts = [try account("7")]
            shop.payTapped()
            await UIKitStandIn.until { !UIKitStandIn.buttons("VISA 1111").isEmpty }
            let row = try #require(UIKitStandIn.buttons("VISA 1111").first)
            let applePay = try #require(shop.applePayButton)
            let outcome = await shop.outcome {
                for button in [applePay, row] { button.sendActions(for: .touchUpInside) }
            }
            #expect(outcome == "cancelled" && shop.results.isEmpty)
        }

        @Test("a second tap on Save sends nothing again")
        func savesOnce() async throws {
            shop.bridge.accounts = [try account("7")]
            shop.payTapped()
            await UIKitStandIn.until { !UIKitStandIn.buttons("VISA 1111").isEmpty }
            #expect(UIKitStandIn.tap("Edit") && UIKitStandIn.tap("Save"))
            #expect(UIKitStandIn.tap("Save"))
            await UIKitStandIn.until { UIKitStandIn.page?.title == "Cards" }
            #expect(shop.bridge.updates.count == 1)
        }

        @Test("a new card is tokenized and stored, and chosen with autoSelectNewCards")
        func addsCard() async throws {
            let server = try LoopbackServer(replies: [CardPageFixtures.tokenReply])
            BMSAPI.instance().endpoint = CardPageFixtures.endpoint(server)
            shop.payTapped()
            #expect(UIKitStandIn.tap("Add a card"))
            let fields = UIKitStandIn.views(UITextField.self)
            let typed = ["Card number": "4111111111111111", "Expiration date": "1249"]
            for field in fields {
                let name = field.placeholder ?? ""
                if field.keyboardType == .numberPad {
                    field.type(typed[name] ?? "123")
                } else {
                    field.text = name
                }
            }
            #expect(UIKitStandIn.tap("Save"))
            // A chosen account closes the pages.
            await UIKitStandIn.until { shop.presentedViewController == nil }
            let stored = try #require(shop.bridge.accounts.first)
            #expect(shop.results == ["account 1 1111"] && stored.name == "Name")
            #expect(stored.postalCode == "Postal code" && stored.accountType == "VISA")
            #expect(fields.first?.text?.contains("4") == false)
        }

        @Test("a stored card is changed, and deleted")
        func changes() async throws {
            shop.bridge.accounts = [try account("7")]
            shop.payTapped()
            await UIKitStandIn.until { !UIKitStandIn.buttons("VISA 1111").isEmpty }
            #expect(UIKitStandIn.tap("Edit") && UIKitStandIn.page?.title == "Edit Account")
            let fields = UIKitStandIn.views(UITextField.self)
            #expect(fields.map(\.text).prefix(2) == ["12/49", "Jane Doe"])
            fields.first { $0.placeholder == "Name" }?.text = "John"
            #expect(UIKitStandIn.tap("Save"))
            await UIKitStandIn.until { UIKitStandIn.page?.title == "Cards" }
            let changed = try #require(shop.bridge.updates.first)
            #expect(changed.name == "John" && changed.accountID == "7")
            #expect(changed.expirationDate == (try CardFixtures.date("1249")))
            #expect(UIKitStandIn.tap("Edit") && UIKitStandIn.tap("Delete"))
            await UIKitStandIn.until { shop.bridge.accounts.isEmpty }
            await UIKitStandIn.until { UIKitStandIn.page?.title == "Cards" }
            #expect(UIKitStandIn.alerts.isEmpty)
        }

        @Test("an invalid card isn't sent: an alert says what to check")
        func invalidCard() async {
            BMSAPI.instance().endpoint = "127.0.0.1:1"
            shop.payTapped()
            #expect(UIKitStandIn.tap("Add a card") && UIKitStandIn.tap("Save"))
            await UIKitStandIn.until { !UIKitStandIn.alerts.isEmpty }
            #expect(UIKitStandIn.alerts == [CardAPIError.invalidCardData.message])
        }

        @Test("without companyName the button is missing, and the log says why")
        func companyName() {
            shop.request.companyName = nil
            shop.payTapped()
            #expect(lines.all == ["CCCSDK: companyName or paymentSummaryItems not set."])
            #expect(shop.applePayButton == nil)
        }

        @Test("the theme's defaults, and nil brings them back")
        func theme() {
            let theme = BMSTheme()
            #expect(theme.applePayButtonDescription == "Pay with ApplePay")
            #expect(theme.applePayButtonType == .plain)
            #expect(theme.applePayButtonStyle == .whiteOutline)
            #expect(theme.buttonTitle == "Add New Accounts" && theme.listTitle == "Accounts")
            #expect(theme.listSectionHeaderText == "PAYMENT METHODS")
            #expect(theme.formTitle == "Create Account" && theme.editFormTitle == "Edit Account")
            #expect(theme.collectContactInfo && theme.collectBillingAddress)
            #expect(theme.maskCharacter == 0x2022 && theme.separatorCharacter == 0x2F)
            #expect(theme.maskFormat == .maskWithLastFour)
            #expect(theme.cardDisplayMaskSpacing == .everyCharacterAndFour)
            #expect(theme.cardTextFieldMaskSpacing == .everyCharacterAndFour)
            #expect(theme.expirationDateInputCount == .four)
            #expect(theme.navigationBarStyle.rawValue == 2 && !theme.navigationBarTranslucent)
            #expect(theme.navigationTitleColor === UIColor.white && theme.cardColor == nil)
            theme.listTitle = "Cards"
            theme.navigationTitleColor = .black
            theme.listTitle = nil
            theme.navigationTitleColor = nil
            #expect(theme.listTitle == "Accounts")
            #expect(theme.navigationTitleColor === UIColor.white)
        }
    }
}
