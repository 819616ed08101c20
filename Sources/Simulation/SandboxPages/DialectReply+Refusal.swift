import DialectKit
import StrictCoding

extension DialectReply {
    /// A refusal as JSON.
    package static func refusal(_ status: Int, _ code: String, _ message: String) -> DialectReply {
        var writer = JSONWriter()
        writer.object {
            $0.member("code", code)
            $0.member("message", message)
        }
        return json(status, writer.bytes, code)
    }

    /// The reply to a request that the gateway refused.
    package static func refusal(of refusal: GatewayRefusal) -> DialectReply {
        let status =
            switch refusal {
            case .unauthorized: 401
            case .bodyTooLarge: 413
            case .bodyIncomplete: 400
            case .rateLimited: 429
            case .overloaded: 503
            case .internalError: 500
            }
        return self.refusal(
            status, refusal.rawValue, "The server refused the request. Send it again.")
    }

    /// A reply as JSON.
    package static func json(_ status: Int, _ body: [UInt8], _ outcome: String) -> DialectReply {
        DialectReply(
            status: status, contentType: "application/json", body: body, outcomeCode: outcome,
            headers: ["Cache-Control": "no-store"])
    }
}
