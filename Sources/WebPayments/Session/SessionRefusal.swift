import DialectKit
import StrictCoding

/// Why a page got no session.
package enum SessionRefusal: Error, Sendable, Hashable {
    case json(JSONReadError)
    case unknownMember
    /// The URL isn't one of Apple's.
    case urlNotApples
    /// A sandbox was asked to reach Apple, or a production server the simulator.
    case hostNotAllowed
    /// The merchant doesn't allow the page, or no page sent the request.
    case originNotAllowed
    /// The merchant allows the page, and hasn't registered its domain.
    case domainUnknown
    /// The merchant has no identity certificate that is valid now.
    case identityMissing
    /// Too many requests wait for Apple.
    case busy
    /// Apple refused: its status and its message.
    case apple(status: Int, message: String?)
    /// Apple's server didn't take the identity certificate.
    case identityRefused
    case appleUnreachable
    case appleTimeout
    case appleMalformed

    /// All but those of malformed JSON.
    package static let own: [SessionRefusal] = [
        .unknownMember, .urlNotApples, .hostNotAllowed, .originNotAllowed,
        .domainUnknown, .identityMissing, .busy, .apple(status: 400, message: nil),
        .identityRefused, .appleUnreachable, .appleTimeout, .appleMalformed,
    ]

    /// A stable code for machines.
    package var code: String {
        switch self {
        case .json(let error): error.code
        case .unknownMember: "unknown-member"
        case .urlNotApples: "validation-url-not-apple"
        case .hostNotAllowed: "apple-host-not-allowed"
        case .originNotAllowed: "origin-not-allowed"
        case .domainUnknown: "domain-unknown"
        case .identityMissing: "identity-certificate-missing"
        case .busy: "overloaded"
        case .apple: "apple-refused"
        case .identityRefused: "identity-certificate-refused"
        case .appleUnreachable: "apple-unreachable"
        case .appleTimeout: "apple-timeout"
        case .appleMalformed: "apple-reply-malformed"
        }
    }

    /// The message, with the next step.
    package var message: String {
        switch self {
        case .json(let error): error.sentence
        case .unknownMember: "Send only validationURL."
        case .urlNotApples:
            "The validationURL isn't one of Apple's. Send event.validationURL as the browser gave it."
        case .hostNotAllowed:
            "This server doesn't ask that Apple server. Use a sandbox with simulated devices only, and a production server with real ones."
        case .originNotAllowed:
            "The merchant doesn't allow this page. Add its domain with coster merchant domain add."
        case .domainUnknown:
            "The page's domain isn't registered. Add it with coster merchant domain add."
        case .identityMissing:
            "The merchant has no valid identity certificate. Request one with coster merchant csr --identity."
        case .busy: "The server is busy. Try again in a second."
        case .apple(let status, let message):
            "Apple refused the session (\(status)): \(message ?? "no reason"). Check the merchant with coster doctor."
        case .identityRefused:
            "Apple's server refused the identity certificate. Check the merchant with coster doctor."
        case .appleUnreachable:
            "Apple's server can't be reached. Check the network, and let the customer try again."
        case .appleTimeout: "Apple's server didn't answer in time. Let the customer try again."
        case .appleMalformed: "Apple's server sent no session. Let the customer try again."
        }
    }

    /// The HTTP status.
    package var status: Int {
        switch self {
        case .json, .unknownMember, .urlNotApples, .hostNotAllowed: 400
        case .originNotAllowed, .domainUnknown: 403
        case .identityMissing, .busy: 503
        case .apple, .identityRefused, .appleUnreachable, .appleMalformed: 502
        case .appleTimeout: 504
        }
    }

    /// The refusal as a reply.
    var reply: DialectReply { .refused(status, code, message) }
}

extension DialectReply {
    /// The reply to a page that asked for a session.
    init(session: Result<[UInt8], SessionRefusal>) {
        self =
            switch session {
            case .success(let bytes): .json(200, bytes, "ok")
            case .failure(let refusal): refusal.reply
            }
    }
}
