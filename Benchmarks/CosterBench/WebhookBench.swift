import ArgumentParser
import Foundation
import PaymentDomain
import Synchronization

/// Events to endpoints beside payments, first with all endpoints alive, then with one that never answers in time.
struct WebhookBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "webhooks", abstract: "Events delivered beside payments.")

    @Option(help: "The coster to measure.")
    var coster: String

    @Option(help: "How many authorizations, each of which is an event.")
    var count = 5_000

    @Option(help: "How many connections pay.")
    var connections = 16

    @Option(help: "How many endpoints get each event.")
    var endpoints = 10

    /// Longer than a server waits for an endpoint, in seconds.
    private static let hanging: UInt32 = 20

    func run() async throws {
        let server = try BenchServer.start(coster: coster)
        defer { server.stop() }
        _ = try LoadRun.pay(count, on: server, connections: connections)
        let alone = try LoadRun.pay(count, on: server, connections: connections)
        let receivers = try (0..<endpoints).map { _ in try BenchReceiver() }
        for receiver in receivers { try create(receiver, at: server) }
        let all = try await deliver(to: receivers, from: server)
        Figure(
            bench: "webhooks-delivered", value: all.perSecond, unit: "deliveries/s",
            ratio: all.perSecond / (alone.perSecond * Double(endpoints)),
            of: "events/s without endpoints, for each endpoint"
        ).report()
        Figure(
            bench: "webhooks-payments", value: all.paid.perSecond, unit: "1/s beside them",
            ratio: all.paid.perSecond / alone.perSecond, of: "payments/s without endpoints"
        ).report()
        guard let dead = receivers.last, receivers.count > 1 else { return }
        dead.host.answer(after: WebhookBench.hanging)
        let others = try await deliver(to: receivers.dropLast(), from: server)
        Figure(
            bench: "webhooks-beside-a-dead-one", value: others.slowest, unit: "ms at most",
            ratio: others.slowest / all.slowest, of: "the same with all alive"
        ).report()
    }

    private func create(_ receiver: BenchReceiver, at server: BenchServer) throws {
        _ = try BenchCommand.run(
            coster,
            [
                "webhook", "create", "--merchant", "sandbox", "--url",
                "http://127.0.0.1:\(receiver.host.port)/", "--data", server.data,
            ])
    }

    /// What a run of payments and their deliveries took.
    private struct Delivered {
        let paid: LoadRun
        let perSecond: Double
        /// The longest time from an event to its arrival, in milliseconds.
        let slowest: Double
    }

    /// Pays, and waits until each of these receivers has all events.
    private func deliver(
        to receivers: some Sequence<BenchReceiver>, from server: BenchServer
    ) async throws -> Delivered {
        for receiver in receivers { receiver.forget() }
        let visits = try LoadRun.mint(count, by: RadialLoad.self, data: server.data)
        let start = Date()
        let paid = try LoadRun.play(visits, on: server, connections: connections)
        let deadline = start.addingTimeInterval(600)
        for receiver in receivers {
            while receiver.count < count {
                guard Date() < deadline else { throw BenchError.notWhole("events are missing") }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        let arrivals = receivers.flatMap(\.arrivals)
        let last = arrivals.map(\.at).max() ?? start
        let seconds = last.timeIntervalSince(start)
        return Delivered(
            paid: paid, perSecond: Double(arrivals.count) / max(seconds, 1e-9),
            slowest: arrivals.compactMap(\.delay).max() ?? 0)
    }
}

/// A receiver of events that takes each, and notes when.
final class BenchReceiver: Sendable {
    /// An event that came.
    struct Arrival: Sendable {
        let at: Date
        /// The event's own time, as it is written.
        let written: String

        /// The time from the event to its arrival, in milliseconds.
        var delay: Double? {
            let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            return (try? format.parse(written)).map { at.timeIntervalSince($0) * 1000 }
        }
    }

    private let taken: Taken
    let host: BenchHost

    private final class Taken: Sendable {
        let arrivals = Mutex<[Arrival]>([])
    }

    init() throws(BenchError) {
        let taken = Taken()
        self.taken = taken
        host = try BenchHost { request in
            let written = BenchReceiver.time(in: request)
            taken.arrivals.withLock { $0.append(Arrival(at: Date(), written: written)) }
            return "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n"
        }
    }

    var count: Int { taken.arrivals.withLock { $0.count } }
    var arrivals: [Arrival] { taken.arrivals.withLock { $0 } }

    func forget() { taken.arrivals.withLock { $0 = [] } }

    /// The member `timestamp` of an event.
    private static func time(in request: String) -> String {
        guard let start = request.range(of: #""timestamp":""#)?.upperBound,
            let end = request[start...].firstIndex(of: "\"")
        else { return "" }
        return String(request[start..<end])
    }
}
