import PaymentDomain
import PaymentEngine
import SandboxAcquirer
import PaymentStorage
import Testing

/// Our ledger and the acquirer's, read one after the other.
struct EachDatabase: Sendable {
    let ours: [StoredAuthorization]
    let theirs: [SandboxRow]

    /// Whether nothing waits for the acquirer any more.
    var isSettled: Bool {
        ours.allSatisfy { stored in
            let amounts = stored.payment.amounts
            let waits =
                amounts.capturing + amounts.refunding + amounts.releasing + amounts.uncapturing
                + amounts.unrefunding
            switch stored.payment.state {
            case .authorizing, .outcomeUnknown: return false
            case .authorized, .declined, .notSent, .reversed, .released, .credited:
                return waits == 0
            }
        }
    }

    /// Where the two tell different stories.
    var disagreements: [String] {
        let rows = Dictionary(
            theirs.map { ($0.authorizationID, $0) }, uniquingKeysWith: { first, _ in first })
        let known = Set(ours.map(\.payment.authorizationID))
        return ours.compactMap { disagreement($0.payment, rows[$0.payment.authorizationID]) }
            + theirs.filter { !known.contains($0.authorizationID) }.map {
                "the acquirer has \($0) and we do not"
            }
    }

    /// Whether both tell the same of an order, whatever else is going on.
    func agree(on order: String) -> Bool {
        let payments = payments(of: order)
        let ids = Set(payments.map(\.authorizationID))
        return EachDatabase(
            ours: ours.filter { ids.contains($0.payment.authorizationID) },
            theirs: theirs.filter { ids.contains($0.authorizationID) }
        ).disagreements.isEmpty
    }

    private func disagreement(_ payment: Payment, _ row: SandboxRow?) -> String? {
        let amounts = payment.amounts
        let agrees: Bool
        switch payment.state {
        case .authorized, .released:
            agrees =
                row.map { row in
                    !row.isReversed && row.held == amounts.authorized
                        && row.captured == amounts.captured && row.refunded == amounts.refunded
                        && row.released == amounts.released
                        && row.currency == payment.requested.currency.code
                } ?? false
        case .declined, .notSent, .reversed:
            agrees = row.map { $0.isReversed && $0.captured == 0 } ?? true
        case .credited:
            // Whether it was taken back is told by the operation, which the audit compares.
            agrees = row.map { !$0.isReversed && $0.held == 0 } ?? false
        case .authorizing, .outcomeUnknown:
            agrees = false
        }
        let theirs = row.map { "\($0)" } ?? "nothing"
        return agrees ? nil : "\(payment.state) \(amounts) against \(theirs)"
    }

    /// Our payments of an order.
    func payments(of order: String) -> [Payment] {
        ours.map(\.payment).filter { $0.orderReference == order }
    }

    /// Our only payment of an order.
    func payment(of order: String) throws -> Payment {
        let found = payments(of: order)
        #expect(found.count == 1, "one payment for one order")
        return try #require(found.first)
    }

    /// Reads both books of a data folder.
    static func read(_ folder: String) async throws -> EachDatabase {
        let ours = try await SQLPaymentStore(folder: folder)
        let both = try await read(ours, besideThoseIn: folder)
        try ours.close()
        return both
    }

    /// Reads our books, and the acquirer's in a data folder.
    static func read(
        _ ours: SQLPaymentStore, besideThoseIn folder: String
    ) async throws -> EachDatabase {
        let theirs = try await SandboxLedger(folder: folder)
        let both = EachDatabase(
            ours: try await ours.recentPayments(StorageLimits.recentPayments).map(\.authorization),
            theirs: try await theirs.rows())
        try theirs.close()
        return both
    }

    /// Reads them again and again, until nothing waits for the acquirer and both agree: one is read after the other, and
    /// another test may pay between the two.
    static func settled(_ server: RunningServer) async throws -> EachDatabase {
        let tries = 1_500
        var settled: EachDatabase?
        for _ in 0..<tries {
            let both = try await read(server.folder)
            if both.isSettled {
                if both.disagreements.isEmpty { return both }
                settled = both
            }
            try await server.glance()
        }
        guard let settled else { throw StillWaiting() }
        return settled
    }

    /// Waits until the acquirer holds money; whoever asked for it may not know yet.
    static func untilHeld(_ server: RunningServer) async throws {
        let tries = 500
        for _ in 0..<tries {
            if try await !read(server.folder).theirs.isEmpty { return }
            try await server.glance()
        }
        throw StillWaiting()
    }
}

/// What was due did not happen.
struct StillWaiting: Error {}

/// Expects that every rule of the books holds, and that the acquirer's say the same.
func expectSoundDatabase(_ folder: String) async throws {
    let store = try await SQLPaymentStore(folder: folder)
    let report = try await store.audit()
    try store.close()
    #expect(report.isClean, "\(report.breaches.map { "\($0.code) \($0.subject)" })")
    let both = try await EachDatabase.read(folder)
    if both.isSettled { #expect(both.disagreements.isEmpty) }
}
