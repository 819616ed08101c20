import DialectKit

/// The names of Radial's clients: a store with its key.
package struct RadialClients: ClientNaming {
    package let dialect = "radial"
    package let options: [ClientOption: String] = [.store: "the store in its paths."]
    package let openOptions: Set<ClientOption> = []

    package init() {}

    package func names(_ given: GivenClientOptions) throws(ClientNamingError) -> [ClientName] {
        [ClientName(try given.required(.store))]
    }

    package func openNames(_ given: GivenClientOptions) throws(ClientNamingError) -> [String] {
        throw .usage(
            "Every client that speaks radial has a secret: end it with coster merchant credential revoke."
        )
    }

    package var sandboxClients: [SandboxClient] {
        [SandboxClient("SANDBOX", secret: "sandbox-radial")]
    }
}
