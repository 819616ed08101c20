import PaymentDomain

/// A handle of six digits, a scramble, and four digits.
enum ScrambledHandle {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
    private static let lettersAndDigits = letters + Array("0123456789".utf8)

    /// A card token as long as its card's number.
    ///
    /// Two bytes of hash make one character; the longest number has 19 digits and so a scramble of 9 characters, 18 of
    /// the 32 bytes. Because 65,536 isn't a multiple of 62, some characters are likelier by a thousandth, which no one
    /// can use.
    static func text(around pan: PAN, from hash: [UInt8]) -> String {
        let width = max(0, pan.count - 10)
        var text = Array(pan.issuerPrefix.utf8)
        text.reserveCapacity(pan.count)
        for index in 0..<min(width, hash.count / 2) {
            let word = Int(hash[2 * index]) << 8 | Int(hash[2 * index + 1])
            let alphabet = index == 0 ? letters : lettersAndDigits
            text.append(alphabet[word % alphabet.count])
        }
        text.append(contentsOf: pan.lastFour.utf8)
        return String(decoding: text, as: UTF8.self)
    }
}
