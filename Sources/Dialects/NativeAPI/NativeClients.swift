import DialectKit

/// The names of the API's clients: one for each key, with what the key may do.
package struct NativeClients: ClientNaming {
    package let dialect = "native"
    package let options: [ClientOption: String] = [
        .user: "the key's name: small letters, digits and hyphens.",
        .scopes:
            "what the key may do: read, pay, refund, admin, decrypt, divided by commas. [read,pay,refund]",
    ]
    package let openOptions: Set<ClientOption> = []

    /// The fewest characters behind a key's name, as many as in a secret that Coster makes.
    private static let shortestSecret = 20

    package init() {}

    package func names(_ given: GivenClientOptions) throws(ClientNamingError) -> [ClientName] {
        let name = try given.required(.user)
        guard NativeKey.isName(name) else {
            throw .invalid(
                "The name of a key has up to 32 small letters, digits and hyphens; give a --user that is such a name."
            )
        }
        return [ClientName(name, details: try scopes(given).map(\.rawValue))]
    }

    package func openNames(_ given: GivenClientOptions) throws(ClientNamingError) -> [String] {
        throw .usage("Every client of native has a secret. Revoke the secret instead.")
    }

    /// The whole key: its name, then what is random.
    package func secret(
        _ text: String, isNew: Bool, of given: GivenClientOptions
    ) throws(ClientNamingError) -> String {
        let start = NativeKey.start(of: try given.required(.user))
        if isNew { return start + text }
        guard text.hasPrefix(start), text.utf8.count >= start.utf8.count + Self.shortestSecret,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw .invalid(
                "Your own secret must be the whole key. It begins with \(start), and has at least \(Self.shortestSecret) more printable characters without spaces."
            )
        }
        return text
    }

    /// The key of a request; nil without exactly one well-formed key.
    package static func credential(in head: RequestHead) -> PresentedCredential? {
        NativeKey.read(head)
    }

    /// What a client may do, by its details. A client without any is the sandbox's, and may do everything.
    package static func scopes(details: [String]) -> Set<NativeScope> {
        details.isEmpty
            ? Set(NativeScope.allCases) : Set(details.compactMap { NativeScope(rawValue: $0) })
    }

    package var sandboxClients: [SandboxClient] {
        [SandboxClient("sandbox", secret: "csk_sandbox")]
    }

    private func scopes(
        _ given: GivenClientOptions
    ) throws(ClientNamingError) -> [NativeScope] {
        guard let text = given[.scopes] else { return NativeScope.usual }
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        let scopes = words.compactMap { NativeScope(rawValue: String($0)) }
        guard scopes.count == words.count else {
            throw .invalid(
                "The scopes of a key are read, pay, refund, admin and decrypt; divide them by commas."
            )
        }
        return NativeScope.allCases.filter(scopes.contains)
    }
}
