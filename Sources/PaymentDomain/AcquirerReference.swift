/// The acquirer's own name of an authorization or an operation, in whatever form its line has it. It isn't secret. Only
/// that line reads it.
public struct AcquirerReference: Sendable, Hashable {
    /// The most bytes that one has.
    public static let longest = 128

    /// Its bytes, at least one.
    public let bytes: [UInt8]

    /// A reference; nil if there are no bytes or more than ``longest``.
    public init?(_ bytes: [UInt8]) {
        guard (1...Self.longest).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }
}
