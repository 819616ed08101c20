import DialectKit

extension DialectReply {
    /// The reply to a request that the gateway refused.
    package static func refusal(of refusal: GatewayRefusal) -> DialectReply {
        refused(
            refusal.status, refusal.rawValue, "The server refused the request. Send it again.")
    }
}
