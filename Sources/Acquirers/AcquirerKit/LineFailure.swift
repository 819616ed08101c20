import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension NotSentReason {
    /// What an error means for a call of which no byte left.
    package init(_ error: any Error) {
        switch error {
        case let error as HTTPClientError: self = NotSentReason(error)
        case is CancellationError: self = .cancelled
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError: self = .tlsFailed
        case let error as NIOConnectionError: self = NotSentReason(error)
        default: self = .unreachable
        }
    }

    private init(_ error: HTTPClientError) {
        switch error {
        case .deadlineExceeded, .connectTimeout, .getConnectionFromPoolTimeout: self = .deadline
        case .tlsHandshakeTimeout: self = .tlsFailed
        case .cancelled: self = .cancelled
        default: self = .unreachable
        }
    }

    private init(_ error: NIOConnectionError) {
        let hasNoAddress = error.dnsAError != nil || error.dnsAAAAError != nil
        self = hasNoAddress && error.connectionErrors.isEmpty ? .unresolved : .unreachable
    }
}

extension SilenceReason {
    /// What an error means for a call that has begun.
    init(_ error: any Error) {
        switch error {
        case let error as HTTPClientError where error == .deadlineExceeded: self = .deadline
        case let error as HTTPClientError where error == .cancelled: self = .cancelled
        case is CancellationError: self = .cancelled
        case is ReplyTooLong: self = .replyTooLong
        case HTTPParserError.invalidEOFState, NIOSSLError.uncleanShutdown: self = .disconnected
        case is NIOSSLError, is BoringSSLError: self = .tlsFailed
        case is HTTPParserError: self = .replyMalformed
        default: self = .disconnected
        }
    }
}
