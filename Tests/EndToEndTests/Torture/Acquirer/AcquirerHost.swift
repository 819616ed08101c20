import Foundation
import Glibc
import SeededRandom
import Synchronization
import Testing

/// The acquirer as a program of its own, whose books outlive every server, behind a line with weather.
final class AcquirerHost: Sendable {
    struct State {
        var database = HostLedger()
        var cnp = CnpHost()
        var cybersource = CybersourceHost()
        var iso8583 = ISO8583Ledger()
        var weather = LinkWeather.fine
        var generator: SeededGenerator
        var refusals: SeededGenerator
        /// Of a hundred advices, how many are refused.
        var refusalPercent = 0
        var listeners: [Int32] = []
        var isDead = false
        /// How often it was killed: what began in an earlier life does nothing any more.
        var deaths = 0
        /// The connections that are open.
        var callers: Set<Int32> = []
        /// The links of ISO 8583 that are open.
        var links: [ObjectIdentifier: HostLink] = [:]
        var events: [LinkWeather.Event: Int] = [:]
    }

    /// Where it listens on 127.0.0.1, whenever it does.
    let port: Int
    /// The same for links of ISO 8583.
    let linkPort: Int
    let state: Mutex<State>

    init(seed: UInt64) throws {
        port = try FreePort.find()
        linkPort = try FreePort.find()
        state = Mutex(
            State(
                generator: SeededGenerator(seed: seed, stream: "link"),
                refusals: SeededGenerator(seed: seed, stream: "refusals")))
        try listen()
    }

    /// The sandbox's setting for it.
    var setting: [String: String] { ["COSTER_SANDBOX_ACQUIRER": "127.0.0.1:\(port)"] }

    /// Its books as they are now.
    var database: HostLedger { state.withLock { $0.database } }

    /// What was approved over each of the lines.
    func approvals(of lines: [String]) -> [String: Int] {
        let approved = database.accounts.values.compactMap(\.authorization?.merchantNumber)
        return Dictionary(
            uniqueKeysWithValues: lines.map { line in
                (line, approved.count { $0 == line })
            })
    }

    /// How many calls met each event.
    var events: [LinkWeather.Event: Int] { state.withLock { $0.events } }

    /// Changes the weather for the calls that come.
    func change(_ weather: LinkWeather) throws {
        state.withLock { $0.weather = weather }
        try listenOrNot()
    }

    /// Kills it, as a power cut does: whatever is on its way to it or from it is lost. Its books stay.
    ///
    /// - Returns: False if it was dead.
    func kill() -> Bool {
        let wasAlive = state.withLock { state in
            guard !state.isDead else { return false }
            state.isDead = true
            state.deaths += 1
            for caller in state.callers { shutdown(caller, Int32(SHUT_RDWR)) }
            return true
        }
        if wasAlive { hangUp() }
        return wasAlive
    }

    /// Starts it again after a kill, in the weather that there is now.
    func start() throws {
        state.withLock { $0.isDead = false }
        try listenOrNot()
    }

    private func listenOrNot() throws {
        let (mustListen, isListening) = state.withLock {
            ($0.weather.isListening && !$0.isDead, !$0.listeners.isEmpty)
        }
        if mustListen, !isListening { try listen() }
        if !mustListen, isListening { hangUp() }
    }

    /// Refuses so many of a hundred advices from now on.
    func refuse(percent: Int) {
        state.withLock { $0.refusalPercent = percent }
    }

    /// Refuses every connection from now on, and cuts the links.
    func hangUp() {
        let (listeners, links) = state.withLock { state in
            defer { state.listeners = [] }
            return (state.listeners, Array(state.links.values))
        }
        // This wakes the accepting threads, which close the listeners.
        for listener in listeners { shutdown(listener, Int32(SHUT_RDWR)) }
        for link in links { link.cut() }
    }

    private func listen() throws {
        let calls = try ListeningSocket.open(port: port)
        let links: Int32
        do {
            links = try ListeningSocket.open(port: linkPort)
        } catch {
            close(calls)
            throw error
        }
        state.withLock { $0.listeners = [calls, links] }
        accept(at: calls) { self.serve($0) }
        accept(at: links) { self.serveLink($0) }
    }

    private func accept(at listener: Int32, _ serve: @escaping @Sendable (Int32) -> Void) {
        Thread.detachNewThread {
            while let caller = ListeningSocket.accept(listener) {
                Thread.detachNewThread { serve(caller) }
            }
            close(listener)
        }
    }

    private func serve(_ caller: Int32) {
        let connection = HostConnection(caller)
        let deaths: Int? = state.withLock { state in
            guard !state.isDead else { return nil }
            state.callers.insert(caller)
            return state.deaths
        }
        let isOver = deaths.map { serve(connection, deaths: $0) } ?? false
        // Nobody else may get its number before it is forgotten.
        state.withLock { _ = $0.callers.remove(caller) }
        if isOver { connection.end() } else { connection.reset() }
    }

    /// Serves one call; false if the connection ends with a reset.
    ///
    /// - Parameter deaths: How often the host had been killed when the call came.
    private func serve(_ connection: HostConnection, deaths: Int) -> Bool {
        let (event, delay) = weather()
        if event == .resetBeforeReading { return false }
        guard let request = connection.request() else { return true }
        if event == .resetBeforeBooking { return false }
        if event == .delayBeforeBooking { HostConnection.wait(delay) }
        guard let answer = book(request, deaths: deaths) else { return false }
        if answer == .silence || event == .resetAfterBooking { return false }
        if event == .delayAfterBooking { HostConnection.wait(delay) }
        if case .reply(let body, let status) = answer {
            connection.reply(body, status: status)
        } else {
            connection.reply(nil)
        }
        return true
    }

    /// What befalls the next call, and how long a delay is.
    func weather() -> (LinkWeather.Event?, Duration) {
        state.withLock { state in
            let event = state.weather.event(&state.generator)
            if let event { state.events[event, default: 0] += 1 }
            return (event, state.weather.delay)
        }
    }

    /// The answer to a request; nil if the host was killed in the meantime, and does nothing.
    private func book(_ request: HostRequest, deaths: Int) -> HostAnswer? {
        state.withLock { state in
            guard state.deaths == deaths else { return nil }
            let isRefused = state.refusals.happens(state.refusalPercent)
            let answer: HostAnswer? =
                if request.path == CnpHost.path {
                    state.cnp.answer(
                        to: String(decoding: request.body, as: UTF8.self), &state.database,
                        isRefused: isRefused)
                } else if CybersourceHost.paths.contains(where: request.path.hasPrefix) {
                    state.cybersource.answer(
                        to: request, &state.database, isRefused: isRefused)
                } else {
                    state.database.answer(to: request, isRefused: isRefused).map { .reply($0) }
                }
            return answer ?? .notUnderstood
        }
    }
}
