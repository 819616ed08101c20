import PaymentDomain

/// The way of a request to a host over HTTPS, and of its reply.
package protocol LineTransport: Sendable {
    /// Sends a request once, never again by itself. A failure is an outcome.
    func send(_ request: LineRequest) async -> LineOutcome
}

/// A request of a line. It may hold a card number, so it prints nothing.
package struct LineRequest: Redacted {
    /// The rest of the path behind the line's own URL; empty for a host with one address.
    package var path = ""
    /// Header fields besides those that HTTP itself needs, such as a signature.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]
    /// The last time at which its first byte may leave; nil for a message that may come late.
    package var sendBy: Timestamp?

    package init(
        body: [UInt8], headers: [(name: String, value: String)], sendBy: Timestamp? = nil
    ) {
        self.body = body
        self.headers = headers
        self.sendBy = sendBy
    }

    /// `LineRequest`.
    package var redacted: String { "LineRequest" }
}

/// A host's reply, whole and within its limits.
package struct LineReply: Redacted, Hashable {
    /// The HTTP status.
    package let status: Int
    package let body: [UInt8]
    /// How many seconds the host asks to wait; nil without a number of them.
    package let retryAfter: Int64?

    package init(status: Int, body: [UInt8], retryAfter: Int64? = nil) {
        self.status = status
        self.body = body
        self.retryAfter = retryAfter
    }

    /// `LineReply(200, 812 bytes)`.
    package var redacted: String { "LineReply(\(status), \(body.count) bytes)" }
}

/// The result of sending a request.
package enum LineOutcome: Sendable, Hashable {
    /// The host answered.
    case answered(LineReply)
    /// The request left, or its first byte did, and no whole answer came.
    case silence(SilenceReason)
    /// Not one byte of the request was handed to the kernel.
    case notSent(NotSentReason)
}

/// Why no answer came.
package enum SilenceReason: String, Sendable, Hashable, CaseIterable {
    case deadline
    case disconnected
    /// TLS failed after the request had left. Under TLS 1.3 a host refuses our certificate that late. It stays unknown
    /// whether the host read the request: no alert says so.
    case tlsFailed = "tls-failed"
    case replyTooLong = "reply-too-long"
    case replyMalformed = "reply-malformed"
    /// The caller no longer waits.
    case cancelled

    /// Whether it says that no call over the line can succeed.
    var isFaultOfLine: Bool { self == .tlsFailed }
}

/// Why nothing was sent.
package enum NotSentReason: String, Sendable, Hashable, CaseIterable {
    /// Its time to be sent was over.
    case late
    /// As many calls are in flight as the line may have.
    case busy
    /// The breaker is open.
    case lineDown = "line-down"
    /// The host's name has no address.
    case unresolved
    /// No connection came about.
    case unreachable
    /// TLS did not come about: another certificate, another name, or no TLS at all.
    case tlsFailed = "tls-failed"
    /// No connection came about in time.
    case deadline
    /// The caller no longer waits.
    case cancelled

    /// Whether it says something about the line, rather than about the request.
    var isFaultOfLine: Bool {
        switch self {
        case .unresolved, .unreachable, .tlsFailed, .deadline: true
        case .late, .busy, .lineDown, .cancelled: false
        }
    }
}
