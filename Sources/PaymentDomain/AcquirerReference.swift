/// The acquirer's own name of an authorization or an operation, in whatever form its line has it. It isn't secret. Only
/// that line reads it.
package struct AcquirerReference: Sendable, Hashable {
    /// The most bytes that one has.
    package static let longest = 128

    /// Its bytes, at least one.
    package let bytes: [UInt8]

    /// A reference; nil if there are no bytes or more than ``longest``.
    package init?(_ bytes: [UInt8]) {
        guard (1...Self.longest).contains(bytes.count) else { return nil }
        self.bytes = bytes
    }
}
