#if DEBUG
    import Database

    /// A connection that changes each statement on its way to the database.
    package final class AlteringConnection: SQLConnection {
        private let connection: any SQLConnection
        private let alter: (String) -> String

        /// Statements reach a connection as `alter` makes them.
        package init(_ connection: any SQLConnection, _ alter: @escaping (String) -> String) {
            self.connection = connection
            self.alter = alter
        }

        @discardableResult
        package func run(
            _ sql: String, _ values: [SQLValue], _ body: (inout RowColumns) throws -> Bool
        ) throws -> Int {
            try connection.run(alter(sql), values, body)
        }

        package func changeOne(_ sql: String, _ values: [SQLValue]) throws {
            try connection.changeOne(alter(sql), values)
        }

        package func changeLater(_ sql: String, _ values: [SQLValue]) throws {
            try connection.changeLater(alter(sql), values)
        }

        package func hold(_ name: String, of owner: String) throws {
            try connection.hold(name, of: owner)
        }

        package func hold(tables: [String]) throws {
            try connection.hold(tables: tables)
        }

        package func skipLockedClause(for table: String) -> String {
            connection.skipLockedClause(for: table)
        }

        package func lockClause(for table: String) -> String {
            connection.lockClause(for: table)
        }
    }
#endif
