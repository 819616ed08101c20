/// Why a document was refused: a broken rule, and the element of our own vocabulary that it
/// concerns.
///
/// It never holds anything of the document: an element is named only by the name that we looked
/// for.
package struct XMLReadError: Error, Sendable, Hashable {
    /// The rules.
    package enum Rule: String, Sendable, Hashable, CaseIterable {
        // Of the document.
        case documentEmpty = "xml-empty"
        case documentTooLarge = "xml-too-large"
        case unsupportedEncoding = "xml-encoding"
        case unsupportedVersion = "xml-version"
        case malformed = "xml-malformed"
        case doctype = "xml-doctype"
        case entity = "xml-entity"
        case processingInstruction = "xml-processing-instruction"
        case lateDeclaration = "xml-late-declaration"
        case namespace = "xml-namespace"
        case duplicateAttribute = "xml-duplicate-attribute"
        case tooDeep = "xml-too-deep"
        case tooManyElements = "xml-too-many-elements"
        case tooManyAttributes = "xml-too-many-attributes"
        case textTooLong = "xml-text-too-long"
        case outOfMemory = "xml-out-of-memory"
        // Of the vocabulary.
        case wrongRoot = "wrong-root"
        case wrongNamespace = "wrong-namespace"
        case missingElement = "missing-element"
        case repeatedElement = "repeated-element"
        case unexpectedElement = "unexpected-element"
        case unexpectedText = "unexpected-text"
        case missingAttribute = "missing-attribute"
        case unexpectedAttribute = "unexpected-attribute"
        // Of a value.
        case tooShort = "value-too-short"
        case tooLong = "value-too-long"
        case malformedAmount = "malformed-amount"
        case negativeAmount = "negative-amount"
        case tooManyDecimals = "too-many-decimals"
        case amountTooLarge = "amount-too-large"
        case unknownCurrency = "unknown-currency"
        case malformedBoolean = "malformed-boolean"
        case malformedMonth = "malformed-month"
        case malformedDateTime = "malformed-date-time"
        case malformedAddress = "malformed-ip-address"
        case unknownWord = "unknown-word"
        case malformedValue = "malformed-value"
    }

    /// The position at which a document is no longer XML, and the reason. It holds nothing of the document.
    package struct Place: Sendable, Hashable {
        /// Common mistakes.
        package enum Cause: Sendable, Hashable {
            /// An `&` that begins no reference.
            case bareAmpersand
            /// A byte that is not UTF-8.
            case notUTF8
            /// A control character, which XML has no way to write.
            case controlCharacter
        }

        package let cause: Cause
        /// The line, from 1 on.
        package let line: Int
    }

    package let rule: Rule
    /// The element or attribute, by our own name for it; for ``Rule/unexpectedElement`` the one
    /// before it.
    package let element: String?
    /// Where and why, if that is known; only for a document that is not XML.
    package let place: Place?

    /// A broken rule. A name can only be written in our source, never come from input.
    package init(_ rule: Rule, _ element: StaticString? = nil) {
        self.rule = rule
        self.element = element.map { "\($0)" }
        place = nil
    }

    /// A document that is not XML, by its bytes.
    init(_ rule: Rule, at place: Place?) {
        self.rule = rule
        element = nil
        self.place = place
    }

    /// Whether two errors break one rule; the place is for people.
    package static func == (left: XMLReadError, right: XMLReadError) -> Bool {
        left.rule == right.rule && left.element == right.element
    }

    /// The rule and the element.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(rule)
        hasher.combine(element)
    }

    /// A stable code for metrics, logs and machines.
    package var code: String { rule.rawValue }
}
