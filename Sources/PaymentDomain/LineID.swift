/// A line to an acquirer, by the name that the operator gave it.
///
/// A payment keeps its line for ever: captures, refunds and reversals go the way of the authorization.
package struct LineID: Sendable, Hashable, CustomStringConvertible {
    /// The name: 1 to 64 letters, digits, dots, hyphens and underscores.
    package let value: String

    /// A line by name.
    package init(_ value: String) {
        self.value = value
    }

    /// The line of a sandbox, which has no other.
    package static let sandbox = LineID("sandbox")

    package var description: String { value }
}
