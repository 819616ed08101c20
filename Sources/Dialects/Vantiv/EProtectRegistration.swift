import DialectKit
import PaymentDomain

extension RequestRandomness {
    /// A registration id: 19 digits, of which 18 are random and the last is the wrong check digit, so that nobody can
    /// take it for a card number.
    ///
    /// There are 9 · 10^17 of them; an id lives a day and pays for its own merchant alone. The first digit says whether
    /// it stands for an Apple Pay token, from 5 on, or for a card: the payment's orderSource depends on that.
    ///
    /// Source: Vantiv, OmniToken: 19 digits, "Mod10+1".
    func registrationID(ofWallet: Bool) -> RegistrationID {
        let smallest: UInt64 = 100_000_000_000_000_000
        let kinds: (first: UInt64, count: UInt64) = ofWallet ? (5, 5) : (1, 4)
        let digits = kinds.first * smallest + secret % (kinds.count * smallest)
        guard let id = RegistrationID("\(digits)\((luhnCheckDigit(of: digits) + 1) % 10)") else {
            preconditionFailure("19 digits name a registration")
        }
        return id
    }
}

extension RegistrationID {
    /// Whether ``RequestRandomness/registrationID(ofWallet:)`` made it for an Apple Pay token.
    var isOfWallet: Bool {
        guard value.utf8.count == 19, let first = value.utf8.first else { return false }
        return (UInt8(ascii: "5")...UInt8(ascii: "9")).contains(first)
    }
}

/// The digit that would make a number pass the Luhn check.
///
/// Source: ISO/IEC 7812-1, annex B.
private func luhnCheckDigit(of number: UInt64) -> UInt64 {
    var rest = number
    var sum: UInt64 = 0
    var isDoubled = true
    while rest > 0 {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        let weighted = isDoubled ? digit * 2 : digit
        sum += weighted > 9 ? weighted - 9 : weighted
        isDoubled.toggle()
        rest = quotient
    }
    return (10 - sum % 10) % 10
}
