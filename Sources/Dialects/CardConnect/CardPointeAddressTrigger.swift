import PaymentDomain

/// The AVS result that a test address asks for: the letter of the reply, and the result in the database.
///
/// Source: CardPointe Gateway, test data, AVS: the last three characters of the postal code, or a number in the address.
struct CardPointeAddressTrigger: Sendable {
    /// `avsresp`.
    let letter: String
    let check: AddressCheck

    /// The result of a postal code that asks for none.
    static let otherPostalCode = CardPointeAddressTrigger(letter: "Z", check: .postalCodeOnly)

    private init(letter: String, check: AddressCheck) {
        self.letter = letter
        self.check = check
    }

    /// The result that a number asks for; nil for any other number.
    init?(number: String) {
        let number = number.uppercased()
        guard let row = Self.rows.first(where: { $0.numbers.contains(number) }) else { return nil }
        self.init(letter: row.letter, check: row.check)
    }

    private static let rows: [(numbers: [String], letter: String, check: AddressCheck)] = [
        (["111", "201", "1A3"], "A", .streetOnly),
        (["112", "214", "1A6"], "N", .noMatch),
        (["113", "226", "1A5"], "Z", .postalCodeOnly),
        (["223", "1A4"], "W", .postalCodeOnly),
        (["224", "1A1"], "X", .matchWithLongPostalCode),
        (["225", "406", "1A2"], "Y", .match),
        (["221", "1A7"], "U", .unavailable),
        (["207", "1A8"], "G", .international),
        (["218", "1A9"], "R", .retry),
        (["205", "2B1"], "E", .failed),
        (["219", "2B2"], "S", .unsupported),
        (["228", "2B3"], "Q", .unsupported),
        (["204", "227", "2B4"], "D", .match),
        (["202", "2B5"], "B", .streetOnly),
        (["203", "2B6"], "C", .unavailable),
        (["216", "2B7"], "P", .postalCodeOnly),
        (["209", "2B8"], "I", .international),
        (["213", "2B9"], "M", .match),
    ]
}
