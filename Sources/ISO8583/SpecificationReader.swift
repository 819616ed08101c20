import StrictCoding

/// Reads the JSON of a specification, or of what builds upon one, strictly.
package struct SpecificationReader {
    package let file: String

    package init(file: String) {
        self.file = file
    }

    package func fail(_ place: String, _ reason: SpecificationError.Reason) -> SpecificationError {
        SpecificationError(file: file, place: place, reason)
    }

    /// The object of a JSON text.
    package func root(_ json: [UInt8]) throws(SpecificationError) -> JSONObject {
        var limits = JSONLimits()
        limits.textBytes = ISO8583Limits.specificationBytes
        let value: JSONValue
        do {
            value = try JSONValue(reading: json, limits: limits)
        } catch {
            throw fail("", .notJSON(error.sentence))
        }
        return try object(value, "")
    }

    package func object(_ value: JSONValue, _ place: String) throws(SpecificationError)
        -> JSONObject
    {
        guard let object = value.object else { throw fail(place, .wrongType) }
        return object
    }

    /// Checks that an object has no other keys.
    package func check(
        _ object: JSONObject, _ place: String, keys: Set<String>
    ) throws(SpecificationError) {
        guard let unknown = object.keys.filter({ !keys.contains($0) }).min() else { return }
        throw fail(place.isEmpty ? unknown : "\(place).\(unknown)", .unknownKey)
    }

    package func text(
        _ object: JSONObject, _ key: String, _ place: String
    ) throws(SpecificationError) -> String? {
        guard let value = object[key] else { return nil }
        guard let text = value.text else { throw fail(place, .wrongType) }
        return text
    }

    /// The word of a key; nil if the key is missing.
    package func word<Word: RawRepresentable & CaseIterable>(
        _ object: JSONObject, _ key: String, _ place: String, among words: [Word]
    ) throws(SpecificationError) -> Word? where Word.RawValue == String {
        guard let text = try text(object, key, place) else { return nil }
        guard let word = words.first(where: { $0.rawValue == text }) else {
            throw fail(place, .unknownWord(words.map(\.rawValue)))
        }
        return word
    }

    /// The number of a key; nil if the key is missing.
    package func number(
        _ object: JSONObject, _ key: String, _ place: String, in range: ClosedRange<Int>
    ) throws(SpecificationError) -> Int? {
        guard let value = object[key] else { return nil }
        guard case .number(let text) = value else { throw fail(place, .wrongType) }
        guard let number = Int(text), range.contains(number) else {
            throw fail(place, .outOfRange(range))
        }
        return number
    }

    func header(_ object: JSONObject) throws(SpecificationError) -> MessageHeader? {
        guard let value = object["header"] else { return nil }
        if value == .null { return MessageHeader.none }
        let header = try self.object(value, "header")
        try check(header, "header", keys: ["tpdu", "text"])
        guard header.keys.count == 1 else { throw fail("header", .notAHeader) }
        let tpdu = try text(header, "tpdu", "header.tpdu").map { Hex.decode($0) ?? [] }
        let text = try text(header, "text", "header.text").map { Array($0.utf8) }
        let read = tpdu.map(MessageHeader.tpdu) ?? .text(text ?? [])
        guard (1...ISO8583Limits.headerBytes).contains(read.bytes.count), read.allows(read.bytes)
        else { throw fail("header", .notAHeader) }
        return read
    }
}
