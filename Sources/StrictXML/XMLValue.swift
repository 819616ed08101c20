import PaymentDomain
import StrictCoding

/// The lexical rules of simple values.
///
/// Source: XML Schema part 2: boolean (3.2.2), decimal (3.2.3), dateTime (3.2.7), gYearMonth
/// (3.2.10).
enum XMLValue {
    /// The text of an element without children.
    static func text(
        of node: XMLNode, named name: StaticString, max: Int, min: Int
    ) throws(XMLReadError) -> String {
        guard !node.hasChildren else { throw XMLReadError(.unexpectedElement, name) }
        return try measured(node.text, named: name, max: max, min: min)
    }

    /// The text of an element without children or white space at its ends; empty is too short.
    static func trimmed(
        _ node: XMLNode, named name: StaticString, max: Int
    ) throws(XMLReadError) -> String {
        guard !node.hasChildren else { throw XMLReadError(.unexpectedElement, name) }
        return try measured(trimmedXML(node.text), named: name, max: max, min: 1)
    }

    private static func measured(
        _ text: String, named name: StaticString, max: Int, min: Int
    ) throws(XMLReadError) -> String {
        // A length of XML Schema counts characters, and no character is shorter than a byte.
        if text.utf8.count > max {
            guard text.unicodeScalars.count <= max else { throw XMLReadError(.tooLong, name) }
        }
        guard text.utf8.count >= min else { throw XMLReadError(.tooShort, name) }
        return text
    }

    static func boolean(_ node: XMLNode, named name: StaticString) throws(XMLReadError) -> Bool {
        switch try trimmed(node, named: name, max: XMLLimits.wordCharacters) {
        case "true", "1": return true
        case "false", "0": return false
        default: throw XMLReadError(.malformedBoolean, name)
        }
    }

    /// An amount with its currency in the attribute `currencyCode`.
    ///
    /// Zeros past the currency's decimals change nothing and are allowed (`1500.00` JPY is 1500
    /// yen), since clients print two decimals for every currency.
    static func money(_ node: XMLNode, named name: StaticString) throws(XMLReadError) -> Money {
        try node.allowAttributes(["currencyCode"], on: name)
        let text = try trimmed(node, named: name, max: XMLLimits.amountCharacters)
        let code = try node.requiredAttribute("currencyCode", max: XMLLimits.wordCharacters)
        guard let currency = Currency(code: code), currency.code == code else {
            throw XMLReadError(.unknownCurrency, name)
        }
        do {
            return try Money(decimal: withoutIdleZeros(text, currency), currency: currency)
        } catch {
            switch error {
            case .tooManyDecimals: throw XMLReadError(.tooManyDecimals, name)
            case .tooLarge: throw XMLReadError(.amountTooLarge, name)
            case .negative, .malformed, .currencyMismatch:
                throw XMLReadError(text.hasPrefix("-") ? .negativeAmount : .malformedAmount, name)
            }
        }
    }

    private static func withoutIdleZeros(_ text: String, _ currency: Currency) -> String {
        let bytes = text.utf8
        guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return text }
        var decimals = bytes[bytes.index(after: point)...]
        guard decimals.count > currency.exponent else { return text }
        while decimals.count > currency.exponent, decimals.last == UInt8(ascii: "0") {
            decimals.removeLast()
        }
        return String(decimals.isEmpty ? text[..<point] : text[..<decimals.endIndex])
    }

    /// `2031-07`, with or without an offset from UTC, which says nothing about a card.
    static func month(
        _ node: XMLNode, named name: StaticString
    ) throws(XMLReadError) -> CardExpiry {
        let text = try trimmed(node, named: name, max: XMLLimits.dateCharacters)
        guard let (year, month) = XMLDate.month(text),
            let expiry = CardExpiry(year: year, month: month)
        else { throw XMLReadError(.malformedMonth, name) }
        return expiry
    }

    /// Whether a text is four numbers of 0 to 255 without leading zeros.
    static func isDottedQuad(_ text: String) -> Bool {
        var parts = 1
        var digits = 0
        var value = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: ".") {
                guard digits > 0 else { return false }
                parts += 1
                digits = 0
                value = 0
                continue
            }
            let isAfterZero = digits > 0 && value == 0
            guard isDigit(byte), !isAfterZero else { return false }
            digits += 1
            value = value * 10 + Int(byte - 0x30)
            guard value <= 255 else { return false }
        }
        return parts == 4 && digits > 0
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
