import Database
import PaymentDomain

/// What keeps its rows in one database: each change is all or nothing, and an error is a ``PaymentDomain/StoreError``.
package protocol SQLStore: Sendable {
    /// The database, which several stores may share.
    var database: StoreDatabase { get }
}

extension SQLStore {
    /// Makes one change, all or nothing, durable when this returns.
    ///
    /// - Parameter body: May be run more than once, so it changes nothing but the database.
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(StoreError) -> Value {
        try await stored { () async throws(SQLError) in try await database.write(body) }
    }

    /// The same, of a change that begins with a question and may share its commit with others.
    package func write<Answer: Sendable, Value: Sendable>(
        asking question: LeadingQuery<Answer>,
        _ body: @escaping @Sendable (any SQLConnection, Answer?) throws -> Value
    ) async throws(StoreError) -> Value {
        try await stored { () async throws(SQLError) in
            try await database.write(asking: question, body)
        }
    }

    /// One query, answered at once.
    package func look<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(StoreError) -> Value {
        try await stored { () async throws(SQLError) in try await database.look(body) }
    }

    /// The first row of one query, answered at once; nil if it has none.
    package func first<Value: Sendable>(
        _ sql: String, _ values: (any ColumnValue)...,
        read: @escaping @Sendable (inout RowColumns) throws -> Value
    ) async throws(StoreError) -> Value? {
        let values = values.map(\.sqlValue)
        return try await look { db in try db.first(sql, values, read) }
    }

    /// One snapshot, with as many queries as it takes.
    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(StoreError) -> Value {
        try await stored { () async throws(SQLError) in try await database.read(body) }
    }

    /// Uses the database, with our words for its errors.
    @discardableResult
    package func stored<Value>(
        _ use: () async throws(SQLError) -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await use()
        } catch {
            throw StoreError(error)
        }
    }
}

extension StoreError {
    /// The error of a database.
    package init(_ error: SQLError) {
        switch error {
        case .unavailable: self = .unavailable
        case .indeterminate: self = .indeterminate
        case .corrupt: self = .corrupt
        }
    }
}
