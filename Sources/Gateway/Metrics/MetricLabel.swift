/// One label of a series: a name from our source, and a value from a closed set.
package struct MetricLabel: Sendable, Hashable {
    package let name: String
    package let value: String

    /// A label. That names come from our source is the compiler's to check, that values do is the
    /// caller's.
    package init(_ name: StaticString, _ value: String) {
        self.name = name.description
        self.value = value
    }
}
