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

    /// How many payments are in each state, after the books have passed their audit.
    ///
    /// - Throws: ``BenchError/commandFailed(_:)`` where they have not.
    func paymentsByState() throws -> [String: Int] {
        var place = ["--data", data]
        if let database { place += ["--database-url", database] }
        _ = try BenchCommand.run(coster, ["audit"] + place)
        let table = try BenchCommand.run(coster, ["payments", "--limit", "100000000"] + place)
        var counts: [String: Int] = [:]
        for line in table.split(separator: "\n").dropFirst() {
            let cells = line.split(separator: " ")
            if cells.count > 3 { counts[String(cells[3]), default: 0] += 1 }
        }
        return counts
    }
}
