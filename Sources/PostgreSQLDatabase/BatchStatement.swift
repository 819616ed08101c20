import Database

/// A statement written for one row of values, as it is for many of them at once: PostgreSQL begins
/// a statement, and reads the CHECKs of its table, once for all of them.
///
/// | of one | of many |
/// |---|---|
/// | `INSERT … VALUES (…)` | `INSERT … SELECT … FROM` the values |
/// | `UPDATE … SET … WHERE …` | `UPDATE … SET … FROM` the values `WHERE …` |
/// | `SELECT …`, of one row at most | itself, beside each row of the values |
///
/// The values are arrays, one for each place. Questions are answered with the number of the row of
/// values as the last column. A place where all values are NULL is NULL.
enum BatchStatement {
    /// The text, or nil if the statement has no such form.
    static func text(_ sql: String, _ values: ColumnArrays, isQuestion: Bool) -> String? {
        let columns = values.columns
        let known = Set(columns.map(\.index))
        var last = 0
        let body = replacingPlaces(in: sql) { place in
            last = max(last, place)
            return known.contains(place - 1) ? "given.p\(place)" : "NULL"
        }
        // A place without a value is the server's to refuse, in the statement as it is.
        guard last <= values.width else { return nil }
        let arrays = columns.indices.map { "$\($0 + 1)::\(columns[$0].kind.name)" }
        let names = columns.map { "p\($0.index + 1)" }
        let given = """
            unnest(\(arrays.joined(separator: ", "))) WITH ORDINALITY
                AS given(\(names.joined(separator: ", ")), ordinal)
            """
        switch body.prefix(6) {
        case "INSERT": return isQuestion ? nil : insert(body, given)
        case "UPDATE": return update(body, given, isQuestion: isQuestion)
        case "SELECT" where isQuestion:
            // LIMIT keeps each row's question one by itself, which finds its rows by their keys.
            return """
                SELECT asked.*, given.ordinal
                FROM \(given) CROSS JOIN LATERAL (\(body) LIMIT 1) AS asked
                """
        default: return nil
        }
    }

    private static func insert(_ body: String, _ given: String) -> String? {
        guard let found = body.firstRange(of: "VALUES ("), body.last == ")" else { return nil }
        let values = body[found.upperBound...].dropLast()
        guard closes(values) else { return nil }
        return "\(body[..<found.lowerBound])SELECT \(values) FROM \(given)"
    }

    private static func update(_ body: String, _ given: String, isQuestion: Bool) -> String? {
        guard let place = body.firstRange(of: "WHERE "),
            // The first WHERE is the statement's own.
            !body[..<place.lowerBound].contains("SELECT"),
            !body[..<place.lowerBound].contains("FROM")
        else { return nil }
        let text = "\(body[..<place.lowerBound])FROM \(given)\n\(body[place.lowerBound...])"
        guard isQuestion else { return text }
        return text + (body.contains("RETURNING ") ? ", given.ordinal" : " RETURNING given.ordinal")
    }

    /// Whether every bracket that is opened is closed, so that the text is what one pair holds.
    private static func closes(_ text: Substring) -> Bool {
        var depth = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            guard depth >= 0 else { return false }
        }
        return depth == 0
    }
}

/// The texts of statements for many that were made already.
struct StatementsForMany {
    private var made: [Key: String?] = [:]

    /// A statement with the places that have values.
    private struct Key: Hashable {
        let sql: String
        let columns: [ColumnArrays.Column]
        let isQuestion: Bool
    }

    /// The text, or nil if the statement has no form that can be for many.
    mutating func text(
        _ sql: String, _ values: ColumnArrays, isQuestion: Bool
    ) -> String? {
        let key = Key(sql: sql, columns: values.columns, isQuestion: isQuestion)
        if let known = made[key] { return known }
        let text = BatchStatement.text(sql, values, isQuestion: isQuestion)
        // No more are kept than statements are.
        if made.count < PostgreSQLLimits.preparedStatements { made[key] = text }
        return text
    }
}
