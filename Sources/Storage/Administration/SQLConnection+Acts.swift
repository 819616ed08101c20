import Merchants
import PaymentDomain
import Database

extension SQLConnection {
    /// Waits until no other process makes an administrative change, and then excludes others until the transaction
    /// ends: what is read after this doesn't change.
    ///
    /// It is the first statement of every transaction that changes merchants, certificates, clients, keys or rotations,
    /// so that no two of them hold what the other waits for. The one row of `administration` is locked, and not
    /// changed.
    func beginAdministration() throws {
        try changeOne("UPDATE administration SET epoch = epoch WHERE id = 1", [])
    }

    /// Appends an entry to the chain of the audit log.
    ///
    /// The one row of `administration` is changed first: another process that appends at the same time waits for it, so
    /// two entries never get one number.
    ///
    /// - Parameter isChange: Whether running servers must reload.
    /// - Returns: The configuration version after it.
    @discardableResult
    func record(_ act: AdministrativeAct, isChange: Bool) throws -> Int64 {
        let standing = try first(
            """
            UPDATE administration SET acts = acts + 1, epoch = epoch + ? WHERE id = 1
            RETURNING epoch, acts, head
            """,
            [(isChange ? 1 : 0).sqlValue]
        ) { columns in
            (
                epoch: try columns.integer(), number: try columns.integer(),
                head: try columns.bytes()
            )
        }
        guard let (epoch, number, head) = standing else { throw SQLError.corrupt }
        let link = act.link(number: number, after: head)
        try changeOne(
            """
            INSERT INTO acts (number, at, actor, kind, subject, result, link)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                number.sqlValue, act.at.value, act.actor.sqlValue,
                act.kind.rawValue.sqlValue, act.subject.sqlValue, act.result.sqlValue,
                link.sqlValue,
            ])
        try changeOne("UPDATE administration SET head = ? WHERE id = 1", [link.sqlValue])
        return epoch
    }

    /// The acts: each has the link that its content and the act before it make. A breach names the
    /// act's number.
    func auditActs(_ piece: inout AuditPiece) throws {
        let rows = try allRows(
            """
            SELECT number, at, actor, kind, subject, result, link,
                (SELECT before.link FROM acts before WHERE before.number = acts.number - 1)
            FROM acts WHERE number > ? ORDER BY number LIMIT ?
            """,
            piece.query
        ) { columns in
            (
                number: try columns.integer(), act: try columns.act(),
                link: try columns.bytes(), before: try columns.bytesOrNil()
            )
        }
        for row in rows {
            piece.place = [row.number.sqlValue]
            piece.rows += 1
            let before = row.number == 1 ? AdministrativeAct.chainStart : row.before
            let expected = before.map { row.act.link(number: row.number, after: $0) }
            piece.check(expected == row.link, .actAstray, String(row.number))
        }
    }

    /// The end of the chain: as many acts as were counted, and the last one's link. A breach names
    /// the number of acts that were counted.
    func auditActHead(_ piece: inout AuditPiece) throws {
        let standing = try first(
            """
            SELECT acts, (SELECT count(*) FROM acts), head = coalesce(
                (SELECT link FROM acts ORDER BY number DESC LIMIT 1), ?)
            FROM administration WHERE id = 1
            """,
            [AdministrativeAct.chainStart.sqlValue]
        ) { columns in
            (
                counted: try columns.integer(), present: try columns.integer(),
                isHead: try columns.integer() != 0
            )
        }
        guard let standing else {
            return piece.check(false, .actAstray, "head")
        }
        piece.check(
            standing.counted == standing.present && standing.isHead, .actAstray,
            "head of \(standing.counted)")
    }
}

extension RowColumns {
    /// An act: when, who, what, on what, with what result.
    mutating func act() throws -> AdministrativeAct {
        let at = try timestamp()
        let actor = try text()
        let kind = try named(AdministrativeAct.Kind.self)
        let subject = try text()
        return AdministrativeAct(
            at: at, actor: actor, kind: kind, subject: subject, result: try text())
    }
}
