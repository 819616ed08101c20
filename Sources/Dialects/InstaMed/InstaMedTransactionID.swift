import PaymentDomain

/// A transactionID: 32 upper-case hexadecimal digits that stand for a transaction's number.
///
/// The number and a constant are mixed by four rounds of a Feistel network, so that neighbours look nothing alike. To
/// read it back undoes the rounds; whatever does not end in the constant was never ours. Nothing here is secret: an id
/// is of use only with the merchant's password.
///
/// Source: InstaMed's samples, 32 hexadecimal digits without dashes.
struct InstaMedTransactionID: Sendable, Hashable {
    /// The number in the id.
    let number: TransactionNumber

    /// The id of a number.
    init(_ number: TransactionNumber) {
        self.number = number
    }

    /// An id as a client sent it, in either case; nil if it isn't one of ours.
    init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 32, let left = Self.word(digits[..<16]),
            let right = Self.word(digits[16...])
        else { return nil }
        var halves = (left: left, right: right)
        for key in Self.keys.reversed() {
            halves = (halves.right ^ Self.mixed(halves.left &+ key), halves.left)
        }
        guard halves.right == Self.mark,
            let number = TransactionNumber(Int64(bitPattern: halves.left))
        else { return nil }
        self.number = number
    }

    /// The id on the wire.
    var text: String {
        var halves = (left: UInt64(bitPattern: number.value), right: Self.mark)
        for key in Self.keys {
            halves = (halves.right, halves.left ^ Self.mixed(halves.right &+ key))
        }
        return Self.digits(halves.left) + Self.digits(halves.right)
    }

    /// transactionDate: when the request of the transaction arrived, the same in each reply about it. Its number holds that
    /// time.
    ///
    /// - Parameter at: What the database has, for a number of another protocol.
    func date(orElse at: Timestamp) -> String {
        // Milliseconds since 2020, then six random digits.
        let (time, random) = number.value.quotientAndRemainder(dividingBy: 1_000_000)
        let made = Timestamp(milliseconds: time + 1_577_836_800_000)
        let isOurs = TransactionNumber(at: made, random: UInt64(random)) == number
        return (isOurs ? made : at).instaMedDate
    }

    /// The mark beside the number, which distinguishes our ids from others: `Coster01`.
    private static let mark: UInt64 = 0x436F_7374_6572_3031

    /// The first 32 hexadecimal digits of the fraction of pi, and 32 more.
    private static let keys: [UInt64] = [
        0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344, 0xA409_3822_299F_31D0,
        0x082E_FA98_EC4E_6C89,
    ]

    /// Each bit of the result depends on each bit of the word.
    ///
    /// Source: Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014), the last step of SplitMix64.
    private static func mixed(_ word: UInt64) -> UInt64 {
        var value = word
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    private static func digits(_ word: UInt64) -> String {
        String(word, radix: 16, uppercase: true).withLeadingZeros(to: 16)
    }

    private static func word(_ digits: ArraySlice<UInt8>) -> UInt64? {
        var word: UInt64 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: word = word << 4 | UInt64(digit - 0x30)
            case 0x41...0x46: word = word << 4 | UInt64(digit - 0x41 + 10)
            case 0x61...0x66: word = word << 4 | UInt64(digit - 0x61 + 10)
            default: return nil
            }
        }
        return word
    }
}
