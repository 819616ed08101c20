import AsyncHTTPClient
import NIOHTTP1
import NIOSSL

/// Why Apple gave no session.
package enum AppleSessionError: Error, Sendable, Hashable {
    /// Apple answered that the merchant gets none: its HTTP status, and its message if it gave one.
    case refused(status: Int, message: String?)
    /// Apple's server doesn't take our client certificate.
    case certificateRefused
    /// No answer in time.
    case timedOut
    /// No connection, or one that broke.
    case unreachable
    /// The answer isn't a session: no JSON object, or too long.
    case malformed
}

extension AppleSessionError {
    /// The meaning of an error of the HTTP client or of TLS.
    init(_ error: any Error) {
        switch error {
        case let error as HTTPClientError: self = AppleSessionError(error)
        case is ResponseAccumulator.ResponseTooBigError, is HTTPParserError: self = .malformed
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            self = Self.isAlert(error) ? .certificateRefused : .unreachable
        default: self = .unreachable
        }
    }

    private init(_ error: HTTPClientError) {
        switch error {
        case .deadlineExceeded, .connectTimeout, .getConnectionFromPoolTimeout,
            .tlsHandshakeTimeout:
            self = .timedOut
        default: self = .unreachable
        }
    }

    /// Whether the other side ended TLS. The only thing of ours that it can dislike is our certificate.
    ///
    /// Source: RFC 8446, 6.2: alerts such as unknown_ca, certificate_expired, and illegal_parameter for a key usage.
    private static func isAlert(_ error: any Error) -> Bool {
        String(describing: error).contains("_ALERT_")
    }
}
