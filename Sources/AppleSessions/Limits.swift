/// How much and how long a request to Apple may take.
package enum AppleSessionLimits {
    /// How long a request may take, from its start to the last byte of the reply. A customer looks at a sheet meanwhile.
    package static let call = Duration.seconds(10)
    /// How long a connection may take to come about, TLS included.
    static let connect = Duration.seconds(5)
    /// How long an idle connection is kept.
    static let idle = Duration.seconds(1)
    /// The longest reply, in bytes; sessions have about 5,000.
    package static let replyBytes = 32_768
    /// The longest URL that a page may name, in bytes; Apple's have fewer than 80.
    static let urlBytes = 256
    /// The most requests in flight to Apple, for all merchants together: a slow Apple doesn't take the places of payments.
    package static let inFlight = 64
    /// The most of them for one merchant.
    package static let inFlightOfOne = 16
    /// The most characters of Apple's message that are handed on.
    static let messageCharacters = 400
}
