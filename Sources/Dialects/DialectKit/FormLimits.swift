/// How much a form may hold before it is refused.
///
/// The largest form that a shop sends (an Apple Pay token, field by field) stays below each of these.
package struct FormLimits: Sendable, Hashable {
    /// The longest form, in bytes as they came.
    package var formBytes = 65_536
    /// How many fields a form may have.
    package var fields = 128
    /// The longest name, in decoded bytes.
    package var nameBytes = 128
    /// The longest value, in decoded bytes.
    package var valueBytes = 32_768

    /// The limits above.
    package init() {}
}
