import AcquirerKit
import ISO8583
import NIOCore
import NIOPosix
import NIOSSL
import PaymentDomain

/// A link to a host: its state, and the connection that it has now. Used on its event loop alone.
final class HostLink {
    let number: Int
    /// Zero for the preferred host.
    let rank: Int
    private let host: HostEndpoint
    private unowned let pool: LinkPoolState
    private var machine: LinkMachine
    private var channel: (any Channel)?
    private var decoder: FrameDecoder
    /// Counts connections, so that what an earlier one reports is passed over.
    private var generation = 0
    private var tick: Scheduled<Void>?
    /// The messages about the network that wait for answers, by their trace numbers; and who waits besides the link.
    private var asked: [[UInt8]: (kind: NetworkMessage, waiter: EventLoopPromise<LineEcho>?)] = [:]
    /// Whether the first try to come up has failed.
    private(set) var hasFailed = false

    init(number: Int, rank: Int, host: HostEndpoint, _ pool: LinkPoolState) {
        self.number = number
        self.rank = rank
        self.host = host
        self.pool = pool
        let profile = pool.profile
        decoder = FrameDecoder(
            profile.specification.framing, limit: profile.specification.messageBytes)
        machine = LinkMachine(profile.times, profile.networkMessages, at: pool.uptime)
    }

    var isUp: Bool { machine.isUp }

    /// Whether it has ended for good.
    var hasEnded: Bool { machine.hasEnded }

    /// Whether it is up, and the kernel takes its bytes.
    var takesMessages: Bool { machine.isUp && channel?.isWritable == true }

    func apply(_ event: LinkEvent) {
        let before = machine.state
        let actions = machine.apply(event, at: pool.uptime)
        if case .down = machine.state, before != machine.state {
            hasFailed = true
            pool.failed(event == .tick ? HostLink.silence(in: before) : nil)
        }
        for action in actions { carryOut(action) }
        schedule()
        if machine.hasEnded { pool.ended() }
    }

    /// Why a link is down that spent too long in a state; nil for a state without an end.
    private static func silence(in state: LinkMachine.State) -> LineEcho? {
        switch state {
        case .connecting: .notSent(.deadline)
        case .signingOn, .up: .silence(.deadline)
        case .down, .draining, .signingOff, .ended: nil
        }
    }

    /// Notes what an error on its connection means.
    func failed(_ error: any Error, _ generation: Int) {
        guard generation == self.generation, !isUp else { return }
        pool.note(.notSent(NotSentReason(error)))
    }

    func write(_ frame: [UInt8]) {
        guard let channel else { return }
        channel.writeAndFlush(channel.allocator.buffer(bytes: frame), promise: nil)
    }

    func end() {
        tick?.cancel()
        disconnect()
        pool.lost(self)
    }

    private func carryOut(_ action: LinkAction) {
        switch action {
        case .connect: connect()
        case .close: disconnect()
        case .up: pool.cameUp()
        case .down: pool.lost(self)
        case .send(let kind): send(kind)
        }
    }

    private func schedule() {
        tick?.cancel()
        tick = machine.wakeAt.map { time in
            let wait = max(0, time.milliseconds(since: pool.uptime))
            return pool.loop.assumeIsolated().scheduleTask(in: .milliseconds(wait)) {
                [weak self] in self?.apply(.tick)
            }
        }
    }

    // MARK: Connections

    /// How long bytes may wait for the host's kernel, also after the end of the link: an authorization must not arrive
    /// after its reversal. Source: tcp(7), TCP_USER_TIMEOUT.
    private static let userTimeout = NIOBSDSocket.Option(rawValue: 18)

