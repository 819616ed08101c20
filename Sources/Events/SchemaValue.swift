/// A JSON value of the schema, written for people: what fits into a line is in one.
indirect enum SchemaValue {
    case text(String)
    case number(Int64)
    case flag(Bool)
    case list([SchemaValue])
    case object([(String, SchemaValue)])

    private static let columns = 120

    /// The text, whose further lines are this far from the margin.
    func written(indent: String = "") -> String {
        let line = inOneLine
        guard line.count + indent.count > SchemaValue.columns else { return line }
        let inner = indent + "  "
        switch self {
        case .text, .number, .flag: return line
        case .list(let values):
            let lines = values.map { inner + $0.written(indent: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
        case .object(let members):
            let lines = members.map { name, value in
                "\(inner)\"\(name)\": \(value.written(indent: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        }
    }

    private var inOneLine: String {
        switch self {
        // Our own texts have neither quotes nor backslashes, but those of code.
        case .text(let text):
            return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
        case .number(let number): return String(number)
        case .flag(let flag): return flag ? "true" : "false"
        case .list(let values):
            return "[\(values.map(\.inOneLine).joined(separator: ", "))]"
        case .object(let members):
            let written = members.map { "\"\($0.0)\": \($0.1.inOneLine)" }
            return "{ \(written.joined(separator: ", ")) }"
        }
    }
}
