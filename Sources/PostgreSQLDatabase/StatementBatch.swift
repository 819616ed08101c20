import Database

/// Changes of several neighbours in a transaction that need no answer, gathered by what they say:
/// those that are alike go together, and each neighbour's own keep their order.
struct StatementBatch {
    /// Changes that are alike.
    struct Group {
        let sql: String
        var rows: [[SQLValue]]
    }

    private(set) var groups: [Group] = []
    /// The first place at which the neighbour's next change may join.
    private var next = 0

    /// Whether there are none.
    var isEmpty: Bool { groups.isEmpty }

    /// Marks the following changes as another neighbour's.
    mutating func beginNeighbour() {
        next = 0
    }

    /// Adds a change, after those of the same neighbour. An INSERT that follows its like is one more
    /// row of that statement; two UPDATEs may be of one row, which a statement changes once.
    mutating func add(_ sql: String, _ values: [SQLValue]) {
        if next > 0, groups[next - 1].sql == sql, sql.hasPrefix("INSERT") {
            groups[next - 1].rows.append(values)
        } else if let found = groups[next...].firstIndex(where: { $0.sql == sql }) {
            groups[found].rows.append(values)
            next = found + 1
        } else {
            groups.insert(Group(sql: sql, rows: [values]), at: next)
            next += 1
        }
    }
}
