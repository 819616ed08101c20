import DialectKit

/// The names of CardConnect's clients: a user of HTTP Basic, a merchid, and the hosts of CardSecure.
package struct CardConnectClients: ClientNaming {
    package let dialect = "cardconnect"
    package let options: [ClientOption: String] = [
        .user: "the user.", .merchid: "merchid.",
        .site:
            "the host under which CardSecure is reached for this merchant; * for every other host.",
    ]
    package let openOptions: Set<ClientOption> = [.merchid, .site]

    package init() {}

    package func names(_ given: GivenClientOptions) throws(ClientNamingError) -> [ClientName] {
        let user = try given.basicUser()
        var names = [ClientName(user)]
        names.append(ClientName(try merchidName(try given.required(.merchid)), isOpen: true))
        if let site = given[.site] { names.append(ClientName(try siteName(site), isOpen: true)) }
        return names
    }

    package func openNames(_ given: GivenClientOptions) throws(ClientNamingError) -> [String] {
        var names: [String] = []
        if let merchid = given[.merchid] { names.append(try merchidName(merchid)) }
        if let site = given[.site] { names.append(try siteName(site)) }
        guard !names.isEmpty else { throw .usage("Give --merchid or --site, or both.") }
        return names
    }

    private func merchidName(_ merchid: String) throws(ClientNamingError) -> String {
        guard CardConnectIdentity.canCarry(merchid: merchid) else { throw .badName }
        return CardConnectIdentity.merchant(merchid)
    }

    /// The name of a client that reaches CardSecure under a host; `*` is any host that no other client has. A host that
    /// no client sends would leave the merchant's cards with another one.
    private func siteName(_ site: String) throws(ClientNamingError) -> String {
        if site == "*" { return CardConnectIdentity.cardSecureSite }
        guard CardConnectIdentity.canCarry(site: site) else {
            throw .invalid(
                "A site is the host that clients of CardSecure send, without https:// and path; give it as SITE.example, or * for any."
            )
        }
        return CardConnectIdentity.cardSecure(site: site)
    }

    /// A CardSecure host without a merchant of its own is the site's.
    package func fallback(for name: String) -> String? {
        CardConnectIdentity.isCardSecure(name) ? CardConnectIdentity.cardSecureSite : nil
    }

    /// A merchid says whose a request is, not who sends it; and CardSecure asks nobody.
    package var sandboxClients: [SandboxClient] {
        [
            SandboxClient("testing", secret: "testing123"),
            SandboxClient(CardConnectIdentity.merchant(CardPointeDialect.publicTestMerchid)),
            SandboxClient(CardConnectIdentity.cardSecureSite),
        ]
    }
}
