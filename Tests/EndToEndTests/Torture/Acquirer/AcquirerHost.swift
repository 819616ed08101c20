import Foundation
import Glibc
import SeededRandom
import Synchronization
import Testing

/// The acquirer as a program of its own, whose books outlive every server, behind a line with weather.
final class AcquirerHost: Sendable {
    private struct State {
        var database = HostLedger()
        var cnp = CnpHost()
        var weather = LinkWeather.fine
        var generator: SeededGenerator
        var refusals: SeededGenerator
        /// Of a hundred advices, how many are refused.
        var refusalPercent = 0
        var listener: Int32?
        var events: [LinkWeather.Event: Int] = [:]
    }

    /// Where it listens on 127.0.0.1, whenever it does.
    let port: Int
    private let state: Mutex<State>

    init(seed: UInt64) throws {
        port = try FreePort.find()
        state = Mutex(
            State(
                generator: SeededGenerator(seed: seed, stream: "link"),
                refusals: SeededGenerator(seed: seed, stream: "refusals")))
        try listen()
    }

    /// The sandbox's setting for it.
    var setting: [String: String] { ["COSTER_SANDBOX_ACQUIRER": "127.0.0.1:\(port)"] }

    /// Has the sandbox's merchant pay over a line that leads here.
    ///
    /// - Parameter place: The options of commands that name the database.
    func lead(_ place: [String]) async throws {
        try await TemporaryFolder.lend { folder in
            let secret = try folder.write("torture\n", to: "secret")
            let rules = try folder.write(#"{"rules": [{"line": "worldpay"}]}"#, to: "rules.json")
            let url = "http://127.0.0.1:\(port)\(CnpHost.path)"
            for words in [
                [
                    "line", "create", "worldpay", "--kind", "worldpay", "--test", "--address", url,
                    "--user", "TORTURE", "--secret-file", secret,
                ], ["route", "set", "sandbox", rules],
            ] {
                let run = try await CommandRun.coster(words + place)
                #expect(run.ending == .exited(0), "\(words) \(run.errors)")
            }
        }
    }

    /// Its books as they are now.
    var database: HostLedger { state.withLock { $0.database } }

    /// How many calls met each event.
    var events: [LinkWeather.Event: Int] { state.withLock { $0.events } }

    /// Changes the weather for the calls that come.
    func change(_ weather: LinkWeather) throws {
        let isListening = state.withLock { state in
            state.weather = weather
            return state.listener != nil
        }
        if weather.isListening, !isListening { try listen() }
        if !weather.isListening, isListening { hangUp() }
    }

    /// Refuses so many of a hundred advices from now on.
    func refuse(percent: Int) {
        state.withLock { $0.refusalPercent = percent }
    }

    /// Refuses every connection from now on.
    func hangUp() {
        let listener = state.withLock { state in
            defer { state.listener = nil }
            return state.listener
        }
        // The thread that accepts wakes up of this, and closes it.
        if let listener { shutdown(listener, Int32(SHUT_RDWR)) }
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
        let (event, delay) = state.withLock { state in
            let event = state.weather.event(&state.generator)
            if let event { state.events[event, default: 0] += 1 }
            return (event, state.weather.delay)
        }
        if event == .resetBeforeReading { return connection.reset() }
        guard let request = connection.request() else { return connection.end() }
        if event == .resetBeforeBooking { return connection.reset() }
        if event == .delayBeforeBooking { connection.wait(delay) }
        let answer = state.withLock { state in
            let isRefused = state.refusals.happens(state.refusalPercent)
            guard request.path == CnpHost.path else {
                return state.database.answer(to: request, isRefused: isRefused)
                    .map { CnpHost.Answer.reply($0) }
            }
            return state.cnp.answer(
                to: String(decoding: request.body, as: UTF8.self), &state.database,
                isRefused: isRefused)
        }
        if answer == .silence { return connection.reset() }
        if event == .resetAfterBooking { return connection.reset() }
        if event == .delayAfterBooking { connection.wait(delay) }
        if case .reply(let body)? = answer {
            connection.reply(body)
        } else {
            connection.reply(nil)
        }
        connection.end()
    }
}

extension HostLedger {
    /// The answer to a request; nil for one that is none.
    ///
    /// - Parameter isRefused: Whether it is refused, where it is a new advice.
    fileprivate mutating func answer(to request: HostRequest, isRefused: Bool) -> String? {
        let decoder = JSONDecoder()
        do {
            switch request.path {
            case "/authorizations":
                let outcome = book(try decoder.decode(Authorization.self, from: request.body))
                return "{\"outcome\":\"\(outcome.rawValue)\"}"
            case "/advices":
                let advice = try decoder.decode(Advice.self, from: request.body)
                return switch book(advice, isRefused: isRefused) {
                case .booked: "{\"outcome\":\"acknowledged\"}"
                case .refused: "{\"outcome\":\"refused\",\"code\":\"05\"}"
                case .another: "{\"outcome\":\"refused\",\"code\":\"94\"}"
                }
            default: return nil
            }
        } catch {
            return nil
        }
    }
}
