import StrictCoding
import CardVault
import PaymentDomain
import Database

/// A column that holds sealed records, and the one beside it that names their keys: all that a
/// rotation and its guards need to know of a table.
struct SealedColumn: Sendable, Hashable {
    /// The table; it has a column `merchant`.
    let table: String
    /// The table's number of a row.
    let row: String
    /// The column that names the key.
    let key: String
    /// The column with the sealed bytes.
    let sealed: String
    /// The associated data of the record beside its merchant, in SQL: a text, or bytes that stand for hex digits.
    let subject: String
    let kind: AssociatedData.Kind

    static let cards = SealedColumn(
        table: "cards", row: "row", key: "pan_key", sealed: "sealed_pan", subject: "handle",
        kind: .pan)

    /// Every one, in the order in which a rotation walks them. A new table has its row here.
    static let all = [
        SealedColumn(
            table: "certificates", row: "number", key: "key_id", sealed: "sealed_key",
            subject: "public_key_hash", kind: .privateKey),
        cards,
        SealedColumn(
            table: "registrations", row: "row", key: "content_key", sealed: "sealed_content",
            subject: "id", kind: .registration),
    ]

    /// Their tables in the order in which payments write to them: who holds all of them waits for a
    /// payment that is in the middle, and does not hold what that payment comes to next.
    static let tablesAsWritten = ["certificates", "registrations", "cards"]

    /// Refuses records under a key that is not in use: a server that slept through a rotation must
    /// not write what nobody can open.
    var guards: String {
        let condition = """
            WHEN NEW.\(key) IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM wrapped_keys WHERE id = NEW.\(key) AND state = 'active')
            BEGIN SELECT RAISE(FAIL, 'the sealing key is not in use'); END;
            """
        return """
            CREATE TRIGGER \(table)_sealed_insert BEFORE INSERT ON \(table)
            \(condition)
            CREATE TRIGGER \(table)_sealed_update BEFORE UPDATE OF \(key), \(sealed) ON \(table)
            \(condition)
            """
    }

    /// The rows after one, up to another, that name a retiring key.
    var retiringRows: String {
        """
        SELECT \(row), merchant, \(subject), \(key), \(sealed) FROM \(table)
        WHERE \(row) > ?1 AND \(row) <= ?2 AND \(key) IN (
            SELECT id FROM wrapped_keys WHERE state = 'retiring')
        ORDER BY \(row) LIMIT ?3
        """
    }

    /// Reads the associated data from a row of ``retiringRows``.
    ///
    /// A column of raw bytes stands for their hex digits, whatever they begin with; everything else is stored as an
    /// identifier, or as a text.
    func subject(_ columns: inout RowColumns) throws -> String {
        switch kind {
        case .privateKey: try Hex.encode(columns.bytes())
        case .pan, .registration: try columns.identifier()
        }
    }

    /// The number of the row so many rows after one, or of the last.
    var farRow: String {
        """
        SELECT max(\(row)) FROM (
            SELECT \(row) FROM \(table) WHERE \(row) > ?1 ORDER BY \(row) LIMIT ?2) AS walked
        """
    }

    /// Puts a new record in place of the very one that was read.
    var replacement: String {
        """
        UPDATE \(table) SET \(key) = ?1, \(sealed) = ?2
        WHERE \(row) = ?3 AND \(key) = ?4 AND \(sealed) = ?5
        """
    }

    /// How many rows there are under each key.
    var counts: String {
        "SELECT \(key), count(*) FROM \(table) WHERE \(key) IS NOT NULL GROUP BY \(key)"
    }
}
