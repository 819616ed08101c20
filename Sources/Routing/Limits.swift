/// The limits of lines and routes.
package enum RoutingLimits {
    /// The longest name of a line, in characters.
    package static let nameCharacters = 64
    /// The longest address, in bytes.
    package static let addressBytes = 255
    /// The most hosts of a line.
    package static let hosts = 4
    /// How many links there may be to each host.
    package static let links = 1...16
    /// The longest profile of a line, in bytes.
    package static let profileBytes = 32_768
    /// The longest file of pinned roots, in bytes: a handful of certificates.
    package static let rootsBytes = 16_384
    /// The longest client certificate of a line, with its chain and its key, in bytes.
    package static let identityBytes = 16_384
    /// The longest number of a merchant at an acquirer, in bytes, as ISO 8583 has it in field 42.
    package static let merchantNumberBytes = 15
    /// The most rules of a merchant.
    package static let rules = 32
    /// The longest file of rules, in bytes.
    package static let fileBytes = 65_536
    /// The longest value in a file of rules, in bytes.
    package static let valueBytes = 256
    /// How much of an unknown key a message shows, in characters.
    package static let shownKeyCharacters = 32
}
