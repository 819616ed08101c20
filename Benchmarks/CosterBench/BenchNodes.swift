import Foundation

/// As many servers as work on the same books.
final class BenchNodes {
    let servers: [BenchServer]
    let data: String
    private let coster: String
    private let database: String?

    init(coster: String, count: Int, database: String?) throws {
        self.coster = coster
        self.database = database
        let data = BenchServer.freshFolder()
        self.data = data
        servers = try (0..<count).map { _ in
            try BenchServer.start(coster: coster, data: data, database: database)
        }
    }

    var ports: [Int] { servers.map(\.port) }

    func stop() {
        for server in servers { server.stop() }
    }

    func cpuSeconds() -> Double {
        servers.map { $0.cpuSeconds() }.reduce(0, +)
    }

    /// How many payments the books have, after they have passed their audit, and in which states
    /// the newest ten thousand of them are.
    ///
    /// - Throws: ``BenchError/commandFailed(_:)`` where they have not passed.
    func storedPayments() throws -> (payments: Int, states: [String: Int]) {
        var place = ["--data", data]
        if let database { place += ["--database-url", database] }
        let audit = try BenchCommand.run(coster, ["audit"] + place)
        let counted = audit.split(separator: "\n").first { $0.hasPrefix("audit: ") }
        let count = counted?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let table = try BenchCommand.run(coster, ["payments", "--limit", "10000"] + place)
        var states: [String: Int] = [:]
        for line in table.split(separator: "\n").dropFirst() {
            let cells = line.split(separator: " ")
            if cells.count > 3 { states[String(cells[3]), default: 0] += 1 }
        }
        return (count, states)
    }
}
