import DialectKit
import PaymentDomain

extension RequestRandomness {
    /// A registration id: 19 digits, of which 18 are random and the last is the wrong check digit, so that nobody can
    /// take it for a card number.
    ///
    /// There are 9 · 10^17 of them; an id lives a day and pays for its own merchant alone.
    ///
    /// Source: Vantiv, OmniToken: 19 digits, "Mod10+1".
    var registrationID: RegistrationID {
        let smallest: UInt64 = 100_000_000_000_000_000
        let digits = smallest + secret % (9 * smallest)
        guard let id = RegistrationID("\(digits)\((luhnCheckDigit(of: digits) + 1) % 10)") else {
            preconditionFailure("19 digits name a registration")
        }
        return id
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
