/// One label of a series: a name from our source, and a value from a closed set.
public struct MetricLabel: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value.
    public let value: String

    /// A label. That names come from our source is the compiler's to check, that values do is the
    /// caller's.
    public init(_ name: StaticString, _ value: String) {
        self.name = name.description
        self.value = value
    }
}
