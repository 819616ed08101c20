import PaymentDomain
import StrictCoding

/// Values of children, each with its rule.
extension XMLCursor {
    /// The text of a child that may be there; its length in characters is checked, and it has no
    /// children.
    package mutating func optional(
        _ name: StaticString, max: Int, min: Int = 1
    ) throws(XMLReadError) -> String? {
        guard let node = try optionalElement(name) else { return nil }
        return try XMLValue.text(of: node, named: name, max: max, min: min)
    }

    /// The text of a child that must be there.
    package mutating func required(
        _ name: StaticString, max: Int, min: Int = 1
    ) throws(XMLReadError) -> String {
        let node = try requiredElement(name)
        return try XMLValue.text(of: node, named: name, max: max, min: min)
    }

    /// The text of a child that must be there, and names something: it has no control character.
    package mutating func requiredName(
        _ name: StaticString, max: Int
    ) throws(XMLReadError) -> String {
        let text = try required(name, max: max)
        guard !text.hasControlCharacter else { throw XMLReadError(.malformedValue, name) }
        return text
    }

    /// The text of a child that must be there, without white space at its ends.
    package mutating func requiredTrimmed(
        _ name: StaticString, max: Int
    ) throws(XMLReadError) -> String {
        let node = try requiredElement(name)
        return try XMLValue.trimmed(node, named: name, max: max)
    }

    /// The text of a child that may be there, without white space at its ends.
    package mutating func optionalTrimmed(
        _ name: StaticString, max: Int
    ) throws(XMLReadError) -> String? {
        guard let node = try optionalElement(name) else { return nil }
        return try XMLValue.trimmed(node, named: name, max: max)
    }

    /// An amount that must be there.
    package mutating func requiredMoney(_ name: StaticString) throws(XMLReadError) -> Money {
        try XMLValue.money(try requiredElement(name), named: name)
    }

    /// An amount that may be there.
    package mutating func optionalMoney(_ name: StaticString) throws(XMLReadError) -> Money? {
        guard let node = try optionalElement(name) else { return nil }
        return try XMLValue.money(node, named: name)
    }

    /// A boolean that must be there.
    package mutating func requiredBoolean(_ name: StaticString) throws(XMLReadError) -> Bool {
        try XMLValue.boolean(try requiredElement(name), named: name)
    }

    /// A boolean that may be there.
    package mutating func optionalBoolean(_ name: StaticString) throws(XMLReadError) -> Bool? {
        guard let node = try optionalElement(name) else { return nil }
        return try XMLValue.boolean(node, named: name)
    }

    /// A month that must be there.
    package mutating func requiredMonth(_ name: StaticString) throws(XMLReadError) -> CardExpiry {
        try XMLValue.month(try requiredElement(name), named: name)
    }

    /// A dotted IPv4 address that must be there.
    package mutating func requiredAddress(_ name: StaticString) throws(XMLReadError) -> String {
        let text = try requiredTrimmed(name, max: XMLLimits.wordCharacters)
        guard XMLValue.isDottedQuad(text) else { throw XMLReadError(.malformedAddress, name) }
        return text
    }

    /// Checks a date and time that may be there.
    package mutating func optionalDateTime(_ name: StaticString) throws(XMLReadError) {
        guard let text = try optionalTrimmed(name, max: XMLLimits.dateCharacters) else { return }
        guard XMLDate.isDateTime(text) else { throw XMLReadError(.malformedDateTime, name) }
    }
}
