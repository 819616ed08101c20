import PaymentDomain

/// Finds a card number in a text that is kept in the clear, and shown.
package enum CardDigits {
    /// Whether a run of digits could be a card number. One character between two digits parts nothing, unless it is a
    /// letter: people write numbers in groups, and identifiers in hex.
    package static func areIn(_ text: String) -> Bool {
        var digits = ""
        var gap = 0
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
                gap = 0
            } else {
                gap += character.isLetter ? 2 : 1
                guard gap > 1 else { continue }
                if isCard(digits) { return true }
                digits = ""
            }
        }
        return isCard(digits)
    }

    /// Whether a text is a card number and nothing else. An identifier may have the digits of one by chance.
    package static func are(_ text: String) -> Bool {
        isCard(text.filter { $0 != "-" && $0 != "." })
    }

    /// A time, or a number of the shop, seldom begins as a network's cards do.
    private static func isCard(_ digits: String) -> Bool {
        (try? PAN(digits: digits))?.network != nil
    }
}
