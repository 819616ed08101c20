import Events
import Foundation
import PaymentDomain
import Testing

/// The receivers of a run, each at an endpoint of the sandbox's merchant.
struct TortureReceivers: Sendable {
    /// What a run's receivers got.
    struct Figures: Sendable {
        var events = 0
        var requests = 0
        var restarts = 0
        var moods: [TortureReceiver.Mood: Int] = [:]
        /// How long it took until all were delivered.
        var rest = Duration.zero
    }

    private static let count = 3
    /// How long nothing new may come once all is well: longer than a lease and a breaker's pause.
    private static let patience = Duration.seconds(240)

    let receivers: [TortureReceiver]
    private let cluster: Cluster

    /// Sets up an endpoint for each receiver, before anyone pays.
    init(_ cluster: Cluster, seed: UInt64) async throws {
        self.cluster = cluster
        receivers = try (0..<Self.count).map { try TortureReceiver(seed: seed, name: "\($0)") }
        for receiver in receivers {
            let run = try await cluster.command(
                ["webhook", "create", "--merchant", "sandbox", "--url", receiver.url, "--json"])
            let made = try JSONDecoder().decode(Created.self, from: Data(run.output.utf8))
            try receiver.trust(made.secret)
        }
    }

    private struct Created: Decodable {
        let secret: String
    }

    /// Waits until every event is delivered, as an operator who sends again what waits for long.
    func rest() async throws -> Duration {
        for receiver in receivers { try receiver.heal() }
        let start = ContinuousClock.now
        var (taken, since) = (takenCount, start)
        try await cluster.database.makeDeliveriesDue(after: .zero)
        while try await cluster.database.hasOpenDeliveries(),
            ContinuousClock.now - since < Self.patience
        {
            await TortureClock.pause(.milliseconds(500))
            if takenCount > taken { (taken, since) = (takenCount, .now) }
            // A lease of a server that was killed ends by itself.
            try await cluster.database.makeDeliveriesDue(after: .seconds(125))
        }
        for receiver in receivers { receiver.hangUp() }
        return ContinuousClock.now - start
    }

    private var takenCount: Int { receivers.reduce(0) { $0 + $1.account.taken.count } }

    /// Compares what came with the events of the database.
    func breaches() async throws -> [Breach] {
        let events = try await cluster.database.events(of: .sandbox)
        let bodies = Dictionary(
            events.map { ("\($0.id)", Data($0.body)) }, uniquingKeysWith: { first, _ in first })
        return receivers.enumerated().flatMap { number, receiver in
            Self.faults(of: receiver.account, bodies).map {
                Breach(kind: .event, payment: "receiver \(number)", sentence: $0)
            }
        }
    }

    /// What is wrong with what a receiver got.
    ///
    /// - Parameter bodies: The body of each event of the database, by its identifier.
    static func faults(
        of account: TortureReceiver.Account, _ bodies: [String: Data]
    ) -> [String] {
        var found = account.faults
        found += Set(bodies.keys).subtracting(account.taken).map { "event \($0) never came" }
        for (event, body) in account.seen {
            guard let expected = bodies[event] else {
                found.append("event \(event) isn't in the database")
                continue
            }
            if expected != body { found.append("event \(event) has another body") }
        }
        return found.sorted()
    }

    /// What they got in all.
    func figures(rest: Duration) async throws -> Figures {
        var figures = Figures()
        figures.events = try await cluster.database.events(of: .sandbox).count
        figures.rest = rest
        for account in receivers.map(\.account) {
            figures.requests += account.requests
            figures.restarts += account.restarts
            figures.moods.merge(account.moods) { $0 + $1 }
        }
        return figures
    }
}

extension TortureReceivers.Figures {
    /// All of it, for people.
    var line: String {
        let words = TortureReceiver.Mood.allCases.map { "\($0.rawValue) \(moods[$0] ?? 0)" }
        return
            "  webhooks: events \(events), requests \(requests), receivers' restarts \(restarts), "
            + words.joined(separator: ", ") + "; all delivered after \(rest.printed)"
    }
}
