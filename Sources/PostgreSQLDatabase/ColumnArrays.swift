import Database

/// The values of several statements that are alike, as columns.
struct ColumnArrays {
    /// A place that has a value in one of the statements at least.
    struct Column: Hashable {
        /// Which place it is, from 0.
        let index: Int
        let kind: Kind
    }

    /// The kind of a column's values.
    enum Kind: Hashable {
        case number
        case text
        case bytes

        /// The type of one, as PostgreSQL numbers it.
        var element: UInt32 {
            switch self {
            case .number: 20
            case .text: 25
            case .bytes: 17
            }
        }

        /// The type of an array of them.
        var array: UInt32 {
            switch self {
            case .number: 1_016
            case .text: 1_009
            case .bytes: 1_001
            }
        }

        /// That type's name.
        var name: String {
            switch self {
            case .number: "BIGINT[]"
            case .text: "TEXT[]"
            case .bytes: "BYTEA[]"
            }
        }
    }

    /// The values of each statement.
    let rows: [[SQLValue]]
    /// The places that have values, in their order; none if all are NULL.
    let columns: [Column]

    /// How many values each statement has.
    var width: Int { rows.first?.count ?? 0 }

    /// Values of several statements, or nil if their forms differ.
    init?(_ rows: [[SQLValue]]) {
        guard let width = rows.first?.count, rows.allSatisfy({ $0.count == width }) else {
            return nil
        }
        var columns: [Column] = []
        for index in 0..<width {
            var kind: Kind?
            for row in rows {
                guard let found = ColumnArrays.kind(of: row[index]) else { continue }
                guard kind == nil || kind == found else { return nil }
                kind = found
            }
            if let kind { columns.append(Column(index: index, kind: kind)) }
        }
        guard !columns.isEmpty else { return nil }
        self.rows = rows
        self.columns = columns
    }

    private static func kind(of value: SQLValue) -> Kind? {
        switch value {
        case .null: nil
        case .integer: .number
        case .text: .text
        case .blob, .identifier: .bytes
        }
    }
}
