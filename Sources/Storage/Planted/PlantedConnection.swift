#if DEBUG
    import Books

    /// A connection whose statements are wrong on purpose.
    final class PlantedConnection: BookConnection {
        private let connection: any BookConnection
        let bug: PlantedBug

        init(_ connection: any BookConnection, _ bug: PlantedBug) {
            self.connection = connection
            self.bug = bug
        }

        @discardableResult
        func run(
            _ sql: String, _ values: [BookValue], _ body: (inout RowColumns) throws -> Bool
        ) throws -> Int {
            try connection.run(wrong(sql), values, body)
        }

        func changeOne(_ sql: String, _ values: [BookValue]) throws {
            try connection.changeOne(wrong(sql), values)
        }

        func changeLater(_ sql: String, _ values: [BookValue]) throws {
            try connection.changeLater(wrong(sql), values)
        }

        func hold(_ name: String, of owner: String) throws {
            try connection.hold(name, of: owner)
        }

        func hold(tables: [String]) throws {
            try connection.hold(tables: tables)
        }

        func passingOverHeldRows(of table: String) -> String {
            connection.passingOverHeldRows(of: table)
        }

        func holdingRows(of table: String) -> String {
            connection.holdingRows(of: table)
        }

        private func wrong(_ sql: String) -> String {
            bug.rewriting.reduce(sql) { $0.replacing($1.right, with: $1.wrong) }
        }
    }
#endif
