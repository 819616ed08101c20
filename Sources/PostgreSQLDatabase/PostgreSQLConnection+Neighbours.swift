import Database

/// Statements of neighbours that share a transaction: those that are alike are sent as one.
extension PostgreSQLConnection {
    /// From now on changes that need no answer are gathered, and they are another neighbour's.
    func gatherForNeighbour() {
        if gathered == nil { gathered = StatementBatch() }
        gathered?.beginNeighbour()
    }

    /// Sends what was gathered.
    func sendGathered() throws {
        guard let changes = gathered, !changes.isEmpty else { return }
        gathered = StatementBatch()
        for group in changes.groups {
            guard try !sendTogether(group.sql, group.rows, .statement) else { continue }
            for values in group.rows { try send(group.sql, values, .statement) }
        }
    }

    /// Asks questions of neighbours, and waits for the answers, in their order.
    func answers(to parts: [BatchedStatement]) throws -> [BatchedRows] {
        let asked = try ask(parts)
        try settle()
        defer { answersToQuestions = [] }
        guard answersToQuestions.count == asked.count else { throw SQLError.corrupt }
        var answers = [BatchedRows?](repeating: nil, count: parts.count)
        for (group, result) in zip(asked, answersToQuestions) {
            let isOne = group.count == 1
            for index in group {
                answers[index] = BatchedRows(
                    result: result, row: nil, changes: isOne ? result.changes : 0)
            }
            for row in 0..<result.rows {
                let number = isOne ? 1 : Int(try result.lastColumn(ofRow: row))
                // One row each: two would mean that a question is of more than its neighbour's own.
                guard group.indices.contains(number - 1), answers[group[number - 1]]?.row == nil
                else { throw SQLError.corrupt }
                answers[group[number - 1]] = BatchedRows(result: result, row: row, changes: 1)
            }
        }
        return answers.compactMap { $0 }
    }

    /// Sends questions.
    ///
    /// - Returns: Whose questions each statement asks, by their numbers.
    private func ask(_ parts: [BatchedStatement]) throws -> [[Int]] {
        var alike: [String: [Int]] = [:]
        for (index, part) in parts.enumerated() { alike[part.sql, default: []].append(index) }
        var asked: [[Int]] = []
        for (sql, group) in alike {
            if try sendTogether(sql, group.map { parts[$0].values }, .question) {
                asked.append(group)
                continue
            }
            for index in group {
                try send(sql, parts[index].values, .question)
                asked.append([index])
            }
        }
        return asked
    }

    /// Sends statements of one form as one; false if their forms differ.
    private func sendTogether(
        _ sql: String, _ rows: [[SQLValue]], _ expected: Sent
    ) throws -> Bool {
        guard rows.count > 1, let given = ColumnArrays(rows) else { return false }
        var isQuestion = false
        if case .question = expected { isQuestion = true }
        guard let text = forMany.text(sql, given, isQuestion: isQuestion) else {
            return false
        }
        try send(
            PreparedStatementKey(sql: text, types: given.columns.map(\.kind.array)),
            Parameters(given), expected)
        return true
    }
}
