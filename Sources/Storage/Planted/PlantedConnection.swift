#if DEBUG
    import Database

    /// A connection whose statements are wrong on purpose.
    final class PlantedConnection: SQLConnection {
        private let connection: any SQLConnection
        let bug: PlantedBug

        init(_ connection: any SQLConnection, _ bug: PlantedBug) {
            self.connection = connection
            self.bug = bug
        }

        @discardableResult
        func run(
            _ sql: String, _ values: [SQLValue], _ body: (inout RowColumns) throws -> Bool
        ) throws -> Int {
            try connection.run(wrong(sql), values, body)
        }

        func changeOne(_ sql: String, _ values: [SQLValue]) throws {
            try connection.changeOne(wrong(sql), values)
        }

        func changeLater(_ sql: String, _ values: [SQLValue]) throws {
            try connection.changeLater(wrong(sql), values)
        }

        func hold(_ name: String, of owner: String) throws {
            try connection.hold(name, of: owner)
        }

        func hold(tables: [String]) throws {
            try connection.hold(tables: tables)
        }

        func skipLockedClause(for table: String) -> String {
            connection.skipLockedClause(for: table)
        }

        func lockClause(for table: String) -> String {
            connection.lockClause(for: table)
        }

        private func wrong(_ sql: String) -> String {
            bug.rewriting.reduce(sql) { $0.replacing($1.right, with: $1.wrong) }
        }
    }
#endif
