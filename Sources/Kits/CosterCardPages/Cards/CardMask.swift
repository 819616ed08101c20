/// How a card number is shown. The numbers are the vendor's.
///
/// Source: public headers of BoltMobileSDK 5.x, BMSTypes.
package struct CardMask: Sendable {
    /// Which digits are shown.
    package enum Format: Int, Sendable {
        case maskWithLastFour, lastFour, firstAndLastFour
    }

    /// Where spaces are put.
    package enum Spacing: Int, Sendable {
        case none, everyFour, everyCharacter, everyCharacterAndFour
    }

    /// Which digits are shown.
    package var format = Format.maskWithLastFour
    /// Where spaces are put.
    package var spacing = Spacing.none
    /// The character in place of a hidden digit, a UTF-16 unit.
    package var character: UInt16

    package init(character: UInt16 = UInt16(UInt8(ascii: "*"))) {
        self.character = character
    }

    /// Hides the middle of a card number. A number of at most four digits is hidden as a whole.
    package func callAsFunction(_ number: String) -> String {
        let digits = Array(number)
        let shown = digits.count > 4 ? digits.suffix(4) : []
        let hidden = digits.count - shown.count
        switch format {
        case .lastFour: return spaced(Array(shown))
        case .maskWithLastFour: return spaced(masks(hidden) + shown)
        case .firstAndLastFour:
            let first = digits.count > 8 ? digits.prefix(4) : []
            return spaced(first + masks(hidden - first.count) + shown)
        }
    }

    /// Hides a whole security code.
    package func hideAll(_ code: String) -> String { String(masks(code.count)) }

    private func masks(_ count: Int) -> [Character] {
        let mask = Unicode.Scalar(character).map(Character.init) ?? "*"
        return Array(repeating: mask, count: count)
    }

    private func spaced(_ characters: [Character]) -> String {
        var text = ""
        for (index, character) in characters.enumerated() {
            text.append(character)
            guard index + 1 < characters.count else { break }
            let isFourth = index % 4 == 3
            switch spacing {
            case .none: break
            case .everyFour: text += isFourth ? "    " : ""
            case .everyCharacter: text += " "
            case .everyCharacterAndFour: text += isFourth ? "    " : " "
            }
        }
        return text
    }
}
