import GRDB
import PaymentDomain
import PaymentEngine
import Books
import SQLiteBooks

/// The sandbox acquirer's own books, in a file of their own, as a host elsewhere would have them.
///
/// They know nothing of ours: both can be compared. A killed process loses nothing of them; a power
/// cut may take the last holds and advices, for no money depends on a sandbox.
public final class SandboxBooks: Sendable {
    /// The file's name in the data folder.
    public static let fileName = "sandbox-acquirer.sqlite"

    let book: SQLiteBook

    /// Opens the books in a data folder, made if need be.
    ///
    /// - Throws: ``Books/SchemaError``.
    public init(folder: String) async throws(SchemaError) {
        book = try await SQLiteBook(
            path: folder + "/" + SandboxBooks.fileName, schema: SandboxSchema.schema,
            durability: .processCrash)
    }

    /// Closes the books.
    public func close() throws(BookError) {
        try book.close()
    }

    /// Every authorization that was booked, by its name, which begins with its moment.
    public func rows() async throws(BookError) -> [SandboxRow] {
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

extension SandboxBooks: SandboxHost {
    /// Books a hold in the file.
    public func hold(_ hold: SandboxHold) async -> HoldOutcome {
        do {
            return try await book.write { db in try db.book(hold) }
        } catch .unavailable, .corrupt {
            // Nothing was booked, so a refusal is the truth.
            return .refused
        } catch {
            return .unknown
        }
    }

    /// Books an advice in the file.
    public func book(_ advice: AcquirerAdvice) async -> AdviceOutcome {
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
                id, hold.merchantNumber.bookValue, hold.requested.currency.code.bookValue,
                hold.lastFour.bookValue, hold.requested.minorUnits.bookValue,
                (hold.isCredit ? 0 : hold.approved).bookValue,
                (hold.isCredit ? hold.approved : 0).bookValue,
            ])
        if booked == 1 { return .held }
        let found = try first(
            """
            SELECT reversed, merchant_number = ? AND currency = ? AND requested = ?
            FROM authorizations WHERE id = ?
            """,
            [
                hold.merchantNumber.bookValue, hold.requested.currency.code.bookValue,
                hold.requested.minorUnits.bookValue, id,
            ]
        ) { columns in
            (isReversed: try columns.integer() != 0, isSame: try columns.integer() != 0)
        }
        guard let found else { throw BookError.corrupt }
        if found.isReversed { return .reversedBefore }
        return found.isSame ? .held : .isAnother
    }
}

/// One authorization in the sandbox acquirer's books; amounts in minor units.
public struct SandboxRow: Sendable, Hashable {
    /// The authorization's identifier, ours.
    public let authorizationID: OperationID
    /// Whose.
    public let merchantNumber: String
    /// Three letters.
    public let currency: String
    /// All that is known of the card.
    public let lastFour: String
    /// What was approved.
    public let held: Int64
    /// What was taken of it.
    public let captured: Int64
    /// What was given back of that.
    public let refunded: Int64
    /// What was given up of the hold.
    public let released: Int64
    /// What a credit gave the card.
    public let credited: Int64
    /// Whether the whole was undone.
    public let isReversed: Bool
}
