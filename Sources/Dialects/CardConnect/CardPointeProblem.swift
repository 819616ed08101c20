import StrictCoding
import DialectKit
import PaymentDomain

/// Why a request gave no command.
enum CardPointeProblem: Error, Sendable, Hashable {
    /// The gateway understood and refuses: HTTP 200 and a code of its own.
    case answer(GatewayCode)
    /// A sandbox declines as its test values say.
    case scripted(CardPointeCode)
    /// It cannot be read: an HTTP status, and our stable code for metrics.
    case http(Int, String)

    /// Body that is no JSON.
    init(_ error: JSONReadError) {
        self = .http(error == .tooLarge ? 413 : 400, error.code)
    }

    /// A field that cannot be read.
    init(_ fault: CardConnectFieldFault) {
        switch fault {
        case .wrongKind: self = .http(400, fault.rawValue)
        case .tooLong: self = .answer(.invalidField)
        }
    }
}

extension CardConnectFields {
    /// The text of a field; nil if it is absent, null or empty.
    func value(
        _ name: String, upTo limit: Int = CardConnectLimits.text
    ) throws(CardPointeProblem) -> String? {
        do {
            return try filled(name, upTo: limit)
        } catch {
            throw CardPointeProblem(error)
        }
    }

    /// The text of a field that is kept, with the code for a text that is too long or has a control character.
    func value(
        _ name: String, upTo limit: Int, else code: GatewayCode
    ) throws(CardPointeProblem) -> String? {
        guard let value = try value(name) else { return nil }
        guard value.utf8.count <= limit, !value.hasControlCharacter else { throw .answer(code) }
        return value
    }

    /// Whether a field says yes.
    func isYes(_ name: String) throws(CardPointeProblem) -> Bool {
        do {
            return try says(name)
        } catch {
            throw CardPointeProblem(error)
        }
    }
}
