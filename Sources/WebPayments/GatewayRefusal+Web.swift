import DialectKit
import PaymentDomain

extension GatewayRefusal {
    /// The message of a refusal on the web.
    var webMessage: String {
        switch self {
        case .unauthorized:
            "The publishable key is missing or unknown. Send it as ?key=KEY."
        case .bodyTooLarge: "The body is too large. Send only the members that are documented."
        case .bodyIncomplete: "The body didn't arrive whole. Send the request again."
        case .rateLimited: "This address sends too many requests. Try again in a second."
        case .overloaded: "The server is busy. Try again in a second."
        case .internalError: "The server failed. Send the request again."
        }
    }

    /// The reply of a refusal on the web.
    var webReply: DialectReply { .refused(status, rawValue, webMessage) }

    /// The same to a request that a client secret or a link proves.
    var passReply: DialectReply {
        self == .unauthorized ? OrderProblem(WebOrderRefusal.unknown).reply : webReply
    }
}
