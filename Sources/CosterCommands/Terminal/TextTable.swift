/// Rows of text with a title over each column, as a list command prints them.
///
/// A terminal gets aligned columns. A pipe or a file gets one tab between two cells, so that `cut` and `awk` can read
/// them.
struct TextTable {
    /// A column: its title, and whether its cells are numbers, which end at the same place.
    struct Column {
        let title: String
        var isNumber = false
        /// How wide it is at least, so that a table that is printed in parts keeps its columns.
        var width = 0

        init(_ title: String, isNumber: Bool = false, width: Int = 0) {
            self.title = title
            self.isNumber = isNumber
            self.width = width
        }
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    init(_ columns: Column...) {
        self.columns = columns
    }

    /// Adds a row. Its cells have no control characters afterwards: a stored text must not move the cursor.
    mutating func add(_ cells: String...) {
        rows.append(cells.map { $0.isEmpty ? "-" : $0.terminalSafe })
    }

    /// The lines of the table.
    ///
    /// - Parameters:
    ///   - isAligned: Whether the columns are padded with spaces; otherwise a tab separates two cells.
    ///   - withTitles: Whether the titles come first.
    func lines(isAligned: Bool, withTitles: Bool = true) -> [String] {
        let all = (withTitles ? [columns.map(\.title)] : []) + rows
        guard isAligned else { return all.map { $0.joined(separator: "\t") } }
        let widths = columns.indices.map { index in
            max(columns[index].width, all.map { $0[index].count }.max() ?? 0)
        }
        return all.map { cells in
            let line = columns.indices.map { index in
                let padding = String(repeating: " ", count: widths[index] - cells[index].count)
                return columns[index].isNumber ? padding + cells[index] : cells[index] + padding
            }.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Prints the table on standard output.
    func print(withTitles: Bool = true) {
        for line in lines(isAligned: Terminal.isOutput, withTitles: withTitles) {
            Swift.print(line)
        }
    }
}
