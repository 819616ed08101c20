import Database
import Testing

@testable import PostgreSQLDatabase

@Suite("Statements for many rows of values at once", .timeLimit(.minutes(5)))
struct BatchStatementTests {
    private static let given = """
        unnest($1::TEXT[], $2::BIGINT[]) WITH ORDINALITY
            AS given(p1, p2, ordinal)
        """

    @Test(
        "a statement takes its values from rows of them",
        arguments: [
            (
                "INSERT INTO t (a, b, c) VALUES (?, 'x', ?)", false,
                "INSERT INTO t (a, b, c) SELECT given.p1, 'x', given.p2 FROM \(given)"
            ),
            (
                "INSERT INTO t (a, b) VALUES (?1, (SELECT r FROM u WHERE id = ?2))", false,
                "INSERT INTO t (a, b) SELECT given.p1, (SELECT r FROM u WHERE id = given.p2) FROM \(given)"
            ),
            (
                "UPDATE t SET a = ?1 WHERE b = ?2", false,
                "UPDATE t SET a = given.p1 FROM \(given)\nWHERE b = given.p2"
            ),
            (
                "UPDATE t SET a = ?1 WHERE b = ?2", true,
                "UPDATE t SET a = given.p1 FROM \(given)\nWHERE b = given.p2 RETURNING given.ordinal"
            ),
            (
                "UPDATE t SET a = ? WHERE b = ? RETURNING 1", true,
                "UPDATE t SET a = given.p1 FROM \(given)\nWHERE b = given.p2 RETURNING 1, given.ordinal"
            ),
            (
                "SELECT c FROM t WHERE a = ? AND b = ?", true,
                """
                SELECT asked.*, given.ordinal
                FROM \(given) CROSS JOIN LATERAL (SELECT c FROM t WHERE a = given.p1 AND b = given.p2 LIMIT 1) AS asked
                """
            ),
        ])
    func forms(sql: String, isQuestion: Bool, expected: String) throws {
        let values = try #require(
            ColumnArrays([["a".sqlValue, 1.sqlValue], ["b".sqlValue, 2.sqlValue]]))
        #expect(BatchStatement.text(sql, values, isQuestion: isQuestion) == expected)
    }

    @Test(
        "a statement of another form is left as it is",
        arguments: [
            "INSERT INTO t (a, b) VALUES (?, ?) ON CONFLICT DO NOTHING",
            "INSERT INTO t (a, b) VALUES (?, ?), (1, 2)", "DELETE FROM t WHERE a = ? AND b = ?",
            "UPDATE t SET a = ?, b = ?", "SELECT ?, ?",
            "UPDATE t SET a = (SELECT b FROM u WHERE c = ?) WHERE d = ?",
            "INSERT INTO t (a, b, c) VALUES (?, ?, ?)",
        ])
    func otherForms(sql: String) throws {
        let values = try #require(ColumnArrays([["a".sqlValue, 1.sqlValue]]))
        #expect(BatchStatement.text(sql, values, isQuestion: false) == nil)
    }

    @Test("a place in which no row has a value is NULL, and takes no array")
    func nulls() throws {
        let values = try #require(
            ColumnArrays([[.null, .null, "a".sqlValue], [.null, 1.sqlValue, .null]]))
        #expect(values.columns.map(\.index) == [1, 2])
        #expect(
            BatchStatement.text(
                "INSERT INTO t (a, b, c) VALUES (?, ?, ?)", values, isQuestion: false)
                    == """
                    INSERT INTO t (a, b, c) SELECT NULL, given.p2, given.p3 FROM unnest($1::BIGINT[], $2::TEXT[]) WITH ORDINALITY
                        AS given(p2, p3, ordinal)
                    """)
    }

    @Test("rows of different types are not alike")
    func types() {
        #expect(ColumnArrays([["a".sqlValue], [1.sqlValue]]) == nil)
        #expect(ColumnArrays([["a".sqlValue], ["a".sqlValue, "b".sqlValue]]) == nil)
        #expect(ColumnArrays([[.null], [.null]]) == nil)
        #expect(ColumnArrays([["ab".identifier], [[1].sqlValue]]) != nil)
    }

    @Test(
        "changes that are alike go together, and each neighbour's own keep their order",
        arguments: [
            (["ac", "abc"], ["a2", "b1", "c2"]), (["abc", "ac"], ["a2", "b1", "c2"]),
            (["ab", "ba"], ["a1", "b2", "a1"]), (["aa", "a"], ["a2", "a1"]),
            (["x", "y", "xy"], ["y1", "x2", "y1"]), (["IIb", "bI", "I"], ["I3", "b2", "I1"]),
            (["bII", "II"], ["b1", "I4"]), (["IbI"], ["I1", "b1", "I1"]),
        ])
    func order(neighbours: [String], expected: [String]) {
        var gathered = StatementBatch()
        for neighbour in neighbours {
            gathered.beginNeighbour()
            for change in neighbour {
                gathered.add(change == "I" ? "INSERT" : String(change), [1.sqlValue])
            }
        }
        let groups = gathered.groups.map { "\($0.sql.prefix(1))\($0.rows.count)" }
        #expect(groups == expected)
    }
}
