import PaymentDomain

/// A card token of sixteen digits: 9, the first two of the card number, nine from a hash, the last four.
///
/// It may pass the Luhn check, but it is no card's number: no card network has numbers that begin with a 9, so a client
/// or a server that gets one as a card number finds no network for it.
///
/// Source: ISO/IEC 7812-1, major industry identifier 9.
enum SixteenDigitHandle {
    private static let start: [UInt8] = [UInt8(ascii: "9")]
    private static let fromNumber = 2
    private static let fromHash = 9

    /// Two bytes of hash make one digit. That 65,536 is no multiple of ten makes some digits
    /// likelier by a thousandth of a hundredth, which no one can use.
    static func text(around pan: PAN, from hash: [UInt8]) -> String {
        var text = start + Array(pan.issuerPrefix.utf8.prefix(fromNumber))
        for index in 0..<min(fromHash, hash.count / 2) {
            let word = Int(hash[2 * index]) << 8 | Int(hash[2 * index + 1])
            text.append(UInt8(ascii: "0") + UInt8(word % 10))
        }
        return String(decoding: text + Array(pan.lastFour.utf8), as: UTF8.self)
    }
}
