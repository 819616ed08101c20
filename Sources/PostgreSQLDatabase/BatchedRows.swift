import Database

/// The answer to one neighbour's question, among those to others.
struct BatchedRows {
    let result: LibPQResult
    /// Its row; nil if it has none.
    let row: Int32?
    /// How many rows the question changed, if it is a change.
    let changes: Int

    /// Gives the row, if there is one, to a closure.
    func eachRow(_ body: (inout RowColumns) throws -> Bool) throws {
        guard let row else { return }
        var columns = result.columns(ofRow: row)
        _ = try body(&columns)
    }
}
