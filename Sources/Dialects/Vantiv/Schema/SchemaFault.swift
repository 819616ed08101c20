/// Why a request does not fit the content model of its version. It names elements by our own words
/// only, and holds nothing of the request.
struct SchemaFault: Error, Sendable, Hashable {
    /// The rules; the raw values are stable codes.
    enum Rule: String, Sendable, Hashable, CaseIterable {
        case missing = "missing-element"
        case missingChoice = "missing-choice"
        case misplaced = "misplaced-element"
        case repeated = "repeated-element"
        case notInVersion = "element-not-in-version"
        case unknown = "unknown-element"
        case foreign = "foreign-namespace"
        case textNotAllowed = "unexpected-text"
        case childrenNotAllowed = "unexpected-children"
        case attributeNotAllowed = "unexpected-attribute"
        case missingAttribute = "missing-attribute"
        case tooLong = "value-too-long"
        case tooShort = "value-too-short"
        case controlCharacter = "control-character"
        case negative = "negative-amount"
        case notWholeNumber = "malformed-amount"
        case tooManyDigits = "amount-too-large"
        case notNumber = "malformed-number"
        case notBoolean = "malformed-boolean"
        case notListed = "unknown-word"
        case notDate = "malformed-date"
        case notBase64 = "malformed-base64"
        case notAddress = "malformed-ip-address"
        case wrongRoot = "wrong-root"
        case unknownVersion = "unknown-version"
        case unservedTransaction = "unserved-transaction"
        case notServed = "unserved-element"
        case secondTransaction = "second-transaction"
        case noTransaction = "no-transaction"
    }

    let rule: Rule
    /// The element or attribute, or for an unknown one the element before it.
    let element: String
    /// The element that it is in.
    let parent: String

    init(_ rule: Rule, _ element: String, in parent: String) {
        self.rule = rule
        self.element = element
        self.parent = parent
    }

    /// One sentence for a person.
    var sentence: String {
        switch rule {
        case .missing: "the element '\(element)' is missing from '\(parent)' or not in its place."
        case .missingChoice: "'\(parent)' lacks one of the elements \(element), in its place."
        case .misplaced: "the element '\(element)' is not in its place in '\(parent)'."
        case .repeated: "the element '\(element)' may come only once in '\(parent)'."
        case .notInVersion: "the element '\(element)' is not in '\(parent)' of this version."
        case .unknown: "an element that no version knows follows '\(element)' in '\(parent)'."
        case .foreign: "an element of another namespace follows '\(element)' in '\(parent)'."
        case .textNotAllowed: "there is text between the elements of '\(parent)'."
        case .childrenNotAllowed: "the element '\(element)' may hold text only."
        case .attributeNotAllowed: "'\(parent)' has an attribute that this version does not know."
        case .missingAttribute: "the attribute '\(element)' of '\(parent)' is missing."
        case .tooLong: "the value of '\(element)' is longer than allowed."
        case .tooShort: "the value of '\(element)' is shorter than allowed."
        case .controlCharacter: "the value of '\(element)' has a control character."
        case .negative: "the value of '\(element)' is negative."
        case .notWholeNumber: "the value of '\(element)' is not a whole number of minor units."
        case .tooManyDigits: "the value of '\(element)' has more than twelve digits."
        case .notNumber: "the value of '\(element)' is not a whole number."
        case .notBoolean: "the value of '\(element)' is not true, false, 1 or 0."
        case .notListed: "the value of '\(element)' is none of those allowed."
        case .notDate: "the value of '\(element)' is not a date such as 2026-11-21."
        case .notBase64: "the value of '\(element)' is not base64."
        case .notAddress: "the value of '\(element)' is not an IP address such as 192.0.2.1."
        case .wrongRoot:
            "the root must be 'litleOnlineRequest' of http://www.litle.com/schema up to version 11, "
                + "'cnpOnlineRequest' of http://www.vantivcnp.com/schema from version 12."
        case .unknownVersion: "the attribute 'version' is none from 8.29 to 12."
        case .unservedTransaction: "the transaction is not served here, or not in this version."
        case .notServed: "the element '\(element)' of '\(parent)' is not served here."
        case .secondTransaction: "a request holds exactly one transaction."
        case .noTransaction: "the transaction is missing."
        }
    }
}
