import CardVault
import Database
import PaymentDomain
import StrictCoding

/// A column that holds sealed records, and the one beside it that names their keys: all that a
/// rotation and its guards need to know of a table.
package struct SealedColumn: Sendable, Hashable {
    package let table: String
    /// Whose keys seal the table's records, in SQL.
    package let owner: String
    /// The table's number of a row.
    package let row: String
    /// The column that names the key.
    package let key: String
    /// The column with the sealed bytes.
    package let sealed: String
    /// The associated data of the record beside its owner, in SQL: a text, or bytes that stand for hex digits.
    package let subject: String
    /// The kind of content, to which the record is bound.
    package let kind: AssociatedData.Kind

    /// A column of a table.
    package init(
        table: String, owner: String = "merchant", row: String, key: String, sealed: String,
        subject: String, kind: AssociatedData.Kind
    ) {
        self.table = table
        self.owner = owner
        self.row = row
        self.key = key
        self.sealed = sealed
        self.subject = subject
        self.kind = kind
    }

    /// Refuses records under a key that is not in use: a server that slept through a rotation must
    /// not write what nobody can open.
    package var guards: String {
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
    package var retiringRows: String {
        """
        SELECT \(row), \(owner), \(subject), \(key), \(sealed) FROM \(table)
        WHERE \(row) > ?1 AND \(row) <= ?2 AND \(key) IN (
            SELECT id FROM wrapped_keys WHERE state = 'retiring')
        ORDER BY \(row) LIMIT ?3
        """
    }

    /// Reads the associated data from a row of ``retiringRows``.
    ///
    /// A column of raw bytes stands for their hex digits, whatever they begin with; everything else is stored as an
    /// identifier, or as a text.
    package func subject(_ columns: inout RowColumns) throws -> String {
        switch kind {
        case .privateKey: try Hex.encode(columns.bytes())
        case .pan, .registration, .account, .lineSecret, .webhookSecret:
            try columns.identifier()
        }
    }

    /// The number of the row so many rows after one, or of the last.
    package var farRow: String {
        """
        SELECT max(\(row)) FROM (
            SELECT \(row) FROM \(table) WHERE \(row) > ?1 ORDER BY \(row) LIMIT ?2) AS walked
        """
    }

    /// Puts a new record in place of the very one that was read.
    package var replacement: String {
        """
        UPDATE \(table) SET \(key) = ?1, \(sealed) = ?2
        WHERE \(row) = ?3 AND \(key) = ?4 AND \(sealed) = ?5
        """
    }

    /// How many rows there are under each key.
    package var counts: String {
        "SELECT \(key), count(*) FROM \(table) WHERE \(key) IS NOT NULL GROUP BY \(key)"
    }
}