    private func connect() {
        generation += 1
        let profile = pool.profile
        decoder = FrameDecoder(
            profile.specification.framing, limit: profile.specification.messageBytes)
        let current = generation
        let bound = NIOLoopBound(self, eventLoop: pool.loop)
        let tls = host.tls
        let name = host.host
        ClientBootstrap(group: pool.loop)
            .connectTimeout(.milliseconds(profile.times.connect))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelOption(.tcpOption(HostLink.userTimeout), value: Int(profile.times.answer))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls {
                        try pipeline.addHandler(try HostLink.tlsHandler(tls, name))
                    }
                    try pipeline.addHandler(
                        LinkHandler(bound.value, current, waitsForTLS: tls != nil))
                }
            }
            .connect(host: host.host, port: host.port)
            .whenFailure { error in
                bound.value.failed(error, current)
                bound.value.disconnected(current)
            }
    }

    private static func tlsHandler(
        _ tls: TLSConfiguration, _ name: String
    ) throws -> NIOSSLClientHandler {
        let context = try NIOSSLContext(configuration: tls)
        // A name can't be an address in the handshake.
        let isAddress = (try? SocketAddress(ipAddress: name, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : name)
    }

    private func disconnect() {
        generation += 1
        forgetAsked()
        channel?.close(promise: nil)
        channel = nil
    }

    func connected(_ channel: any Channel, _ generation: Int) {
        guard generation == self.generation else {
            channel.close(promise: nil)
            return
        }
        self.channel = channel
        pool.count { $0.connections += 1 }
        // From here on, the end of the connection means that, unless an error says more.
        pool.note(.silence(.disconnected))
        apply(.connected)
    }

    func disconnected(_ generation: Int) {
        guard generation == self.generation else { return }
        self.generation += 1
        channel = nil
        forgetAsked()
        apply(.disconnected)
    }

    private func forgetAsked() {
        for (_, waiter) in asked.values { waiter?.succeed(.silence(.disconnected)) }
        asked = [:]
    }

    // MARK: Messages

    /// Sends a message about the network.
    ///
    /// - Parameter waiter: Gets what the host answers.
    func send(_ kind: NetworkMessage, _ waiter: EventLoopPromise<LineEcho>? = nil) {
        let specification = pool.profile.specification
        guard let message = pool.networkMessage(kind),
            let wire = try? specification.encode(message),
            let frame = specification.framing.frame(wire)
        else {
            waiter?.succeed(.notSent(.cancelled))
            return
        }
        asked[Array(message[11] ?? [])] = (kind, waiter)
        write(frame)
    }

    func received(_ bytes: some Sequence<UInt8>, _ generation: Int) {
        guard generation == self.generation else { return }
        decoder.append(bytes)
        do {
            while generation == self.generation, let frame = try decoder.next() {
                apply(.heard)
                if case .message(let bytes) = frame { read(bytes) }
            }
        } catch {
            pool.count { $0.frameErrors += 1 }
            disconnect()
            apply(.disconnected)
        }
    }

    private func read(_ bytes: [UInt8]) {
        guard let message = try? pool.profile.specification.decode(bytes) else {
            pool.count { $0.undecodable += 1 }
            return
        }
        let isAnswer = message.type.response == nil
        let isAboutNetwork = message.type.messageClass == LineProfile.networkClass
        switch (isAnswer, isAboutNetwork) {
        case (true, false): pool.receive(message)
        case (true, true): readNetworkAnswer(message)
        case (false, true): answer(message)
        case (false, false): pool.count { $0.unknownRequests += 1 }
        }
    }

    private func readNetworkAnswer(_ message: Message) {
        guard let (kind, waiter) = asked.removeValue(forKey: Array(message[11] ?? [])) else {
            pool.count { $0.unmatched += 1 }
            return
        }
        let code = message.text(pool.profile.codeField)
        let isTaken = code.map { pool.profile.codes.approved.contains($0) } ?? false
        let echo =
            isTaken ? LineEcho.answered : code.map { .refused("\(kind), code \($0)") } ?? .unclear
        waiter?.succeed(echo)
        if kind == .signOn, !isTaken { pool.note(echo) }
        apply(.answered(kind, isTaken: isTaken))
    }

    private func answer(_ message: Message) {
        // A host that asks and never reads would fill our memory.
        guard channel?.isWritable == true else {
            disconnect()
            return apply(.disconnected)
        }
        let specification = pool.profile.specification
        guard let answer = pool.profile.answer(toNetwork: message),
            let wire = try? specification.encode(answer),
            let frame = specification.framing.frame(wire)
        else { return }
        write(frame)
    }
}
