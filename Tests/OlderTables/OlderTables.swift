/// The tables of earlier versions, made of those of today: what each step of the schema did, undone. Both databases know
/// these words.
public enum OlderTables {
    /// The versions that books are brought up to date from.
    public static let versions = [2, 3, 4, 5, 6, 7]

    /// What makes tables of today those of a version.
    public static func steps(backTo version: Int) -> String {
        undone.filter { $0.version > version }.map(\.sql).joined(separator: ";\n")
    }

    /// What each version changed, undone; the newest first.
    private static let undone: [(version: Int, sql: String)] = [
        (
            8,
            """
            DROP INDEX cards_expiring;
            ALTER TABLE cards DROP COLUMN expires_at
            """
        ),
        (
            7,
            """
            ALTER TABLE operations DROP COLUMN seen
            """
        ),
        (
            6,
            """
            DROP INDEX operations_of_capture;
            ALTER TABLE operations DROP COLUMN of_capture
            """
        ),
        (
            5,
            """
            ALTER TABLE batches DROP COLUMN closing;
            DROP INDEX deliveries_others;
            CREATE INDEX deliveries_due ON deliveries (due_at)
            """
        ),
        (
            4,
            """
            DROP INDEX deliveries_reversals;
            DROP INDEX payments_closing;
            CREATE INDEX payments_closing ON payments (row)
                WHERE closing = 1 AND state = 'authorized' AND capturing = 0
                    AND released + releasing + captured < authorized
            """
        ),
        (
            3,
            """
            DROP INDEX payments_closing;
            ALTER TABLE operations DROP COLUMN is_last;
            ALTER TABLE payments DROP COLUMN closing;
            ALTER TABLE deliveries DROP COLUMN lease
            """
        ),
    ]
}
