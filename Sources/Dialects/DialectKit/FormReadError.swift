/// Why a form was refused. It never holds anything of the form, not even a name.
package enum FormReadError: String, Error, Sendable, Hashable, CaseIterable {
    /// More bytes than a form may have.
    case tooLarge = "form-too-large"
    /// More fields than a form may have.
    case tooManyFields = "form-too-many-fields"
    case emptyName = "form-empty-name"
    /// A name is longer than any that we know.
    case nameTooLong = "form-name-too-long"
    /// A value is longer than any may be.
    case valueTooLong = "form-value-too-long"
    /// A `%` is not followed by two hexadecimal digits.
    case malformedEscape = "form-malformed-escape"
    /// A name or a value is not UTF-8.
    case notUTF8 = "form-not-utf8"
    /// One name is there twice.
    case repeatedName = "form-repeated-name"

    /// A stable code for metrics, logs and machines.
    package var code: String { rawValue }

    /// The error, for a person.
    package var sentence: String {
        switch self {
        case .tooLarge: "The form is too large."
        case .tooManyFields: "The form has too many fields."
        case .emptyName: "A field of the form has no name."
        case .nameTooLong: "The name of a field is too long."
        case .valueTooLong: "The value of a field is too long."
        case .malformedEscape: "A % in the form is not followed by two hexadecimal digits."
        case .notUTF8: "The form is not UTF-8."
        case .repeatedName: "A field is there more than once."
        }
    }
}
