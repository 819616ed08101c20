import CosterKit
import Foundation

/// The content of a formatted text field behind its masked text.
package protocol FieldContent: AnyObject {
    /// The characters that were typed in.
    var typed: Redacted<String> { get set }
    /// The text to show.
    var shown: String { get }
    /// Whether a shown character replaces a typed one.
    func standsForTyped(_ character: Character) -> Bool
    /// The most characters.
    var limit: Int { get }
    /// Whether the content is complete and valid.
    var isValid: Bool { get }
}

extension FieldContent {
    /// Takes an edit of the shown text.
    ///
    /// - Parameters:
    ///   - range: The replaced part of the shown text, in UTF-16 units, as UIKit has it.
    ///   - text: What was typed or pasted; only its digits are taken.
    package func replace(_ range: NSRange, with text: String) {
        let units = Array(shown.utf16)
        let start = min(max(range.location, 0), units.count)
        let end = min(start + max(range.length, 0), units.count)
        var old = Array(typed.secret)
        // A mask of the last four digits alone hides those before it without a character.
        let unseen = old.count - count(units[...])
        let from = min(unseen + count(units[..<start]), old.count)
        var length = count(units[start..<end])
        if length == 0, range.length > 0, text.isEmpty, from > 0 {
            // Deleting a space deletes the digit before it.
            old.remove(at: from - 1)
            length = 0
        } else {
            old.replaceSubrange(from..<min(from + length, old.count), with: [])
            let digits = text.filter { CardRules.isDigits(String($0)) }
            old.insert(contentsOf: digits, at: from)
        }
        typed = Redacted(String(old.prefix(limit)))
    }

    private func count(_ units: ArraySlice<UInt16>) -> Int {
        String(decoding: units, as: UTF16.self).filter(standsForTyped).count
    }
}

/// A field that shows what is typed in.
package final class PlainContent: FieldContent {
    package var typed = Redacted("")
    package let limit = 64

    package init() {}

    package var shown: String { typed.secret }
    package var isValid: Bool { !typed.secret.isEmpty }
    package func standsForTyped(_ character: Character) -> Bool { true }
}

/// A card number, shown masked.
package final class CardNumberContent: FieldContent {
    package var typed = Redacted("")
    package var mask = CardMask()

    package init() {}

    package var limit: Int {
        let longest = CardRules.longest(typed.secret)
        return longest < 0 ? 19 : longest
    }
    package var shown: String { mask(typed.secret) }
    package var isValid: Bool { CardRules.isCard(typed.secret) }
    package func standsForTyped(_ character: Character) -> Bool { character != " " }

    /// The number, for a card that is sent.
    package func fill(_ card: CardEntry) {
        card.cardNumber = typed.secret
    }
}

/// A security code, shown masked.
package final class SecurityCodeContent: FieldContent {
    package var typed = Redacted("")
    package var mask = CardMask()
    package let limit = 4

    package init() {}

    package var shown: String { mask.hideAll(typed.secret) }
    package var isValid: Bool { CardRules.isSecurityCode(typed.secret) }
    package func standsForTyped(_ character: Character) -> Bool { true }

    /// Whether the code has the length of the number's brand.
    package func isValid(for number: String) -> Bool {
        CardRules.isSecurityCode(typed.secret, for: number)
    }

    /// The code, for a card that is sent.
    package func fill(_ card: CardEntry) {
        card.cvv = typed.secret
    }
}

/// An expiration date, shown with a separator.
package final class ExpirationContent: FieldContent {
    package var typed = Redacted("")
    package var separator: UInt16 = 0x2F
    /// 2 or 4.
    package var yearDigits = 2

    package init() {}

    package var limit: Int { 2 + yearDigits }
    package var shown: String {
        guard typed.secret.count > 2 else { return typed.secret }
        let separator = String(decoding: [separator], as: UTF16.self)
        return typed.secret.prefix(2) + separator + typed.secret.dropFirst(2)
    }
    package var isValid: Bool { date.map { CardRules.isCurrent($0) } ?? false }
    package func standsForTyped(_ character: Character) -> Bool { character.isNumber }

    /// The first day of the month, in UTC; nil until the date is complete.
    package var date: Date? {
        guard typed.secret.count == limit else { return nil }
        return ExpirationMonth(digits: typed.secret)?.date
    }

    /// Shows a date.
    package func show(_ date: Date) {
        typed = Redacted(ExpirationMonth(date).digits(yearDigits: yearDigits))
    }
}
