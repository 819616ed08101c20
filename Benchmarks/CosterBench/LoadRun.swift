import AppleSimulator
import Foundation
import PaymentDomain
import Synchronization

/// Payments against a server, with tokens minted before the clock starts.
struct LoadRun {
    let count: Int
    let seconds: Double
    let serverCPUSeconds: Double
    let latencies: [Double]

    var perSecond: Double { Double(count) / seconds }
    var perServerCPUSecond: Double { Double(count) / max(serverCPUSeconds, 1e-9) }

    /// Milliseconds.
    func percentile(_ percent: Int) -> Double {
        guard !latencies.isEmpty else { return 0 }
        return latencies[min(latencies.count - 1, latencies.count * percent / 100)] * 1000
    }

    static func pay<D: LoadDialect>(
        _ count: Int, by dialect: D.Type = RadialLoad.self, on server: BenchServer,
        connections: Int
    ) throws -> LoadRun {
        try play(
            try mint(count, by: dialect, data: server.data), on: server, connections: connections)
    }

    /// Pays with what was minted before.
    static func play(
        _ visits: [LoadVisit], on server: BenchServer,
        connections: Int
    ) throws -> LoadRun {
        let next = Atomic<Int>(0)
        let failures = Mutex<[BenchError]>([])
        let latencies = Mutex<[Double]>([])
        let group = DispatchGroup()
        let cpu = server.cpuSeconds()
        let port = server.port
        let start = ContinuousClock.now
        for _ in 0..<connections {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    let connection = try LoadConnection(port: port)
                    var own: [Double] = []
                    while true {
                        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                        guard index < visits.count else { break }
                        let sent = ContinuousClock.now
                        try visits[index].play(connection)
                        own.append((ContinuousClock.now - sent) / .seconds(1))
                    }
                    latencies.withLock { $0 += own }
                } catch {
                    failures.withLock { $0.append(error as? BenchError ?? .connectionFailed) }
                }
            }
        }
        group.wait()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        if let failure = failures.withLock({ $0.first }) { throw failure }
        return LoadRun(
            count: visits.count, seconds: seconds, serverCPUSeconds: server.cpuSeconds() - cpu,
            latencies: latencies.withLock { $0.sorted() })
    }

    /// Visits of so many customers.
    static func mint<D: LoadDialect>(
        _ count: Int, by dialect: D.Type, data: String
    ) throws -> [LoadVisit] {
        try mint(count, data: data) { token, amount in dialect.visit(token, amount) }
    }

    /// Makes something of so many fresh tokens of a sandbox's customer.
    static func mint<Made>(
        _ count: Int, data: String, _ make: (SimulatedToken, Money) -> Made
    ) throws -> [Made] {
        let store = SimulatedAppleStore(directory: data)
        let device = SimulatedDevice(
            apple: try store.apple(), merchant: try store.merchant("merchant.coster.sandbox"))
        let amount = try Money(minorUnits: 1499, currency: .usd)
        let now = Timestamp(Date())
        return try (0..<count).map { _ in
            let token = try device.pay(SimulatedOrder(amount: amount, at: now))
            return make(token, amount)
        }
    }
}

extension Timestamp {
    /// The moment of a date.
    init(_ date: Date) {
        self.init(milliseconds: Int64(date.timeIntervalSince1970 * 1000))
    }
}
