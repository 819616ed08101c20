extension Specification {
    /// A message as people may see it: `0100 2=411111******1111 3=000000 14=(4)`.
    ///
    /// Of a card number, the first six and the last four digits are shown. A field that the specification doesn't list
    /// under `shown` has its length alone.
    ///
    /// Source: PCI DSS 4.0, 3.4.1.
    public func masked(_ message: Message) -> String {
        let fields = message.fields.map { " \($0)=\(masked($0, message[$0] ?? []))" }
        return "\(message.type)\(fields.joined())"
    }

    /// The value of a field as people may see it.
    public func masked(_ number: Int, _ value: ArraySlice<UInt8>) -> String {
        let length = "(\(value.count))"
        if number == Specification.cardNumberField {
            guard value.count >= Specification.shortestMaskedNumber else { return length }
            let stars = String(repeating: "*", count: value.count - 10)
            return "\(characters(value.prefix(6)))\(stars)\(characters(value.suffix(4)))"
        }
        return shown.contains(number)
            ? characters(value.prefix(ISO8583Limits.shownCharacters)) : length
    }

    private func characters(_ value: ArraySlice<UInt8>) -> String {
        String(decoding: value, as: UTF8.self)
    }

    /// Of a shorter number, ten digits would be too much.
    private static let shortestMaskedNumber = 13

    /// The fields that no specification may show: card number, expiry, extended number, tracks, PIN, security data, EMV.
    static let neverShown: Set<Int> = [2, 14, 34, 35, 36, 45, 52, 53, 55]
}
