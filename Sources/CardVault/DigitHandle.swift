import PaymentDomain

/// A card token of digits: it fits in a card number's field, but isn't a card number.
///
/// It has the length and the last four digits of the card number. Its Luhn sum is one more than a multiple of ten, so no
/// token passes for a card number.
enum DigitHandle {
    /// No issuer's number begins so: after 9, for a country's own standards body, follows the country, and ISO 3166-1
    /// gives 900 to 999 to no country.
    ///
    /// Source: ISO/IEC 7812-1, major industry identifier 9.
    private static let start: [UInt8] = [9, 9]
    private static let lastFourCount = 4
    private static let remainder = 1

    /// A card token as long as its card's number, or as the shortest that a client accepts.
    ///
    /// Two bytes of hash make one digit, of which the longest number needs 12. The digit before the last four makes the
    /// Luhn sum right; Luhn doesn't double its place, so one digit suffices.
    static func text(around pan: PAN, from hash: [UInt8]) -> String {
        let count = max(VaultLimits.shortestDigitHandle, pan.count)
        var digits = start
        digits.reserveCapacity(count)
        var words = hash.makeIterator()
        while digits.count < count - lastFourCount - 1 {
            let high = words.next() ?? 0
            let low = words.next() ?? 0
            digits.append(UInt8((Int(high) << 8 | Int(low)) % 10))
        }
        digits.append(0)
        digits.append(contentsOf: pan.lastFour.utf8.map { $0 &- 0x30 })
        let missing = (remainder + 10 - luhnSum(digits) % 10) % 10
        digits[count - lastFourCount - 1] = UInt8(missing)
        return String(decoding: digits.map { $0 &+ 0x30 }, as: UTF8.self)
    }

    /// Source: ISO/IEC 7812-1, annex B.
    private static func luhnSum(_ digits: [UInt8]) -> Int {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let weighted = place.isMultiple(of: 2) ? Int(digit) : Int(digit) * 2
            sum += weighted > 9 ? weighted - 9 : weighted
        }
        return sum
    }
}
