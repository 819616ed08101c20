extension String {
    /// This text with its control and format characters escaped, as `\u{1B}`. Stored text that is printed so cannot
    /// move the cursor, clear lines, or turn around the text beside it.
    var terminalSafe: String {
        guard unicodeScalars.contains(where: \.actsOnTerminal) else { return self }
        return unicodeScalars.map { scalar in
            guard scalar.actsOnTerminal else { return String(scalar) }
            return "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        }.joined()
    }
}

extension Unicode.Scalar {
    fileprivate var actsOnTerminal: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
