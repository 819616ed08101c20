import CosterBolt
import CosterCardPages
import CosterKit
import Foundation
import Testing
import UIKit

@Suite("Formatters of text fields", .timeLimit(.minutes(5)))
@MainActor
struct FormatterTests {
    /// An app's own delegate: counts what it hears.
    private final class AppDelegate: NSObject, BMSFormatterDelegateExtension {
        var changes = 0
        var beginnings = 0

        func didChangeCharactersInRange(forFormatter formatter: BMSTextFieldDelegateProxy!) {
            changes += 1
        }
        func textFieldDidBeginEditing(_ textField: UITextField) { beginnings += 1 }
        func textFieldShouldReturn(_ textField: UITextField) -> Bool { false }
    }

    private let field = UITextField()
    private let app = AppDelegate()

    @Test("a card number is shown masked, and leaves only to a card")
    func cardNumber() {
        let formatter = BMSCardFormatterDelegate()
        formatter.originalDelegate = app
        formatter.maskSpacing = .everyFour
        formatter.rightValidView = UIView()
        formatter.rightInvalidView = UIView()
        field.delegate = formatter
        field.type("41111111x11111119")
        #expect(field.text == "****    ****    ****    1119" && !formatter.isValidCard)
        #expect(field.rightView === formatter.rightInvalidView)
        field.deleteBackward()
        field.type("1")
        #expect(formatter.isValidCard && field.rightView === formatter.rightValidView)
        #expect(app.changes == 19)
        let card = BMSCardInfo()
        formatter.setCardNumberOn(card)
        #expect(card.cardNumber == "************1111")
        formatter.clearTextField()
        #expect(field.text == "" && !formatter.isValidCard && field.rightView == nil)
    }

    @Test(
        "edits by the masked text's places: paste, insert, replace, delete over a space",
        arguments: [
            (0, 0, "9", "94111222233334444"), (0, 4, "", "222233334444"),
            (4, 4, "", "411222233334444"), (28, 0, "5", "41112222333344445"),
            (0, 99, "5555 5555", "55555555"),
        ])
    func edits(location: Int, length: Int, text: String, typed: String) {
        let content = CardNumberContent()
        content.mask.spacing = .everyFour
        content.typed = Redacted("4111222233334444")
        content.replace(NSRange(location: location, length: length), with: text)
        #expect(content.typed.secret == typed)
    }

    @Test("a security code is hidden, and checked by length or by the card's brand")
    func securityCode() {
        let formatter = BMSCVVFormatterDelegate()
        formatter.maskCharacter = 0x2022
        field.delegate = formatter
        field.type("12345")
        #expect(field.text == "••••" && formatter.isValidCVV())
        #expect(!formatter.isValidCVV(forCardNumber: "4111111111111111"))
        let cards = BMSCardFormatterDelegate()
        let number = UITextField()
        number.delegate = cards
        number.type("378282246310005")
        #expect(formatter.isValidCVV(withCardFormatter: cards))
        let card = BMSCardInfo()
        formatter.setCVVOn(card)
        #expect(card.cvv == "****")
    }

    @Test("an expiration date of four or six digits, with a separator")
    func expirationDate() throws {
        let december = try CardFixtures.date("1249")
        let formatter = try #require(BMSExpirationDateFormatterDelegate(date: december))
        formatter.updateTextFieldText(field)
        #expect(field.text == "12/49" && formatter.isValidExpirationDate)
        formatter.inputCount = .six
        formatter.separatorCharacter = 0x2D
        formatter.updateTextFieldText(field)
        #expect(field.text == "12-2049" && formatter.expirationDate == december)
        let typed = BMSExpirationDateFormatterDelegate()
        let other = UITextField()
        other.delegate = typed
        other.type("1320")
        #expect(other.text == "13/20" && typed.expirationDate == nil)
        typed.clearTextField()
        other.type("0120")
        #expect(!typed.isValidExpirationDate && typed.expirationDate == nil)
        let card = BMSCardInfo()
        formatter.setExpirationDateOn(card)
        #expect(card.expirationDate == december)
    }

    @Test("other calls go to the app's own delegate; without one the field is free")
    func passesOn() {
        let formatter = BMSCardFormatterDelegate()
        #expect(formatter.textFieldShouldReturn(field))
        #expect(formatter.textFieldShouldBeginEditing(field))
        formatter.originalDelegate = app
        formatter.textFieldDidBeginEditing(field)
        #expect(app.beginnings == 1 && !formatter.textFieldShouldReturn(field))
        #expect(!formatter.textFieldShouldClear(field))
    }
}
