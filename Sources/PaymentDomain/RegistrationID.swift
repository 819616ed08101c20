/// The name of a card or an Apple Pay payload that is kept for one payment, within a time limit.
///
/// Anyone who has it can pay once, only as the merchant that it was made for. So it is unguessable, and it prints
/// nothing.
package struct RegistrationID: Redacted, Hashable {
    /// The name: printable characters without spaces.
    package let value: String

    /// A registration by its name; nil if it is empty, too long, or has other characters.
    package init?(_ value: String) {
        guard (1...Limits.registrationCharacters).contains(value.utf8.count),
            value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        self.value = value
    }

    /// The name under which the database remembers the card token that the Apple token of a transaction was stored
    /// under: a registration that is spent by that, and expired from the start. It has a space, so that no client can
    /// name it.
    package init(keptWith transactionID: String) {
        value = "kept " + transactionID
    }

    /// `RegistrationID`.
    package var redacted: String { "RegistrationID" }
}
