/// Why a JSON text was refused. It never holds anything of the text, not even a key.
package enum JSONReadError: String, Error, Sendable, Hashable, CaseIterable {
    /// There is nothing but white space.
    case empty = "json-empty"
    /// More bytes than a text may have.
    case tooLarge = "json-too-large"
    case notUTF8 = "json-not-utf8"
    /// It breaks the grammar, or goes on after its end.
    case malformed = "json-malformed"
    /// It nests deeper than any message that we know.
    case tooDeep = "json-too-deep"
    /// It has more values than any message that we know.
    case tooManyValues = "json-too-many-values"
    /// A string or a number is too long.
    case valueTooLong = "json-value-too-long"
    /// A key is longer than any that we know.
    case keyTooLong = "json-key-too-long"
    /// One object has a key twice.
    case duplicateKey = "json-duplicate-key"
    /// It is JSON of another kind than a message has.
    case notAnObject = "json-not-an-object"

    /// A stable code for metrics, logs and machines.
    package var code: String { rawValue }

    /// The error, for a person.
    package var sentence: String {
        switch self {
        case .empty: "The body is empty; JSON was expected."
        case .tooLarge: "The JSON is too large."
        case .notUTF8: "The JSON is not UTF-8."
        case .malformed: "The body is not well-formed JSON."
        case .tooDeep: "The JSON is nested too deeply."
        case .tooManyValues: "The JSON has too many values."
        case .valueTooLong: "A value of the JSON is too long."
        case .keyTooLong: "A key of the JSON is too long."
        case .duplicateKey: "An object of the JSON has a key twice."
        case .notAnObject: "The JSON is not an object."
        }
    }
}
