/// The limits of splitting a master key.
package enum ShareLimits {
    /// The fewest shares that a master key is split into, and that give it.
    package static let fewestShares = 2
    /// The most shares that a master key is split into.
    package static let shares = 16
    /// The most characters of a share's text.
    package static let shareCharacters = 128
}
