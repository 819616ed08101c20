/// A value that must never be printed: a card number, a cryptogram, a key, a secret.
///
/// Every way Swift has of turning a value into text (interpolation, `description`, `debugDescription`, `dump`)
/// ends in ``redacted``, so that a log line or a crash report written in haste shows nothing. A conforming type
/// must not be `Codable`.
public protocol Redacted: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// The part that may be shown: a constant, or at most the last four digits.
    var redacted: String { get }
}

extension Redacted {
    /// The redacted form.
    public var description: String { redacted }
    /// The redacted form.
    public var debugDescription: String { redacted }
    /// A mirror without children, so that `dump` shows the redacted form alone.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
