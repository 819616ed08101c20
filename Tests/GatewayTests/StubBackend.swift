import DialectKit
import Gateway
import PaymentDomain
import Synchronization

/// The house behind a gateway under test: it knows one merchant, writes down what it was asked, and
/// can be made to hold its answers back.
final class StubBackend: Sendable {
    static let secret = "open-sesame-7c1f"
    /// The origin whose pages merchant one allows.
    static let origin = "https://shop.example"
    static let otherSecret = "other-sesame-99ab"

    private struct State {
        var asked: [String] = []
        var origins: [RequestOrigin] = []
        var authentications = 0
        var isReady = true
        var linesDown: [String] = []
        var refusal: PaymentRefusal?
    }

    private let state = Mutex(State())
    /// A secret that is slow to check: it waits for ``check``.
    static let slowSecret = "slow-sesame-11aa"
    /// Shut, it holds the check of the slow secret.
    let check = Door()
    /// Shut, it holds every request in work.
    let door = Door()

    var asked: [String] { state.withLock { $0.asked } }
    var origins: [RequestOrigin] { state.withLock { $0.origins } }
    var authentications: Int { state.withLock { $0.authentications } }

    func setLinesDown(_ names: [String]) { state.withLock { $0.linesDown = names } }
    func setReady(_ isReady: Bool) { state.withLock { $0.isReady = isReady } }
    func refuse(with refusal: PaymentRefusal) { state.withLock { $0.refusal = refusal } }

    /// Its clock stands still, in the house as outside.
    var services: GatewayServices {
        var services = GatewayServices(
            authenticate: { dialect, presented, _ in
                self.state.withLock { $0.authentications += 1 }
                guard dialect == "parrot" else { return .refused }
                if presented.secret == StubBackend.slowSecret { await self.check.pass() }
                switch (presented.identity, presented.secret) {
                case (_, StubBackend.secret): return .merchant(MerchantID("one"))
                case (_, StubBackend.otherSecret): return .merchant(MerchantID("two"))
                case (let name, "") where name.hasPrefix("open-"):
                    return .merchant(MerchantID("open"))
                case (let name, "") where name.hasPrefix("page-"):
                    return .merchant(MerchantID("one"))
                default: return .refused
                }
            },
            execute: { command, origin, _ in
                let order = StubBackend.order(of: command)
                self.state.withLock { $0.origins.append(origin) }
                await self.door.pass()
                let refusal = self.state.withLock { state in
                    state.asked.append(order)
                    return state.refusal
                }
                if let refusal { return .failure(refusal) }
                return .success(
                    .funds(
                        FundsResult(
                            availability: .available, renewalAttempted: false,
                            orderReference: order)))
            },
            isReady: { self.state.withLock { $0.isReady } },
            now: { Timestamp(seconds: 1_800_000_000) })
        services.linesDown = { self.state.withLock { $0.linesDown } }
        services.uptime = { .seconds(1) }
        services.allowsOrigin = { origin, merchant in
            origin == StubBackend.origin && merchant != MerchantID("two")
        }
        return services
    }

    /// A head with these fields, on a path of the parrot's.
    static func head(_ fields: [String: String]) -> RequestHead {
        RequestHead(
            route: ParrotDialect().routes[0], parameters: [:], query: "",
            headers: fields.map { ($0.key, $0.value) }, receivedAt: Timestamp(seconds: 0))
    }

    private static func order(of command: PaymentCommand) -> String {
        guard case .release(let release) = command, case .order(let order, _) = release.reference
        else { return "" }
        return order
    }
}

/// A door: open, everyone passes; shut, all wait until it opens. It can be watched for those who
/// wait.
final class Door: Sendable {
    private struct State {
        var isShut = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    func shut() { state.withLock { $0.isShut = true } }

    func open() {
        let waiting = state.withLock { state in
            state.isShut = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let (passes, seen) = state.withLock { state in
                guard state.isShut else { return (true, [CheckedContinuation<Void, Never>]()) }
                state.waiting.append(continuation)
                let seen = state.watchers.filter { $0.count <= state.waiting.count }
                state.watchers.removeAll { $0.count <= state.waiting.count }
                return (false, seen.map(\.1))
            }
            if passes { continuation.resume() }
            for watcher in seen { watcher.resume() }
        }
    }

    /// Returns when so many wait.
    func waitUntilWaiting(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isSo = state.withLock { state in
                if state.waiting.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isSo { continuation.resume() }
        }
    }
}
