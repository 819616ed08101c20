import DialectKit

/// The names of InstaMed's clients: a user of HTTP Basic, and the outlets at which it may act.
package struct InstaMedClients: ClientNaming {
    package let dialect = "instamed"
    package let options: [ClientOption: String] = [
        .user: "the user.", .merchantID: "merchantId.", .storeID: "storeID. [1]",
        .terminalID: "terminalID. [1]",
    ]
    package let openOptions: Set<ClientOption> = [.user, .merchantID, .storeID, .terminalID]
    private static let sandboxUser = "sandbox@coster"

    package init() {}

    package func names(_ given: GivenClientOptions) throws(ClientNamingError) -> [ClientName] {
        let outlet = try outlet(given)
        return [
            ClientName(outlet.user),
            ClientName(name(of: outlet), details: details(of: outlet), isOpen: true),
        ]
    }

    package func openNames(_ given: GivenClientOptions) throws(ClientNamingError) -> [String] {
        [name(of: try outlet(given))]
    }

    /// The outlet of a client's name, or nil if it isn't one.
    package func outlet(
        named name: String, details: [String], appleMerchantIdentifier: String?
    ) -> InstaMedOutlet? {
        guard name.hasPrefix(Self.outletPrefix), details.count == 4 else { return nil }
        return InstaMedOutlet(
            user: details[0], merchantID: details[1], storeID: details[2], terminalID: details[3],
            applePayMerchantIDs: Set([appleMerchantIdentifier].compactMap { $0 }))
    }

    /// The outlet of the sandbox's client.
    package func sandboxOutlet(appleMerchantIdentifier: String) -> InstaMedOutlet? {
        InstaMedOutlet(
            user: Self.sandboxUser, merchantID: "SANDBOX", storeID: "1", terminalID: "1",
            applePayMerchantIDs: [appleMerchantIdentifier])
    }

    package var sandboxClients: [SandboxClient] {
        [SandboxClient(InstaMedUser.name(Self.sandboxUser), secret: "sandbox-instamed")]
    }

    /// No user of HTTP Basic has a colon, so that nobody logs in as an outlet.
    private static let outletPrefix = "outlet:"

    private func outlet(_ given: GivenClientOptions) throws(ClientNamingError) -> InstaMedOutlet {
        let user = try given.basicUser()
        let outlet = InstaMedOutlet(
            user: user, merchantID: try given.required(.merchantID),
            storeID: given[.storeID] ?? "1", terminalID: given[.terminalID] ?? "1",
            applePayMerchantIDs: [])
        guard let outlet else {
            throw .invalid(
                "InstaMed's merchantID, storeID and terminalID are short printable texts; copy them from the client's configuration."
            )
        }
        guard !outlet.user.isEmpty else {
            throw .invalid(
                "InstaMed's user is what comes before the @; give a --user that has something there."
            )
        }
        return outlet
    }

    private func details(of outlet: InstaMedOutlet) -> [String] {
        [outlet.user, outlet.merchantID, outlet.storeID, outlet.terminalID]
    }

    private func name(of outlet: InstaMedOutlet) -> String {
        Self.outletPrefix + details(of: outlet).joined(separator: ":")
    }
}
