import Crypto
import Foundation
import Glibc
import SeededRandom
import Synchronization

/// A shop's receiver of events, which fails, hangs and restarts at random, and checks each signature by itself.
final class TortureReceiver: Sendable {
    /// What becomes of a request.
    enum Mood: String, Sendable, Hashable, CaseIterable {
        case takes, fails, isBusy, isSlow, hangs, resetsBefore, resetsAfter
    }

    private struct State {
        var generator: SeededGenerator
        var isFine = false
        var listener: Int32?
        var secret: [UInt8] = []
        var moods: [Mood: Int] = [:]
        var restarts = 0
        var requests = 0
        /// The body of each event that it was sent, by the event's identifier.
        var seen: [String: Data] = [:]
        /// The events that it answered with 200.
        var taken: Set<String> = []
        /// What is wrong with requests.
        var faults: [String] = []
    }

    /// What came until now.
    struct Account: Sendable {
        let requests: Int
        let restarts: Int
        let moods: [Mood: Int]
        let seen: [String: Data]
        let taken: Set<String>
        let faults: [String]
    }

    /// Of a hundred requests in bad weather so many meet each mood; the others are taken.
    private static let weights: KeyValuePairs<Mood, Int> = [
        .fails: 15, .isBusy: 8, .isSlow: 6, .hangs: 3, .resetsBefore: 8, .resetsAfter: 8,
    ]
    /// Longer than a server waits for an answer.
    private static let hanging = Duration.seconds(17)
    private static let slowness = Duration.seconds(1)

    let port: Int
    private let state: Mutex<State>

    init(seed: UInt64, name: String) throws {
        port = try FreePort.find()
        state = Mutex(State(generator: SeededGenerator(seed: seed, stream: "receiver \(name)")))
        try listen()
    }

    var url: String { "http://127.0.0.1:\(port)/events" }

    var account: Account {
        state.withLock {
            Account(
                requests: $0.requests, restarts: $0.restarts, moods: $0.moods, seen: $0.seen,
                taken: $0.taken, faults: $0.faults)
        }
    }

    /// Takes the secret that the endpoint was given: `whsec_` and base64.
    func trust(_ secret: String) throws {
        let encoded = String(secret.dropFirst("whsec_".utf8.count))
        guard secret.hasPrefix("whsec_"), let bytes = Data(base64Encoded: encoded) else {
            throw NoSecret()
        }
        state.withLock { $0.secret = Array(bytes) }
    }

    /// Restarts now and then, until it is all over.
    func run(until isOver: @Sendable () -> Bool) async throws {
        while !isOver() {
            let (calm, down) = state.withLock { state in
                (
                    Int.random(in: 1_000...8_000, using: &state.generator),
                    Int.random(in: 100...3_000, using: &state.generator)
                )
            }
            await pause(calm, until: isOver)
            guard !isOver() else { return }
            hangUp()
            await pause(down, until: isOver)
            try listen()
            state.withLock { $0.restarts += 1 }
        }
    }

    /// Takes everything from now on.
    func heal() throws {
        state.withLock { $0.isFine = true }
        if state.withLock({ $0.listener }) == nil { try listen() }
    }

    func hangUp() {
        let listener = state.withLock { state in
            defer { state.listener = nil }
            return state.listener
        }
        // The thread that accepts wakes up of this, and closes it.
        if let listener { shutdown(listener, Int32(SHUT_RDWR)) }
    }

    private func pause(_ milliseconds: Int, until isOver: @Sendable () -> Bool) async {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while ContinuousClock.now < end, !isOver() {
            await TortureClock.pause(.milliseconds(100))
        }
    }

    private func listen() throws {
        let listener = try ListeningSocket.open(port: port)
        state.withLock { $0.listener = listener }
        Thread.detachNewThread {
            while let caller = ListeningSocket.accept(listener) {
                Thread.detachNewThread { self.serve(HostConnection(caller)) }
            }
            close(listener)
        }
    }

    private func serve(_ connection: HostConnection) {
        let mood = state.withLock { state in
            let mood = state.isFine ? .takes : Self.draw(&state.generator)
            state.moods[mood, default: 0] += 1
            return mood
        }
        if mood == .resetsBefore { return connection.reset() }
        guard let request = connection.request() else { return connection.end() }
        let event = check(request)
        switch mood {
        case .resetsAfter, .resetsBefore: return connection.reset()
        case .hangs: HostConnection.wait(Self.hanging)
        case .isSlow: HostConnection.wait(Self.slowness)
        case .fails: connection.reply("{}", status: "500 Internal Server Error")
        case .isBusy: connection.reply("{}", status: "503 Busy\r\nRetry-After: 1")
        case .takes: break
        }
        if mood == .takes || mood == .isSlow {
            // What it takes it has before it says so.
            if let event { state.withLock { _ = $0.taken.insert(event) } }
            connection.reply("{}")
        }
        connection.end()
    }

    private static func draw(_ generator: inout SeededGenerator) -> Mood {
        var roll = Int.random(in: 0..<100, using: &generator)
        for (mood, weight) in weights {
            roll -= weight
            if roll < 0 { return mood }
        }
        return .takes
    }

    /// Checks a request, and keeps its event.
    ///
    /// - Returns: The event's identifier, if it has a valid signature.
    ///
    /// Source: Standard Webhooks 1.0.0, "Signature scheme".
    private func check(_ request: HostRequest) -> String? {
        let id = request.headers["webhook-id"] ?? ""
        let time = request.headers["webhook-timestamp"] ?? ""
        return state.withLock { state in
            state.requests += 1
            let text = Data("\(id).\(time).".utf8) + request.body
            let code = HMAC<SHA256>.authenticationCode(
                for: text, using: SymmetricKey(data: state.secret))
            let expected = "v1," + Data(code).base64EncodedString()
            guard request.headers["webhook-signature"] == expected else {
                state.faults.append("event \(id) has a signature that isn't valid")
                return nil
            }
            if let before = state.seen[id], before != request.body {
                state.faults.append("event \(id) has another body at a later try")
            }
            state.seen[id] = request.body
            return id
        }
    }

    /// The endpoint was given no secret.
    private struct NoSecret: Error {}
}
