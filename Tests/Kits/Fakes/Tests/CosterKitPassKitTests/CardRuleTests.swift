import CosterBolt
import CosterCardConnectConsumer
import CosterCardPages
import CosterKit
import Foundation
import Testing

@Suite("The vendor's card functions and types", .timeLimit(.minutes(5)))
struct CardRuleTests {
    @Test(
        "brand, longest number and validity by card number",
        arguments: [
            ("4111111111111111", .visa, 19, true), ("4111111111111112", .visa, 19, false),
            ("378282246310005", .amex, 15, true), ("6011111111111117", .discover, 19, true),
            ("5555555555554444", .masterCard, 16, true),
            ("2223003122003222", .masterCard, 16, true),
            ("30569309025904", .diners, 19, true), ("3530111333300000", .jcb, 19, true),
            ("6304000000000000", .maestro, 19, true), ("9999999999999995", .other, -1, false),
            ("", .none, -1, false), ("4111-1111", .none, -1, false),
            ("55555555555544440", .masterCard, 16, false),
        ] as [(String, CCCCardIssuer, Int, Bool)])
    func numbers(number: String, issuer: CCCCardIssuer, longest: Int, isValid: Bool) {
        #expect(CCC_CardIssuerFromCardNumber(number) == issuer)
        #expect(CCC_MaxCardNumberLengthForCardNumber(number) == longest)
        #expect(CCC_ValidateCardNumber(number) == isValid)
        #expect(BMS_ValidateCardNumber(number) == isValid)
        #expect(BMS_CardIssuerFromCardNumber(number).rawValue == issuer.rawValue)
    }

    @Test(
        "Luhn's check digit; other characters than digits don't pass",
        arguments: [
            ("79927398713", true), ("79927398710", false), ("4111 1111 1111 1111", false),
            ("", false), ("٤٢", false),
        ])
    func luhn(number: String, passes: Bool) {
        #expect(CCC_LuhnCheck(number) == passes)
        #expect(!CCC_LuhnCheck(nil))
    }

    @Test(
        "masks: which digits, and which spaces",
        arguments: [
            (.maskWithLastFour, .none, "************1111"), (.lastFour, .none, "1111"),
            (.firstAndLastFour, .none, "4111********1111"),
            (.maskWithLastFour, .everyFour, "****    ****    ****    1111"),
            (.lastFour, .everyCharacter, "1 1 1 1"),
            (.firstAndLastFour, .everyCharacterAndFour, "4 1 1 1    * * * *    * * * *    1 1 1 1"),
        ] as [(CCCCardMaskFormat, CCCCardMaskSpacing, String)])
    func masks(format: CCCCardMaskFormat, spacing: CCCCardMaskSpacing, masked: String) {
        let mask = unichar(UInt8(ascii: "*"))
        #expect(
            CCC_MaskCardNumberWithCharacterAndFormat("4111111111111111", mask, format, spacing)
                == masked)
        #expect(CCC_MaskCVVWithCharacter("1234", 0x2022) == "••••")
        // A number too short to hide is hidden as a whole.
        #expect(CCC_MaskCardNumberWithCharacterAndFormat("4111", mask, format, .none) != "4111")
    }

    @Test(
        "security codes: 3 or 4 digits, and those of the brand",
        arguments: [
            ("123", "4111111111111111", true, true), ("1234", "4111111111111111", true, false),
            ("1234", "378282246310005", true, true), ("123", "378282246310005", true, false),
            ("12", "", false, false), ("12345", "", false, false), ("12a", "", false, false),
        ])
    func securityCodes(code: String, number: String, isCode: Bool, fits: Bool) {
        #expect(CCC_ValidateCVV(code) == isCode)
        #expect(CCC_ValidateCVVForCardNumber(code, number) == fits)
    }

    @Test("a card is good to the end of its month, in UTC")
    func expiration() throws {
        let month = try CardFixtures.date("0726")
        for (now, isGood) in [("0626", true), ("0726", true), ("0826", false), ("0727", false)] {
            #expect(CardRules.isCurrent(month, at: try CardFixtures.date(now)) == isGood)
        }
        let lastSecond = try CardFixtures.date("0826").addingTimeInterval(-1)
        #expect(CardRules.isCurrent(month, at: lastSecond))
        #expect(CCC_ValidateExpirationDate(try CardFixtures.date("1249")))
        #expect(!CCC_ValidateExpirationDate(nil))
        let formatter = try #require(CCC_UTCDateFormatter())
        formatter.dateFormat = "yyyy-MM-dd HH:mm"
        #expect(formatter.string(from: month) == "2026-07-01 00:00")
    }

    @Test("account types: the gateway's words and the vendor's")
    func accountTypes() {
        for issuer in 0...8 {
            let issuer = CCCCardIssuer(rawValue: issuer) ?? .none
            let word = CCC_AccountTypeForIssuer(issuer) ?? ""
            #expect(CCC_CardIssuerForAccountType(word) == issuer)
        }
        #expect(CCC_CardIssuerForAccountType("mastercard") == .masterCard)
        #expect(CCC_CardIssuerForAccountType("ECHK") == .other)
    }

    @Test("number and security code read back masked, and are in no description and no dump")
    func cardInfo() throws {
        let card = try CardFixtures.card(BMSCardInfo())
        #expect(card.cardNumber == "************1111" && card.cvv == "***")
        #expect(card.isCardValid() && card.accountType == .visa)
        card.maskFormat = .lastFour
        card.maskSpacing = .everyCharacter
        card.maskCharacter = 0x2022
        let copy = try #require(card.copy() as? BMSCardInfo)
        #expect(copy.cardNumber == "1 1 1 1" && copy.cvv == "•••" && copy.isCardValid())
        var texts = [String(describing: card), String(reflecting: card), "\(card)"]
        texts.append(card.debugDescription)
        var dumped = ""
        dump(card, to: &dumped)
        for text in texts + [dumped] {
            #expect(!text.contains("4111") && !text.contains("123"))
        }
        card.expirationDate = try CardFixtures.date("0120")
        #expect(!card.isCardValid())
        #expect(BMSCardInfo().accountType == .none && !BMSCardInfo().isCardValid())
    }
}
