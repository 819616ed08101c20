import Database

/// What PostgreSQL's catalogs say of our tables, against what they say of tables that were just made.
extension DatabaseSchema {
    /// Refuses tables that aren't those that the steps create.
    ///
    /// The steps are carried out once more, on temporary tables of a transaction that is undone: so the same server
    /// describes both, in its version's own words. That takes the right TEMPORARY, which PostgreSQL gives to all. A
    /// standby creates no tables, and has those of its primary, where this is checked too. An operator's own index is
    /// allowed if it refuses nothing: one that isn't unique, of columns alone, on all rows.
    ///
    /// Source: PostgreSQL, "search_path": unqualified tables and functions are created in `pg_temp` if it is named
    /// first, but functions are never looked for there.
    ///
    /// - Throws: ``PostgreSQLFailure``, or ``Database/SchemaError/altered(_:)``.
    func requireUnaltered(_ wire: LibPQConnection) throws {
        if try wire.execute("SELECT pg_is_in_recovery()") == ["t"] { return }
        let steps = try steps(after: 0).map { step in
            postgreSQL(step).replacing("EXECUTE FUNCTION ", with: "EXECUTE FUNCTION pg_temp.")
                .replacing("DROP FUNCTION ", with: "DROP FUNCTION pg_temp.")
        }
        let made: [String]
        do {
            made = try wire.execute(
                """
                BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
                SET LOCAL search_path = pg_temp;
                \(steps.joined(separator: ";\n"));
                \(Catalog.query(of: Catalog.temporaryTables))
                """)
        } catch {
            // If the connection broke, the next statement says so.
            _ = try? wire.execute("ROLLBACK")
            throw error
        }
        _ = try wire.execute("ROLLBACK")
        let expected = Catalog.objects(made)
        let names = Set(expected.map(\.name))
        let tables = Catalog.tables(Set(expected.map(\.table)))
        try SchemaObject.require(
            expected,
            in: Catalog.objects(try wire.execute(Catalog.query(of: tables))).filter { object in
                object.kind != Catalog.plainIndex || names.contains(object.name)
            })
    }
}

/// PostgreSQL's description of tables and of all that can change or refuse what is written to them.
///
/// Source: PostgreSQL, "System Catalogs" and "System Catalog Information Functions".
private enum Catalog {
    /// An index that refuses no row: not unique, and with no expression or condition that could fail.
    static let plainIndex = "plain index"

    /// The tables that this session has just made.
    static let temporaryTables =
        "SELECT * FROM pg_class WHERE relnamespace = pg_my_temp_schema() AND relkind = 'r'"

    /// The tables that the search path finds under these names.
    static func tables(_ names: Set<String>) -> String {
        let list = names.sorted().map { "to_regclass('\($0)')" }.joined(separator: ", ")
        return "SELECT * FROM pg_class WHERE oid IN (\(list))"
    }

    /// A query for one text: objects, and the parts of each, apart by control characters.
    static func query(of tables: String) -> String {
        """
        WITH ours AS (\(tables)), objects (kind, place, name, definition) AS (
            \([table, columns, constraints, indexes, triggers, others].joined(separator: " UNION ALL "))
        )
        SELECT coalesce(string_agg(
            concat(kind, E'\\x1F', place, E'\\x1F', name, E'\\x1F', definition), E'\\x1E'
            ORDER BY kind DESC, place, name), '')
        FROM objects
        """
    }

    /// The objects of such a text.
    static func objects(_ row: [String]) -> [SchemaObject] {
        (row.first ?? "").split(separator: "\u{1E}").map { object in
            let parts = object.split(separator: "\u{1F}", omittingEmptySubsequences: false)
            return SchemaObject(
                kind: String(parts[0]), table: parts.count > 1 ? String(parts[1]) : "",
                name: parts.count > 2 ? String(parts[2]) : "",
                definition: parts.dropFirst(3).joined(separator: " "))
        }
    }

    /// Also whether a table outlives a crash: `relpersistence` is `u` for one that does not.
    private static let table = """
        SELECT 'table', relname::text, relname::text,
            concat(relkind, CASE relpersistence WHEN 't' THEN 'p' ELSE relpersistence END)
        FROM ours
        """

    private static let columns = """
        SELECT 'column', ours.relname::text, attname::text,
            concat_ws(' ', format_type(atttypid, atttypmod),
                CASE WHEN attnotnull THEN 'NOT NULL' END,
                'DEFAULT ' || pg_get_expr(adbin, adrelid), attidentity, attgenerated, collname)
        FROM ours JOIN pg_attribute ON attrelid = ours.oid AND attnum > 0 AND NOT attisdropped
            LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
            LEFT JOIN pg_collation ON pg_collation.oid = attcollation
        """

    /// NOT NULL is said of columns, also by PostgreSQL 18, and a constraint trigger is among the triggers.
    private static let constraints = """
        SELECT 'constraint', ours.relname::text, pg_get_constraintdef(pg_constraint.oid), ''
        FROM ours JOIN pg_constraint ON conrelid = ours.oid AND contype NOT IN ('n', 't')
        UNION ALL
        SELECT 'constraint', ours.relname::text,
            conname || ' of table ' || CAST(conrelid::regclass AS text), ''
        FROM ours JOIN pg_constraint ON confrelid = ours.oid
            AND conrelid NOT IN (SELECT oid FROM ours)
        """

    private static let indexes = """
        SELECT CASE WHEN NOT indisunique AND indexprs IS NULL AND indpred IS NULL
                THEN '\(plainIndex)' ELSE 'index' END,
            ours.relname::text, made.relname::text,
            concat(\(withoutSchema("pg_get_indexdef(indexrelid, 0, true)", "made.relnamespace")),
                CASE WHEN NOT indisvalid THEN ' INVALID' END)
        FROM ours JOIN pg_index ON indrelid = ours.oid
            JOIN pg_class AS made ON made.oid = indexrelid
        WHERE NOT EXISTS (SELECT 1 FROM pg_constraint
            WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
        """

    /// Also those that keep foreign keys, which can be switched off.
    private static let triggers = """
        SELECT 'trigger', ours.relname::text, tgname::text,
            concat(tgenabled, ' ',
                \(withoutSchema("pg_get_triggerdef(pg_trigger.oid, true)", "pronamespace")), ' ',
                prosrc, ' ', prolang, ' ', prosecdef, ' ', proconfig)
        FROM ours JOIN pg_trigger ON tgrelid = ours.oid JOIN pg_proc ON pg_proc.oid = tgfoid
        WHERE NOT tgisinternal OR tgenabled <> 'O'
        """

    private static let others = """
        SELECT 'rule', ours.relname::text, rulename::text, ''
        FROM ours JOIN pg_rewrite ON ev_class = ours.oid
        UNION ALL
        SELECT 'policy', ours.relname::text, polname::text, ''
        FROM ours JOIN pg_policy ON polrelid = ours.oid
        UNION ALL
        SELECT 'row security', relname::text, 'on', ''
        FROM ours WHERE relrowsecurity OR relforcerowsecurity
        UNION ALL
        SELECT 'inheritance', ours.relname::text, CAST(inhrelid::regclass AS text), ''
        FROM ours JOIN pg_inherits ON ours.oid IN (inhparent, inhrelid)
        """

    /// A description without the schema of the names in it, which is another for temporary tables.
    private static func withoutSchema(_ text: String, _ schema: String) -> String {
        """
        replace(replace(\(text), (SELECT quote_ident(nspname) || '.' FROM pg_namespace
            WHERE oid = \(schema)), ''), 'pg_temp.', '')
        """
    }
}
