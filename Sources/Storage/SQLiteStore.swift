import GRDB
import PaymentDomain
import PaymentEngine
import SQLiteBooks

/// The payment store in one SQLite file, for one machine; other processes (`coster settle`, `coster
/// audit`) may have it open too.
///
/// Each change of money is one conditional UPDATE that says what `Payment.apply` says: no row
/// changed means that it was refused. Writes share commits; see ``SQLiteBooks/SQLiteBook``.
public final class SQLiteStore: PaymentStore {
    /// The file's name in the data folder.
    public static let fileName = "coster.sqlite"
    /// The version of the tables that this program knows.
    public static let schemaVersion = StorageSchema.schema.version

    let book: SQLiteBook

    /// Opens the books in a data folder, made if need be, and brings their tables up to date.
    ///
    /// - Throws: ``SQLiteBooks/SchemaError``, among them `tooNew` where a newer program wrote them.
    public init(folder: String) throws(SchemaError) {
        book = try SQLiteBook(
            path: folder + "/" + SQLiteStore.fileName, schema: StorageSchema.schema)
    }

    /// Opens the books of a data folder to look at them: nothing is made, brought up to date or
    /// changed, and writes are refused.
    ///
    /// - Throws: ``SQLiteBooks/SchemaError``; `tooOld` also where `coster migrate` has work to do.
    public init(readingOnly folder: String) throws(SchemaError) {
        book = try SQLiteBook(
            readingOnly: folder + "/" + SQLiteStore.fileName, schema: StorageSchema.schema)
    }

    /// The tables' version before this opening brought them up to date; what `coster migrate`
    /// tells.
    public var versionFound: Int { book.versionFound }

    /// Closes the books. Writes that still wait are refused.
    public func close() throws(StoreError) {
        do {
            try book.close()
        } catch {
            throw StoreError(error)
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await book.write(body)
        } catch {
            throw StoreError(error)
        }
    }

    /// One query, answered at once.
    func look<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try book.look(body)
        } catch {
            throw StoreError(error)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await book.read(body)
        } catch {
            throw StoreError(error)
        }
    }
}

extension StoreError {
    /// The engine's word for what the book says.
    init(_ error: BookError) {
        switch error {
        case .unavailable: self = .unavailable
        case .indeterminate: self = .indeterminate
        case .corrupt: self = .corrupt
        }
    }
}
