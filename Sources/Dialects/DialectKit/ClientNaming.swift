/// How operators name the clients of a dialect, and which clients a sandbox has of it.
package protocol ClientNaming: Sendable {
    /// The dialect, as the command line calls it.
    var dialect: String { get }
    /// The options that name a client, each with its help.
    var options: [ClientOption: String] { get }
    /// The options that name something without a secret; empty if every client of the dialect has one.
    var openOptions: Set<ClientOption> { get }
    /// How many characters the protocol has room for in a secret.
    var longestSecret: Int { get }
    /// The clients of a sandbox; made again each time, so that no secret stays in memory.
    var sandboxClients: [SandboxClient] { get }

    /// The names of a client: the one with a secret first, then those that only say whose a request is.
    func names(_ given: GivenClientOptions) throws(ClientNamingError) -> [ClientName]

    /// The names without a secret: a paypage, an outlet, a merchid, a site.
    func openNames(_ given: GivenClientOptions) throws(ClientNamingError) -> [String]

    /// The secret of a client, from a new random text or from the operator's own.
    func secret(
        _ text: String, isNew: Bool, of given: GivenClientOptions
    ) throws(ClientNamingError) -> String

    /// The name of the client that serves if no client has this name; nil if the dialect has no such client.
    func fallback(for name: String) -> String?
}

extension ClientNaming {
    package var longestSecret: Int { .max }
    package func fallback(for name: String) -> String? { nil }

    /// The text alone.
    package func secret(
        _ text: String, isNew: Bool, of given: GivenClientOptions
    ) throws(ClientNamingError) -> String { text }
}

/// An option that names a client; its text is the flag without hyphens.
package enum ClientOption: String, Sendable, Hashable, CaseIterable {
    case store
    case user
    case merchantID = "merchant-id"
    case storeID = "store-id"
    case terminalID = "terminal-id"
    case paypageID = "paypage-id"
    case merchid
    case site
    case scopes

    package var flag: String { "--\(rawValue)" }
}

/// A name of a client, as the dialect presents it.
package struct ClientName: Sendable, Hashable {
    package let name: String
    /// Further details of the client for its dialect, one text a part.
    package let details: [String]
    /// Whether it has no secret: it names whose a request is, and proves nothing.
    package let isOpen: Bool

    package init(_ name: String, details: [String] = [], isOpen: Bool = false) {
        self.name = name
        self.details = details
        self.isOpen = isOpen
    }
}

/// A client of the sandbox's merchant.
package struct SandboxClient: Sendable {
    package let name: String
    /// Its secret; empty for a name that proves nothing.
    package let secret: String

    package init(_ name: String, secret: String = "") {
        self.name = name
        self.secret = secret
    }
}

/// Why options name no client.
package enum ClientNamingError: Error, Hashable {
    /// An option is missing, or of no use; with the message.
    case usage(String)
    /// A value is invalid; with the message.
    case invalid(String)
    /// A name that the protocol has no room for.
    case badName
}
