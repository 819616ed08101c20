/// How much a JSON text may hold before it is refused.
///
/// The largest that a shop sends (an Apple Pay token within an order) stays below each of these.
package struct JSONLimits: Sendable, Hashable {
    /// The longest text, in bytes.
    package var textBytes = 262_144
    /// How deep objects and arrays may lie within each other; the outermost is at 1.
    package var depth = 16
    /// How many values there may be, all in all.
    package var values = 4096
    /// The longest string or number, in bytes.
    package var valueBytes = 131_072
    /// The longest key, in bytes. To hash or to compare a text takes the square of the marks that may follow one of its
    /// letters, so that no long one may be a key.
    package var keyBytes = 128

    /// The limits above.
    package init() {}
}
