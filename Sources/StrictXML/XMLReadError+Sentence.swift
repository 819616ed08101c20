extension XMLReadError: CustomStringConvertible {
    /// One sentence for a person, without anything of the document.
    package var sentence: String {
        if let place { return place.sentence }
        let name = element ?? "the message"
        return switch rule {
        case .documentEmpty: "The body is empty."
        case .documentTooLarge: "The document is too large."
        case .unsupportedEncoding: "The document must be encoded in UTF-8, and say so or nothing."
        case .unsupportedVersion: "The document must be XML 1.0."
        case .doctype: "A document type declaration is not allowed."
        case .entity: "Only the five predefined entities and character references are allowed."
        case .processingInstruction: "Processing instructions are not allowed."
        case .lateDeclaration:
            "The XML declaration must be the very first thing in the body; nothing may stand before it."
        case .namespace: "A namespace prefix is not declared, or a name has too many colons."
        case .duplicateAttribute: "An element has the same attribute twice."
        case .tooDeep: "Elements lie too deep within each other."
        case .tooManyElements: "The document has too many elements."
        case .tooManyAttributes: "An element has too many attributes."
        case .textTooLong: "A text in the document is too long."
        case .outOfMemory: "There is no memory for this document."
        case .malformed: "The document is not well-formed XML."
        case .wrongRoot: "The root element must be \(name)."
        case .wrongNamespace: "The root element \(name) is not in the namespace of this service."
        case .missingElement: "The element \(name) is missing, or not in its place."
        case .repeatedElement: "The element \(name) may appear only once."
        case .unexpectedElement: "An element that is unknown or out of order follows \(name)."
        case .unexpectedText: "There is text between the elements of \(name)."
        case .missingAttribute: "The attribute \(name) is missing."
        case .unexpectedAttribute: "The element \(name) has an attribute that is unknown."
        case .tooShort: "\(name) is empty or too short."
        case .tooLong: "\(name) is too long."
        case .malformedAmount: "\(name) is not a decimal number such as 14.99."
        case .negativeAmount: "\(name) is negative."
        case .tooManyDecimals: "\(name) has more decimals than its currency."
        case .amountTooLarge: "\(name) is larger than an amount can be."
        case .unknownCurrency: "The currencyCode of \(name) is not an ISO 4217 code in capitals."
        case .malformedBoolean: "\(name) is not true, false, 1 or 0."
        case .malformedMonth: "\(name) is not a month such as 2031-07."
        case .malformedDateTime: "\(name) is not a date and time such as 2031-07-21T09:35:07Z."
        case .malformedAddress: "\(name) is not an IPv4 address such as 192.0.2.1."
        case .unknownWord: "\(name) is none of the words that it may be."
        case .malformedValue: "\(name) is not well-formed."
        }
    }

    /// The code and the sentence.
    package var description: String { "\(code): \(sentence)" }
}

extension XMLReadError.Place {
    /// One sentence for a person.
    var sentence: String {
        switch cause {
        case .bareAmpersand: "Line \(line) has an & that is not escaped; write &amp;."
        case .notUTF8: "Line \(line) has a byte that is not UTF-8; encode the document in UTF-8."
        case .controlCharacter: "Line \(line) has a control character, which XML does not allow."
        }
    }
}
