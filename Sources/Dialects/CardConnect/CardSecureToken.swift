import PaymentDomain

/// A token of CardSecure: `9`, the first two digits of the card number, nine digits, its last four.
///
/// A kept card's nine digits come from a hash and its whole token is its handle. A wallet token's nine are random; the
/// others are known only when the payload was opened, so that the engine puts them around the nine, and the whole names
/// the registration. Nine digits can be guessed in a thousand million tries; each try needs the password of the merchant
/// that the token belongs to.
///
/// Source: CardSecure API, token format; [R] 4111111111111111 -> 9418594164541111.
struct CardSecureToken: Sendable, Hashable {
    /// The whole.
    let text: String

    /// A token as a client sent it; nil if it is invalid. No network's card numbers begin with 9.
    init?(_ text: String) {
        guard text.isDigits, text.utf8.count == 16, text.hasPrefix("9") else { return nil }
        self.text = text
    }

    /// The token of a registration.
    init?(_ card: RegisteredCard) {
        self.init(card.id.value)
    }

    /// First two digits of the card number.
    var firstTwo: Substring { text.dropFirst().prefix(2) }

    /// Last four digits of the card number.
    var lastFour: Substring { text.suffix(4) }

    /// The registration that it names if it is a wallet token.
    var registration: RegistrationID? {
        RegistrationID(text)
    }

    /// The stored card's token, if it isn't a registration.
    var handle: VaultHandle? { VaultHandle(text) }

    /// The middles of names for a new registration, of which the first free one is taken: nine digits are few.
    static func registrations(_ secret: UInt64) -> [RegistrationID] {
        var mixed = secret
        return (0..<5).map { _ in
            defer { mixed = scrambled(mixed) }
            return registration(mixed)
        }
    }

    private static func registration(_ number: UInt64) -> RegistrationID {
        let digits = String(number % 1_000_000_000)
        let nine = String(repeating: "0", count: 9 - digits.utf8.count) + digits
        guard let id = RegistrationID(nine) else {
            preconditionFailure("nine digits name a registration")
        }
        return id
    }

    /// Source: SplitMix64, one step.
    private static func scrambled(_ number: UInt64) -> UInt64 {
        var value = number &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
