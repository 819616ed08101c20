import StorageKit
import CardVault
import PaymentDomain
import PaymentEngine

/// Carries a rotation of keys from its current step to its end, while servers work.
///
/// Killed at any time, it resumes at the same step: every step is one database transaction, and doing it twice does no
/// harm.
package struct KeyRotation: Sendable {
    /// Waits until every running server has loaded the keys of a configuration version; false if one has not.
    package typealias Servers = @Sendable (_ configurationVersion: Int64) async -> Bool

    private let store: SQLPaymentStore
    private let vault: CardVault
    private let servers: Servers
    private let actor: String
    private let now: @Sendable () -> Timestamp

    /// A rotation of this database's keys.
    ///
    /// - Parameters:
    ///   - keys: All keys of the database, the new ones too.
    ///   - servers: Waits for running servers.
    ///   - actor: Who does it, for the audit log.
    package init(
        store: SQLPaymentStore, keys: VaultKeys, servers: @escaping Servers, by actor: String,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.store = store
        vault = CardVault(keys: keys)
        self.servers = servers
        self.actor = actor
        self.now = now
    }

    /// Continues a rotation until it has ended.
    ///
    /// - Parameters:
    ///   - givesUpDamaged: Whether records that can't be opened are abandoned with their keys.
    ///   - progress: Called with each step.
    /// - Returns: How many records were resealed.
    /// - Throws: ``RotationError``; start it again to continue.
    @discardableResult
    package func run(
        _ rotation: RotationRecord, givesUpDamaged: Bool = false,
        progress: (RotationProgress) -> Void
    ) async throws(RotationError) -> Int {
        if rotation.step == .takingUp { try await takeUp(rotation, progress) }
        var standing = try await reread()
        while true {
            standing = try await pass(standing, progress)
            let damaged = standing.damaged
            if standing.passChanges == 0, damaged == 0 || givesUpDamaged { break }
            let isOver = standing.passChanges == 0
            // The next start looks at all of it again: what was damaged may have been mended.
            standing = try await store.beginPass(after: standing)
            guard !isOver else { throw .damaged(damaged) }
        }
        let last = standing
        let configurationVersion = try await store.finish(last, by: actor, at: now())
        await store.emptyLog()
        progress(.finished(resealed: last.resealed))
        // Twice, since a server remembers its earlier keys for one more change. If one is late, the rotation has ended
        // all the same; a server with the old master key continues with the keys that it has.
        guard !last.changesMaster else {
            _ = try await announced()
            return last.resealed
        }
        progress(.waitingForServers)
        _ = await servers(configurationVersion)
        _ = await servers(try await announced())
        return last.resealed
    }

    /// Waits until every server seals with the new keys, and then retires the old ones.
    ///
    /// It waits twice: after the first time no server begins to seal with an old key, and after the second the database
    /// has what was begun by then.
    private func takeUp(
        _ rotation: RotationRecord, _ progress: (RotationProgress) -> Void
    ) async throws(RotationError) {
        progress(.waitingForServers)
        for _ in 0..<2 {
            guard await servers(try await announced()) else { throw .serversLate }
        }
        try await stored { (books) async throws(StoreError) in
            try await books.retireOldKeys(rotation)
        }
    }

    /// Walks what is left of one pass over all tables.
    private func pass(
        _ start: RotationRecord, _ progress: (RotationProgress) -> Void
    ) async throws(RotationError) -> RotationRecord {
        var standing = start
        let columns = SealedColumn.all
        let first = columns.firstIndex { $0.table == start.table } ?? 0
        for (index, column) in columns.enumerated().dropFirst(first) {
            if column.table != standing.table {
                // The walk's position belongs to a table, so each begins at its first row.
                let next = standing.at(table: column.table, row: 0)
                standing = try await store.keep([], of: column, before: standing, after: next)
            }
            while let next = try await step(standing, column, progress) {
                standing = next
                progress(
                    .walked(
                        table: column.table, done: index, of: columns.count,
                        resealed: next.resealed))
            }
            progress(
                .walked(
                    table: column.table, done: index + 1, of: columns.count,
                    resealed: standing.resealed))
        }
        return standing
    }

    /// One stretch of a table; nil at its end.
    private func step(
        _ standing: RotationRecord, _ column: SealedColumn, _ progress: (RotationProgress) -> Void
    ) async throws(RotationError) -> RotationRecord? {
        let piece = try await stored { (books) async throws(StoreError) in
            try await books.piece(of: column, after: standing.row)
        }
        guard let end = piece.end else { return nil }
        var resealed: [ResealedRow] = []
        for row in piece.rows {
            do throws(VaultError) {
                let record = try vault.resealed(row.record, for: row.binding)
                resealed.append(ResealedRow(old: row, record: record))
            } catch {
                // A key that we should have and have not is not the record's fault.
                guard error == .doesNotOpen else { throw .vault(error) }
                progress(.damaged(table: column.table, row: row.row))
            }
        }
        let next = standing.at(
            table: column.table, row: end, changes: resealed.count,
            damaged: piece.rows.count - resealed.count)
        return try await store.keep(resealed, of: column, before: standing, after: next)
    }

    private func reread() async throws(RotationError) -> RotationRecord {
        let found = try await stored { (books) async throws(StoreError) in
            try await books.unfinishedRotation()
        }
        guard let found else { throw .underway }
        return found
    }

    private func announced() async throws(RotationError) -> Int64 {
        try await stored { (books) async throws(StoreError) in try await books.announce() }
    }

    private func stored<Value>(
        _ body: (SQLPaymentStore) async throws(StoreError) -> Value
    ) async throws(RotationError) -> Value {
        do {
            return try await body(store)
        } catch {
            throw .store(error)
        }
    }
}
