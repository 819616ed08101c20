/// A value that no description, log line or dump shows.
///
/// Everything that a stranger could pay with is kept in one: payment data, card numbers, security codes, tokens. The
/// types that hold a `Redacted` need no description of their own, because the default one prints this.
public struct Redacted<Value: Sendable>: Sendable {
    /// The value itself. Read it to send it, for no other purpose.
    public let secret: Value

    /// Hides a value.
    public init(_ secret: Value) {
        self.secret = secret
    }
}

extension Redacted: Equatable where Value: Equatable {}
extension Redacted: Hashable where Value: Hashable {}

extension Redacted: CustomStringConvertible, CustomDebugStringConvertible {
    /// Always the same text.
    public var description: String { "<redacted>" }
    /// Always the same text.
    public var debugDescription: String { "<redacted>" }
}

extension Redacted: CustomReflectable {
    /// A mirror without children, so that `dump` prints nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
