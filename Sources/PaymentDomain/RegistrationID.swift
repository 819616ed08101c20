/// Stands for a card or an Apple Pay payload that is kept for one payment, within a time.
///
/// Whoever has it can pay once, as the merchant that it was made for and as no one else; so it is unguessable, and it
/// prints nothing.
public struct RegistrationID: Redacted, Hashable {
    /// The name: printable characters without spaces.
    public let value: String

    /// A registration by its name; nil where it is empty, too long, or has other characters.
    public init?(_ value: String) {
        guard (1...Limits.registrationCharacters).contains(value.utf8.count),
            value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return nil }
        self.value = value
    }

    /// `RegistrationID`.
    public var redacted: String { "RegistrationID" }
}
