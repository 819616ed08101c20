/// The notation of a field, as the standard writes it: `n 6`, `ans ..25`, `b 8`, `x+n 8`.
///
/// Two, three or four dots stand for a length of so many digits before the value. The number behind them is the most
/// characters or bytes, and after `x+n` the most digits.
///
/// Source: ISO 8583:1987, 4.3.2.
struct FieldNotation: Sendable, Hashable {
    let content: FieldFormat.Content
    let length: FieldFormat.Length

    /// Reads a notation; nil for another text.
    init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let content = FieldFormat.Content(rawValue: String(parts[0]))
        else { return nil }
        let number = parts[1].drop { $0 == "." }
        let dots = parts[1].count - number.count
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), number.first != "0",
            let count = Int(number), count <= ISO8583Limits.fieldLength
        else { return nil }
        let units = content == .signedAmount ? count + 1 : count
        switch dots {
        case 0: length = .fixed(units)
        case 1...4: length = .variable(upTo: units, lengthDigits: dots)
        default: return nil
        }
        self.content = content
    }
}
