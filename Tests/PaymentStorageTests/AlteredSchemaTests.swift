import StorageFixtures
import Database
import Testing

@testable import PaymentStorage

/// A change of the schema past Coster, and what is said of it; nil if it is allowed.
struct SchemaAlteration: Sendable, CustomTestStringConvertible {
    let sql: String
    let words: String?

    init(_ sql: String, _ words: String?) {
        self.sql = sql
        self.words = words
    }

    var testDescription: String { words ?? "allowed: \(sql)" }

    /// Both databases know these words.
    static let common = [
        SchemaAlteration(
            "CREATE INDEX payments_by_moment ON payments (created_at, merchant)", nil),
        SchemaAlteration(
            "CREATE UNIQUE INDEX one_order ON payments (order_reference)",
            "table payments has an unexpected index `one_order`"),
        SchemaAlteration(
            "CREATE INDEX bounded ON payments ((1 / requested))",
            "table payments has an unexpected index `bounded`"),
        SchemaAlteration(
            "CREATE INDEX partial ON payments (merchant) WHERE 1 / requested > 0",
            "table payments has an unexpected index `partial`"),
        SchemaAlteration("DROP INDEX payments_by_order", "table payments lacks its"),
        SchemaAlteration(
            "DROP INDEX payments_by_order; CREATE INDEX payments_by_order ON payments (merchant)",
            "table payments has another"),
    ]

    static let sqlite =
        common + [
            SchemaAlteration(
                """
                CREATE TRIGGER forget AFTER INSERT ON spent_tokens
                BEGIN DELETE FROM spent_tokens; END
                """,
                "table spent_tokens has an unexpected trigger `forget`"),
            SchemaAlteration(
                "DROP TRIGGER acts_are_not_changed",
                "table acts lacks its trigger `acts_are_not_changed`"),
            SchemaAlteration(
                "ALTER TABLE batches ADD COLUMN note TEXT", "table batches has another definition"),
            SchemaAlteration(
                "CREATE TABLE notes (payment INTEGER REFERENCES payments (row))",
                "there is an unexpected table `notes`"),
            SchemaAlteration("CREATE VIEW seen AS SELECT 1", "unexpected view `seen`"),
            SchemaAlteration(
                "CREATE TABLE \"a\u{1B}[2J\" (n)", "there is an unexpected table `a?[2J`"),
            SchemaAlteration(
                """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_schema
                SET sql = replace(sql, 'CHECK (authorized <= requested),', '')
                WHERE name = 'payments';
                PRAGMA writable_schema = OFF
                """, "table payments has another definition"),
            SchemaAlteration("ANALYZE", nil),
        ]

    private static let function = """
        CREATE FUNCTION forget() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RETURN NULL; END $$;

        """

    static let postgreSQL =
        common + [
            SchemaAlteration(
                function
                    + "CREATE TRIGGER forget BEFORE INSERT ON spent_tokens FOR EACH ROW EXECUTE FUNCTION forget()",
                "table spent_tokens has an unexpected trigger `forget`"),
            SchemaAlteration(
                function
                    + "CREATE CONSTRAINT TRIGGER late AFTER INSERT ON batches DEFERRABLE FOR EACH ROW EXECUTE FUNCTION forget()",
                "table batches has an unexpected trigger `late`"),
            SchemaAlteration(
                "ALTER TABLE acts DISABLE TRIGGER acts_are_not_changed",
                "table acts has another trigger `acts_are_not_changed`"),
            SchemaAlteration(
                """
                CREATE OR REPLACE FUNCTION acts_are_not_changed() RETURNS trigger LANGUAGE plpgsql
                    AS $$ BEGIN RETURN NEW; END $$
                """, "table acts has another trigger `acts_are_not_changed`"),
            SchemaAlteration(
                "ALTER TABLE payments DROP CONSTRAINT payments_check",
                "table payments lacks its constraint `CHECK"),
            SchemaAlteration(
                "ALTER TABLE payments ADD CHECK (requested < 100)",
                "table payments has an unexpected constraint `CHECK ((requested < 100))`"),
            SchemaAlteration(
                "CREATE TABLE notes (payment BIGINT REFERENCES payments (row))",
                "table payments has an unexpected constraint `notes_payment_fkey of table notes`"),
            SchemaAlteration("CREATE TABLE notes (n INTEGER)", nil),
            SchemaAlteration(
                "ALTER TABLE spent_tokens DROP CONSTRAINT spent_tokens_pkey",
                "table spent_tokens lacks its constraint `PRIMARY KEY (merchant, apple_transaction)`"
            ),
            SchemaAlteration(
                "CREATE RULE forget AS ON INSERT TO spent_tokens DO INSTEAD NOTHING",
                "table spent_tokens has an unexpected rule `forget`"),
            SchemaAlteration(
                "ALTER TABLE payments ENABLE ROW LEVEL SECURITY",
                "table payments has an unexpected row security `on`"),
            SchemaAlteration(
                "CREATE POLICY anyone ON payments USING (true)",
                "table payments has an unexpected policy `anyone`"),
            SchemaAlteration(
                "ALTER TABLE payments ALTER merchant DROP NOT NULL",
                "table payments has another column `merchant`"),
            SchemaAlteration(
                "ALTER TABLE payments ALTER refunded SET DEFAULT 1",
                "table payments has another column `refunded`"),
            SchemaAlteration(
                "CREATE TABLE more () INHERITS (spent_tokens)",
                "table spent_tokens has an unexpected inheritance `more`"),
            SchemaAlteration("DROP TABLE nodes", "there is no table nodes"),
            SchemaAlteration(
                "ALTER TABLE spent_tokens SET UNLOGGED", "table spent_tokens has another definition"
            ),
            SchemaAlteration("ANALYZE", nil),
        ]
}

@Suite(
    "Tables that are not those that the migrations make are refused, and the difference is named",
    .timeLimit(.minutes(5)))
struct AlteredSchemaTests {
    private func expect(_ alteration: SchemaAlteration) async throws {
        let fixture = try await StoreFixture()
        try fixture.execute(alteration.sql)
        try fixture.store.close()
        var found: String?
        do {
            try await fixture.openedAgain().close()
        } catch SchemaError.altered(let what) {
            found = what
        }
        if let words = alteration.words {
            #expect(found?.contains(words) == true, "\(found ?? "opened")")
        } else {
            #expect(found == nil)
        }
    }

    @Test("in a file, when it is opened", arguments: SchemaAlteration.sqlite)
    func file(_ alteration: SchemaAlteration) async throws {
        try await expect(alteration)
    }

    @Test(
        "in PostgreSQL, when it is opened", .onPostgreSQL,
        .enabled(if: TestedDatabase.url != nil, TestedDatabase.absence),
        arguments: SchemaAlteration.postgreSQL)
    func database(_ alteration: SchemaAlteration) async throws {
        try await expect(alteration)
    }

    @Test("in a file that is opened to be looked at alone")
    func readOnly() async throws {
        let fixture = try await StoreFixture()
        try fixture.execute("DROP TRIGGER acts_are_not_deleted")
        try fixture.store.close()
        await #expect(
            throws: SchemaError.altered("table acts lacks its trigger `acts_are_not_deleted`")
        ) { _ = try await SQLPaymentStore(readingOnly: fixture.folder) }
    }
}
