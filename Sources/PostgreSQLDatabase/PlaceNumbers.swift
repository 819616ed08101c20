/// A statement of ours in PostgreSQL's words.
///
/// `OR FAIL` is SQLite's: there a statement that fails need not be undone alone.
func postgreSQL(statement sql: String) -> String {
    numberedPlaces(
        in: sql.replacing("INSERT OR FAIL", with: "INSERT", maxReplacements: 1)
            .replacing("UPDATE OR FAIL", with: "UPDATE", maxReplacements: 1))
}

/// SQLite's places for values, `?` and `?1`, as PostgreSQL writes them: `$1`.
///
/// A place without a number is one after the largest before it. Quoted text is skipped.
/// Source: SQLite, "Parameters"; PostgreSQL, "Positional Parameters".
func numberedPlaces(in sql: String) -> String {
    replacingPlaces(in: sql) { "$\($0)" }
}

/// A statement with its places replaced, each by its number.
func replacingPlaces(in sql: String, with replacement: (Int) -> String) -> String {
    var numbered: [UInt8] = []
    numbered.reserveCapacity(sql.utf8.count + 16)
    var largest = 0
    var quote: UInt8?
    let bytes = Array(sql.utf8)
    var index = 0
    while index < bytes.count {
        let byte = bytes[index]
        index += 1
        if let open = quote {
            if byte == open { quote = nil }
            numbered.append(byte)
            continue
        }
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            quote = byte
            numbered.append(byte)
        case UInt8(ascii: "?"):
            var number = 0
            let start = index
            while index < bytes.count, let digit = digit(bytes[index]), number < maximumPlace {
                number = number * 10 + digit
                index += 1
            }
            if index == start { number = largest + 1 }
            largest = max(largest, number)
            numbered.append(contentsOf: replacement(number).utf8)
        default: numbered.append(byte)
        }
    }
    return String(decoding: numbered, as: UTF8.self)
}

/// More places than any statement has.
private let maximumPlace = 10_000

private func digit(_ byte: UInt8) -> Int? {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) ? Int(byte - UInt8(ascii: "0")) : nil
}
