import AsyncHTTPClient
import NIOCore
import NIOPosix
import PaymentDomain
import Synchronization

/// A line's client over HTTPS: one deadline a call, so many calls at once, and no call twice.
///
/// All its connections are on one event loop. So the end of a call, and the passing of its first byte through
/// ``LineSendGate``, come one after the other.
package final class LineClient: LineTransport {
    private let endpoint: LineEndpoint
    private let limits: LineLimits
    private let now: @Sendable () -> Timestamp
    private let loop: any EventLoop
    private let calls: LineCalls
    private let client: HTTPClient
    private let admission: Mutex<LineAdmission>

    /// A client of one host.
    package init(
        _ endpoint: LineEndpoint, limits: LineLimits = LineLimits(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.endpoint = endpoint
        self.limits = limits
        self.now = now
        let calls = LineCalls(now: now)
        self.calls = calls
        loop = MultiThreadedEventLoopGroup.singleton.next()
        client = HTTPClient(
            eventLoopGroupProvider: .shared(loop),
            configuration: LineClient.configuration(endpoint, limits, calls))
        admission = Mutex(LineAdmission(limit: limits.inFlight))
    }

    deinit {
        client.shutdown { _ in }
    }

    /// Whether calls fail at once, but for probes.
    package var isDown: Bool { admission.withLock { $0.breaker.isOpen } }

    package func send(_ request: LineRequest) async -> LineOutcome {
        let now = now()
        if let sendBy = request.sendBy, now > sendBy { return .notSent(.late) }
        if let reason = admission.withLock({ $0.begin(at: now) }) { return .notSent(reason) }
        let outcome = await exchange(request)
        admission.withLock { $0.end(outcome, at: self.now()) }
        return outcome
    }

    private func exchange(_ request: LineRequest) async -> LineOutcome {
        let name = calls.add(sendBy: request.sendBy)
        do {
            let task = client.execute(
                request: try message(request, name), delegate: LineReplyReader(),
                deadline: loop.now + TimeAmount(limits.call))
            let reply = try await withTaskCancellationHandler {
                try await task.get()
            } onCancel: {
                task.cancel()
            }
            _ = calls.end(name)
            return .answered(reply)
        } catch {
            let progress = calls.end(name)
            if progress.hasBegun { return .silence(SilenceReason(error)) }
            return .notSent(progress.isLate ? .late : NotSentReason(error))
        }
    }

    private func message(_ request: LineRequest, _ name: UInt64) throws -> HTTPClient.Request {
        var message = try HTTPClient.Request(
            url: endpoint.url + request.path, method: .POST,
            body: .byteBuffer(ByteBuffer(bytes: request.body)))
        for (field, value) in request.headers { message.headers.add(name: field, value: value) }
        message.headers.add(name: LineSendGate.field, value: String(name))
        return message
    }

    /// No redirect, no proxy, no decompression and no second try of a connection.
    private static func configuration(
        _ endpoint: LineEndpoint, _ limits: LineLimits, _ calls: LineCalls
    ) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: endpoint.tls, redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(limits.connect)),
            proxy: nil, decompression: .disabled)
        configuration.httpVersion = .http1Only
        configuration.dnsOverride = endpoint.pinned
        configuration.connectionPool.idleTimeout = TimeAmount(LineLimits.idle)
        configuration.connectionPool.retryConnectionEstablishment = false
        // A call that waited for another's connection would spend its time, and not be sent.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = limits.inFlight
        configuration.http1_1ConnectionDebugInitializer = { LineSendGate.add(to: $0, calls) }
        return configuration
    }
}

extension LineClient: LineConnections {
    package var links: LinkCounters? { nil }

    /// Each call opens a connection, and waits for it itself.
    package func waitUntilTried(within limit: Duration) async {}

    /// Each call's own end is its drain.
    package func drain(within limit: Duration, signsOff: Bool) async {}
}
