import AppleSimulator
import DialectKit
import SandboxPages

/// Why the simulated device shows no sheet. A page hears of no reason, as from a real device; its developer reads it in the
/// console.
package enum SessionDeviceRefusal: Error, Equatable {
    /// No page sent the request.
    case originMissing
    /// The simulator has no files of the session's merchant.
    case merchantUnknown
    case session(SessionProblem)

    /// All there are.
    package static let all =
        [originMissing, merchantUnknown] + SessionProblem.allCases.map { session($0) }

    /// A stable code for machines.
    package var code: String {
        switch self {
        case .originMissing: "origin-missing"
        case .merchantUnknown: "merchant-identifier-unknown"
        case .session(let problem): problem.code
        }
    }

    /// The message, with the next step.
    package var message: String {
        switch self {
        case .originMissing: "No page sent this request. Send it from a page, as a browser does."
        case .merchantUnknown:
            "The simulator doesn't know the session's merchant. Make its certificate with `coster simulator certificate`."
        case .session(.malformed):
            "This isn't a session. Hand on the reply of POST /applepay/session unchanged."
        case .session(.signatureWrong):
            "This sandbox's Apple didn't sign the session, or it was changed. Hand it on unchanged."
        case .session(.otherDomain):
            "The session is for another host. Ask for it from the page that shows the sheet."
        case .session(.expired):
            "The session has expired. Ask for a new one each time that the sheet opens."
        case .session(.tooOld):
            "The session is over five minutes old. Ask for a new one each time that the sheet opens."
        case .session(.used):
            "The session was used before. Ask for a new one each time that the sheet opens."
        }
    }

    var reply: DialectReply { .refused(400, code, message) }
}
