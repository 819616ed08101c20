import Database
import Merchants
import PaymentDomain
import StorageKit

extension SQLConnection {
    /// Waits until no other process makes an administrative change, and then excludes others until the transaction
    /// ends: what is read after this doesn't change.
    ///
    /// It is the first statement of every transaction that changes merchants, certificates, clients, keys or rotations,
    /// so that no two of them hold what the other waits for. The one row of `administration` is locked, and not
    /// changed.
    package func beginAdministration() throws {
        try changeOne("UPDATE administration SET epoch = epoch WHERE id = 1")
    }

    /// Makes a change of one row, or refuses it if there is no such row.
    package func change(_ sql: String, _ values: (any ColumnValue)..., or fault: MerchantFault)
        throws
    {
        guard try change(sql, values.map(\.sqlValue)) == 1 else { throw fault }
    }

    /// Appends an entry to the chain of the audit log.
    ///
    /// - Returns: The configuration version, which stays.
    @discardableResult
    package func record(_ act: AuditEntry) throws -> Int64 {
        try append(act, versions: 0)
    }

    /// Appends an entry of a change that running servers must load.
    ///
    /// - Returns: The configuration version that they reach with it.
    @discardableResult
    package func recordChange(_ act: AuditEntry) throws -> Int64 {
        try append(act, versions: 1)
    }

    /// The one row of `administration` is changed first: another process that appends at the same time waits for it, so
    /// two entries never get one number.
    private func append(_ act: AuditEntry, versions: Int) throws -> Int64 {
        let (configurationVersion, number, head) = try first(
            """
            UPDATE administration SET acts = acts + 1, epoch = epoch + ? WHERE id = 1
            RETURNING epoch, acts, head
            """,
            versions
        ) { columns in
            try (columns.integer(), columns.integer(), columns.bytes())
        }.orCorrupt
        let link = act.link(number: number, after: head)
        try changeOne(
            """
            INSERT INTO acts (number, at, actor, kind, subject, result, link)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            number, act.at, act.actor, act.kind.rawValue, act.subject, act.result, link)
        try changeOne("UPDATE administration SET head = ? WHERE id = 1", link)
        return configurationVersion
    }

    /// Makes running servers reload, for a change that isn't an operator's.
    ///
    /// - Parameter least: If the configuration version is below it, it becomes that; otherwise the next.
    /// - Returns: The configuration version after it.
    @discardableResult
    package func raiseConfigurationVersion(toAtLeast least: Int64 = 0) throws -> Int64 {
        try first(
            """
            UPDATE administration SET epoch = CASE WHEN epoch < ?1 THEN ?1 ELSE epoch + 1 END
            WHERE id = 1 RETURNING epoch
            """,
            least
        ) { try $0.integer() }.orCorrupt
    }
}

extension RowColumns {
    mutating func act() throws -> AuditEntry {
        try AuditEntry(
            at: timestamp(), actor: text(), kind: named(), subject: text(), result: text())
    }
}
