import Database
import Merchants
import PaymentDomain
import StorageKit

extension AuditedTable {
    /// The tables of merchants, with the end of the audit log.
    package static let merchantTables =
        references + [
            AuditedTable("acts") { try $0.auditActs(&$1) },
            AuditedTable("administration", after: []) { try $0.auditLogHead(&$1) },
        ]

    /// References from one table to another. The schema's foreign keys hold them, but someone can switch those off.
    private static let references = [
        AuditedTable(
            "certificates c", by: "c.number",
            [.merchantMissing: "EXISTS (SELECT 1 FROM merchants m WHERE m.name = c.merchant)"]
        ) { "certificate \(try $0.integer())" },
        AuditedTable(
            "clients c", by: "c.dialect, c.name", after: [.text(""), .text("")],
            [.merchantMissing: "EXISTS (SELECT 1 FROM merchants m WHERE m.name = c.merchant)"]
        ) { "client \(try $0.text()) \(try $0.text())" },
        AuditedTable(
            "credentials s", by: "s.number",
            [
                .clientMissing: """
                EXISTS (SELECT 1 FROM clients c WHERE c.dialect = s.dialect AND c.name = s.client)
                """
            ]
        ) { "secret \(try $0.integer())" },
        AuditedTable(
            "lines l", by: "l.name", after: [.text("")],
            [
                .lineSecretMissing: """
                EXISTS (SELECT 1 FROM line_credentials s
                    WHERE s.line = l.name AND s.expires_at IS NULL)
                """
            ]
        ) { "line \(try $0.text())" },
        AuditedTable(
            "line_credentials s", by: "s.number",
            [.lineMissing: "EXISTS (SELECT 1 FROM lines l WHERE l.name = s.line)"]
        ) { "line secret \(try $0.integer())" },
        AuditedTable(
            "routes r", by: "r.merchant, r.number", after: [.text(""), .integer(.min)],
            [
                .merchantMissing: """
                r.merchant = '\(MerchantID.sandbox)'
                    OR EXISTS (SELECT 1 FROM merchants m WHERE m.name = r.merchant)
                """,
                .lineMissing: """
                EXISTS (SELECT 1 FROM lines l WHERE l.name = r.line) AND (r.otherwise IS NULL
                    OR EXISTS (SELECT 1 FROM lines l WHERE l.name = r.otherwise))
                """,
            ]
        ) { "route \(try $0.text()) \(try $0.integer())" },
        AuditedTable(
            "webhook_endpoints w", by: "w.id", after: [.text("")],
            [
                .merchantMissing: """
                w.merchant = '\(MerchantID.sandbox)'
                    OR EXISTS (SELECT 1 FROM merchants m WHERE m.name = w.merchant)
                """,
                .webhookSecretMissing: """
                w.removed_at IS NOT NULL OR EXISTS (SELECT 1 FROM webhook_secrets s
                    WHERE s.endpoint = w.id AND s.expires_at IS NULL)
                """,
            ]
        ) { "endpoint \(try $0.text())" },
        AuditedTable(
            "webhook_secrets s", by: "s.number",
            [
                .webhookMissing: """
                EXISTS (SELECT 1 FROM webhook_endpoints w
                    WHERE w.id = s.endpoint AND w.merchant = s.merchant)
                """
            ]
        ) { "endpoint secret \(try $0.integer())" },
    ]
}

extension SQLConnection {
    /// The acts: each has the link that its content and the act before it make. A breach names the
    /// act's number.
    fileprivate func auditActs(_ piece: inout AuditPiece) throws {
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
    fileprivate func auditLogHead(_ piece: inout AuditPiece) throws {
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
