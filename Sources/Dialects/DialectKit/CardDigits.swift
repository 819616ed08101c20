import PaymentDomain

/// Finds a card number in a text that is kept in the clear, and shown.
package enum CardDigits {
    /// Whether digits in a text could be a card number. One character between two digits parts nothing, unless it is a
    /// letter: people write numbers in groups, and identifiers in hex. An expiry may follow, or a quantity go before.
    package static func areIn(_ text: String) -> Bool {
        runs(in: text).contains { groups in
            groups.indices.contains { first in
                var digits = ""
                for group in groups[first...] where digits.count <= longest {
                    digits += group
                    if isCard(digits) { return true }
                }
                return false
            }
        }
    }

    /// No card number has more digits. Source: ISO/IEC 7812-1.
    private static let longest = 19

    /// The groups of digits that one character parts, in runs that more than one parts.
    private static func runs(in text: String) -> [[String]] {
        var runs: [[String]] = []
        var gap = 2
        for character in text {
            guard character.isASCII, character.isNumber else {
                gap += character.isLetter ? 2 : 1
                continue
            }
            var run = gap > 1 ? [] : runs.removeLast()
            let group = gap > 0 ? "" : run.removeLast()
            runs.append(run + [group + String(character)])
            gap = 0
        }
        return runs
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
