/// The way to the network. Tests give one of their own; apps use ``URLSessionTransport``.
public protocol Transport: Sendable {
    /// Sends a request once, and waits for the whole reply.
    ///
    /// - Throws: ``TransportError/notSent`` only if no byte of the request reached a server.
    ///   ``TransportError/noAnswer`` for every other failure: the server may have acted on the request.
    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse
}

/// The two ways in which sending fails. The difference decides between "failed" and "unknown".
public enum TransportError: Error, Sendable, Hashable, CaseIterable {
    /// No byte reached a server: no network, no such host, connection refused, no TLS.
    case notSent
    /// The request may have arrived, and no reply came.
    case noAnswer
}
