import GRDB
import PaymentDomain
import PaymentEngine
import Database
import SQLiteDatabase

/// The sandbox acquirer's own ledger, in a file of its own, as a host elsewhere would have it.
///
/// It is independent of ours, so that both can be compared. A killed process loses nothing of it; a power cut may lose
/// the last holds and messages, because no money depends on a sandbox.
package final class SandboxLedger: Sendable {
    /// The file's name in the data folder.
    package static let fileName = "sandbox-acquirer.sqlite"

    let book: SQLiteDatabase

    /// Opens the ledger in a data folder, and creates it if need be.
    ///
    /// - Throws: ``Database/SchemaError``.
    package init(folder: String) async throws(SchemaError) {
        book = try await SQLiteDatabase(
            path: folder + "/" + SandboxLedger.fileName, schema: SandboxSchema.schema,
            durability: .processCrash)
    }

    /// Closes the ledger.
    package func close() throws(SQLError) {
        try book.close()
    }

    /// Every authorization, by its identifier, which begins with its time.
    package func rows() async throws(SQLError) -> [SandboxRow] {
        try await book.read { db in
            try db.allRows(
                """
                SELECT id, merchant_number, currency, last_four, held, captured, refunded, released,
                    credited, reversed
                FROM authorizations ORDER BY id
                """, []
            ) { columns in
                SandboxRow(
                    authorizationID: OperationID(stored: try columns.identifier()),
                    merchantNumber: try columns.text(), currency: try columns.text(),
                    lastFour: try columns.text(), held: try columns.integer(),
                    captured: try columns.integer(), refunded: try columns.integer(),
                    released: try columns.integer(), credited: try columns.integer(),
                    isReversed: try columns.integer() != 0)
            }
        }
    }
}

extension SandboxLedger: SandboxHost {
    /// Writes a hold to the file.
    package func hold(_ hold: SandboxHold) async -> HoldOutcome {
        do {
            return try await book.write { db in try db.book(hold) }
        } catch .unavailable, .corrupt {
            // Nothing was booked, so a refusal is the truth.
            return .refused
        } catch {
            return .unknown
        }
    }

    /// Carries out a message in the file.
    package func book(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        do {
            return try await book.write { db in try db.book(advice) }
        } catch {
            // Whatever failed, the same advice comes again and finds what was booked.
            return .unanswered
        }
    }
}

extension Database {
    fileprivate func book(_ hold: SandboxHold) throws -> HoldOutcome {
        let id = hold.id.value.identifier
        let booked = try change(
            """
            INSERT INTO authorizations
                (id, merchant_number, currency, last_four, requested, held, credited)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                id, hold.merchantNumber.sqlValue, hold.requested.currency.code.sqlValue,
                hold.lastFour.sqlValue, hold.requested.minorUnits.sqlValue,
                (hold.isCredit ? 0 : hold.approved).sqlValue,
                (hold.isCredit ? hold.approved : 0).sqlValue,
            ])
        if booked == 1 { return .held }
        let found = try first(
            """
            SELECT reversed, merchant_number = ? AND currency = ? AND requested = ?
            FROM authorizations WHERE id = ?
            """,
            [
                hold.merchantNumber.sqlValue, hold.requested.currency.code.sqlValue,
                hold.requested.minorUnits.sqlValue, id,
            ]
        ) { columns in
            (isReversed: try columns.integer() != 0, isSame: try columns.integer() != 0)
        }
        guard let found else { throw SQLError.corrupt }
        if found.isReversed { return .reversedBefore }
        return found.isSame ? .held : .isAnother
    }
}

/// One authorization in the sandbox acquirer's ledger; amounts in minor units.
package struct SandboxRow: Sendable, Hashable {
    /// The authorization's identifier, ours.
    package let authorizationID: OperationID
    package let merchantNumber: String
    /// Three letters.
    package let currency: String
    /// All that is known of the card.
    package let lastFour: String
    package let held: Int64
    /// The captured part of it.
    package let captured: Int64
    /// The refunded part of that.
    package let refunded: Int64
    package let released: Int64
    /// The amount that a credit gave the card.
    package let credited: Int64
    /// Whether the whole was undone.
    package let isReversed: Bool
}
