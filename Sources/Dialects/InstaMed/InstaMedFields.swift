import DialectKit
import PaymentDomain

/// The parameters of one request, read within their limits.
struct InstaMedFields {
    private let form: FormFields

    /// The parameters of a form that may be read.
    init(_ form: FormFields) throws(InstaMedProblem) {
        guard !form.holdsNUL else { throw InstaMedProblem(.nulCharacter) }
        self.form = form
    }

    /// Whether a field was sent and is not empty.
    func has(_ name: String) -> Bool { form.filled(name) != nil }

    /// A value as it came, empty or not.
    func raw(_ name: String) -> String? { form[name] }

    /// A value in one line; nil if it wasn't sent or is empty.
    ///
    /// - Parameter limit: In characters.
    func text(_ name: StaticString, _ limit: Int) throws(InstaMedProblem) -> String? {
        guard let value = form.filled("\(name)") else { return nil }
        // No character is shorter than a byte: most texts need no counting.
        guard value.utf8.count <= limit || value.unicodeScalars.count <= limit else {
            throw InstaMedProblem(.textTooLong, name)
        }
        guard value.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw InstaMedProblem(.controlCharacter, name) }
        return value
    }

    /// A word of a closed set, in lower case.
    func word(_ name: StaticString) throws(InstaMedProblem) -> String? {
        try text(name, InstaMedLimits.word).map { ASCIICase.lowered($0) }
    }

    /// A truth value; absent and empty are false.
    func boolean(_ name: StaticString) throws(InstaMedProblem) -> Bool {
        switch try word(name) {
        case "true", "1": true
        case "false", "0", nil: false
        default: throw InstaMedProblem(.booleanMalformed, name)
        }
    }

    /// An amount; nil if it wasn't sent.
    func amount() throws(InstaMedProblem) -> Money? {
        guard let text = form.filled("amount") else { return nil }
        return try InstaMedAmount.read(text)
    }

    /// The transaction that is meant.
    func primary(_ names: [String]) throws(InstaMedProblem) -> TransactionNumber {
        guard let text = names.lazy.compactMap({ form.filled($0) }).first else {
            throw InstaMedProblem(.primaryMissing)
        }
        guard let id = InstaMedTransactionID(text) else { throw InstaMedProblem(.primaryUnknown) }
        return id.number
    }
}
