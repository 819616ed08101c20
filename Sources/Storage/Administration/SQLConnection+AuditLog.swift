import Database
import Merchants
import PaymentDomain

extension SQLConnection {
    /// Waits until no other process makes an administrative change, and then excludes others until the transaction
    /// ends: what is read after this doesn't change.
    ///
    /// It is the first statement of every transaction that changes merchants, certificates, clients, keys or rotations,
    /// so that no two of them hold what the other waits for. The one row of `administration` is locked, and not
    /// changed.
    func beginAdministration() throws {
        try changeOne("UPDATE administration SET epoch = epoch WHERE id = 1")
    }

    /// Makes a change of one row, or refuses it if there is no such row.
    func change(_ sql: String, _ values: (any ColumnValue)..., or fault: MerchantFault) throws {
        guard try change(sql, values.map(\.sqlValue)) == 1 else { throw fault }
    }

    /// Appends an entry to the chain of the audit log.
    ///
    /// - Returns: The configuration version, which stays.
    @discardableResult
    func record(_ act: AuditEntry) throws -> Int64 {
        try append(act, versions: 0)
    }

    /// Appends an entry of a change that running servers must load.
    ///
    /// - Returns: The configuration version that they reach with it.
    @discardableResult
    func recordChange(_ act: AuditEntry) throws -> Int64 {
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

    /// The acts: each has the link that its content and the act before it make. A breach names the
    /// act's number.
    func auditActs(_ piece: inout AuditPiece) throws {
        try eachRow(
            """
            SELECT number, at, actor, kind, subject, result, link,
                (SELECT before.link FROM acts before WHERE before.number = acts.number - 1)
            FROM acts WHERE number > ? ORDER BY number LIMIT ?
            """,
            piece.query
        ) { columns in
            let number = try columns.integer()
            let act = try columns.act()
            let link = try columns.bytes()
            let stored = try columns.bytesOrNil()
            let before = number == 1 ? AuditEntry.chainStart : stored
            piece.add([number.sqlValue])
            piece.check(
                before.map { act.link(number: number, after: $0) } == link, .actAstray,
                String(number))
        }
    }

    /// The end of the chain: as many acts as were counted, and the last one's link. A breach names
    /// the number of acts that were counted.
    func auditLogHead(_ piece: inout AuditPiece) throws {
        let head = try first(
            """
            SELECT acts, acts = (SELECT count(*) FROM acts) AND head = coalesce(
                (SELECT link FROM acts ORDER BY number DESC LIMIT 1), ?)
            FROM administration WHERE id = 1
            """,
            AuditEntry.chainStart
        ) { columns in
            try (subject: "head of \(columns.integer())", isRight: columns.flag())
        }
        piece.check(head?.isRight ?? false, .actAstray, head?.subject ?? "head")
    }
}

extension RowColumns {
    mutating func act() throws -> AuditEntry {
        try AuditEntry(
            at: timestamp(), actor: text(), kind: named(), subject: text(), result: text())
    }
}
