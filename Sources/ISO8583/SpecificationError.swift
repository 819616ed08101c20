import StrictCoding

/// A mistake in a specification: its file, its place, and what to do.
public struct SpecificationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of mistakes.
    public enum Reason: Sendable, Hashable {
        /// It isn't a JSON text.
        case notJSON(String)
        case unknownKey
        /// The value is of another kind of JSON.
        case wrongType
        /// The value isn't one of these words.
        case unknownWord([String])
        /// There is no such specification to build upon.
        case unknownBase
        case missing
        /// No field of a message has one of these values.
        case lacksAll(of: [String])
        /// A message has a field that the specification doesn't have.
        case unknownField
        /// The key isn't the number of a field.
        case notAFieldNumber
        /// The text isn't the notation of a field.
        case notANotation
        /// The encoding doesn't fit the field's kind, or its length can't announce the longest value.
        case unfit
        /// The field holds what no log may show.
        case secret
        /// The header isn't one that can be sent.
        case notAHeader
        /// The number isn't in the range.
        case outOfRange(ClosedRange<Int>)
    }

    /// The name of the file.
    public let file: String
    /// The keys that lead to the mistake: `fields.48.encoding`. Empty for the file as a whole.
    public let place: String
    /// The mistake.
    public let reason: Reason

    package init(file: String, place: String, _ reason: Reason) {
        self.file = file
        self.place = place
        self.reason = reason
    }

    /// `acquirer.json, fields.48: The text isn't the format of a field. Write, for example, "n 6" or "ans ..25".`
    public var description: String {
        place.isEmpty ? "\(file): \(reason.sentence)" : "\(file), \(place): \(reason.sentence)"
    }
}

extension SpecificationError.Reason {
    /// The mistake and its cure, for a person.
    var sentence: String {
        switch self {
        case .notJSON(let sentence): sentence
        case .unknownKey: "The key is unknown. Remove it, or correct its spelling."
        case .wrongType: "The value has the wrong type. See the format of specifications."
        case .unknownWord(let words): "Use one of these: \(words.joined(separator: ", "))."
        case .unknownBase:
            "The specification is unknown. Use one of these: \(Specification.shipped.joined(separator: ", "))."
        case .missing: "The key is missing. Add it, or name a base that has it."
        case .lacksAll(let values):
            "Give a field one of these values: \(values.joined(separator: ", "))."
        case .unknownField:
            "The specification doesn't have the field. Add it there, or remove it here."
        case .notAFieldNumber: "The key isn't a field's number. Use 2 to 128."
        case .notANotation:
            "The text isn't the format of a field. Write, for example, \"n 6\" or \"ans ..25\"."
        case .unfit:
            "The encoding doesn't fit the field, or the length can't announce the longest value."
        case .secret: "The field may hold card data. Remove it from the shown fields."
        case .notAHeader: "Write {\"tpdu\": \"6000010000\"} or {\"text\": \"ISO026000050\"}."
        case .outOfRange(let range):
            "Use a number from \(range.lowerBound) to \(range.upperBound)."
        }
    }
}
