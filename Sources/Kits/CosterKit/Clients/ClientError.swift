/// The reasons for which a client has no result.
public enum ClientError: Error, Sendable, Hashable {
    /// The URL is neither https nor http to this machine.
    case insecureURL
    /// The protocol has no field for a token of this version.
    case unsupportedVersion
    /// No byte reached the server.
    case notSent
    /// The request may have arrived; no reply came.
    case noAnswer
    /// The server refused the request, with a code of its protocol.
    case refused(ReplyCode)
    /// The reply isn't one of the protocol's.
    case unreadableReply(status: Int)
}

extension ClientError {
    /// Sends a request, with the transport's errors in the words of a client.
    static func sending(
        _ request: HTTPRequest, over transport: any Transport
    ) async throws(ClientError) -> HTTPResponse {
        do {
            return try await transport.send(request)
        } catch {
            switch error {
            case .notSent: throw .notSent
            case .noAnswer: throw .noAnswer
            }
        }
    }
}

extension ClientError: CustomStringConvertible {
    /// A stable name for metrics and support.
    public var code: String {
        switch self {
        case .insecureURL: "url-insecure"
        case .unsupportedVersion: "token-version-unsupported"
        case .notSent: "not-sent"
        case .noAnswer: "no-answer"
        case .refused: "refused"
        case .unreadableReply: "reply-unreadable"
        }
    }

    /// The message, with the next step.
    public var description: String {
        switch self {
        case .insecureURL: "The URL isn't secure. Use https, or http://127.0.0.1 for a sandbox."
        case .unsupportedVersion:
            "This protocol can't send an RSA_v1 token. Use InstaMed, or your own server."
        case .notSent: "The server wasn't reached. Check the network, the host and its certificate."
        case .noAnswer:
            "The server didn't reply. Ask your server for the order before paying again."
        case .refused(let reply):
            "The server refused the request with code \(reply). Look the code up in the protocol's page."
        case .unreadableReply(let status):
            "The reply (HTTP \(status)) isn't one of this protocol. Check the URL."
        }
    }
}
