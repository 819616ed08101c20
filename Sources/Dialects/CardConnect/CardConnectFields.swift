import StrictCoding
import DialectKit
import PaymentDomain

/// The fields of a request in JSON. They may be card data, so that the whole prints nothing.
///
/// Clients send `null` and empty texts for what they do not have, numbers for texts, and fields that nobody knows:
/// the first are taken as absent, the second as they were written, the third are left alone. Names have a case.
///
/// Source: the wire of the public clients (Ruby gem, ActiveMerchant, PHP).
struct CardConnectFields: Redacted {
    private let object: JSONObject

    /// The fields of a body.
    init(reading body: [UInt8]) throws(JSONReadError) {
        object = try JSONObject(reading: body)
    }

    /// `CardConnectFields`.
    var redacted: String { "CardConnectFields" }

    /// The text of a field; nil if it is absent, null or empty.
    func filled(
        _ name: String, upTo limit: Int = CardConnectLimits.text
    ) throws(CardConnectFieldFault) -> String? {
        guard let text = try text(name, upTo: limit), !text.isEmpty else { return nil }
        return text
    }

    /// The text of a field, which may be empty; nil if it is absent or null.
    func text(_ name: String, upTo limit: Int) throws(CardConnectFieldFault) -> String? {
        let text: String
        switch object[name] {
        case nil, .null: return nil
        case .text(let value), .number(let value): text = value
        case .boolean(let flag): text = flag ? "true" : "false"
        case .object, .array: throw .wrongKind
        }
        guard text.utf8.count <= limit else { throw .tooLong }
        return text
    }

    /// Whether a field says yes: `Y`, or a true of JSON.
    func says(_ name: String) throws(CardConnectFieldFault) -> Bool {
        switch try filled(name) {
        case "Y", "y", "true": true
        case .some, nil: false
        }
    }
}

/// The error of a field.
enum CardConnectFieldFault: String, Error, Sendable, Hashable, CaseIterable {
    /// An array or an object instead of a text.
    case wrongKind = "field-wrong-kind"
    /// Longer than the field may be.
    case tooLong = "field-too-long"
}

extension String {
    /// Whether there is something, and nothing but the digits 0 to 9.
    var isDigits: Bool {
        !isEmpty && utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }
}
