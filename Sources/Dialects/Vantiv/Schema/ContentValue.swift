import StrictCoding
import DialectKit
import PaymentDomain
import StrictXML

/// The simple types, and the elements with elements inside.
///
/// Source: XML Schema part 2 for the lexical forms; the facets are those of the XSDs.
enum ContentValue: Sendable {
    /// A text of some length; white space counts.
    case text(ClosedRange<Int>)
    /// A whole number of minor units, not negative, of at most twelve digits.
    case amount
    /// A whole number of at most nineteen digits.
    case number
    /// `true`, `false`, `1`, `0`.
    case boolean
    /// A word of a closed set.
    case word(Set<String>)
    /// `2026-11-21`.
    case date
    /// Base64 of at most so many bytes.
    case base64(Int)
    /// Four numbers of up to three digits with any character between.
    case dottedQuad
    /// Elements, by their own model.
    case part(ContentPart)
    /// Whatever is inside: we do not interpret it.
    case anything

    /// A text of at most so many characters.
    static func upTo(_ length: Int) -> ContentValue { .text(0...length) }

    /// Checks an element with text inside; nil if it fits, otherwise the broken rule.
    func broken(by node: XMLNode) -> SchemaFault.Rule? {
        guard node.children.isEmpty else { return .childrenNotAllowed }
        switch self {
        case .text(let length):
            return Self.length(of: node.text, length)
        case .amount:
            return Self.amount(trimmedXML(node.text))
        case .number:
            return Self.integer(trimmedXML(node.text)) == nil ? .notNumber : nil
        case .boolean:
            return Self.boolean(node.text) == nil ? .notBoolean : nil
        case .word(let words):
            let text = node.text
            guard text.utf8.count <= VantivLimits.wordBytes else { return .notListed }
            return words.contains(text) ? nil : .notListed
        case .date:
            return XMLDate.isDate(trimmedXML(node.text)) ? nil : .notDate
        case .base64(let limit):
            guard let bytes = Self.bytes(node.text) else { return .notBase64 }
            return bytes.count <= limit ? nil : .tooLong
        case .dottedQuad:
            return Self.isDottedQuad(node.text) ? nil : .notAddress
        case .part, .anything:
            return nil
        }
    }

    private static func length(of text: String, _ length: ClosedRange<Int>) -> SchemaFault.Rule? {
        // No character is shorter than a byte: most texts need no counting.
        let bytes = text.utf8.count
        if bytes <= length.upperBound && length.lowerBound == 0 { return nil }
        let count = text.unicodeScalars.count
        if count > length.upperBound { return .tooLong }
        return count < length.lowerBound ? .tooShort : nil
    }

    /// Source: cnpCommon, transactionAmountType: xs:integer, totalDigits 12. The schema allows a
    /// sign; money that is less than nothing is refused.
    private static func amount(_ text: String) -> SchemaFault.Rule? {
        if text.utf8.first == UInt8(ascii: "-") { return .negative }
        guard let value = integer(text) else { return .notWholeNumber }
        return value <= Limits.maximumMinorUnits ? nil : .tooManyDigits
    }

    /// A whole number, or nil. Source: XML Schema part 2, 3.3.13.
    static func integer(_ text: String) -> Int64? {
        guard (1...VantivLimits.numberCharacters).contains(text.utf8.count) else { return nil }
        return Int64(text)
    }

    /// A boolean, or nil. Source: XML Schema part 2, 3.2.2.
    static func boolean(_ text: String) -> Bool? {
        let word = trimmedXML(text)
        guard word.utf8.count <= VantivLimits.wordBytes else { return nil }
        switch word {
        case "true", "1": return true
        case "false", "0": return false
        default: return nil
        }
    }

    /// The bytes of a base64 text, which may hold white space. Source: XML Schema part 2, 3.2.16.
    static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.contains(where: { $0 <= 0x20 }) else { return Base64.decode(text) }
        return Base64.decode(String(decoding: text.utf8.filter { $0 > 0x20 }, as: UTF8.self))
    }

    /// Source: litleCommon, ipAddress: `(\d{1,3}.){3}\d{1,3}`, its points unescaped.
    private static func isDottedQuad(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                (1...3).contains(part.count) && part.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            }
    }
}
