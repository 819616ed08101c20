import DialectKit

/// The names of Vantiv's clients: a user of a merchantId with a password, and paypages.
package struct VantivClients: ClientNaming {
    package let dialect = "vantiv"
    package let options: [ClientOption: String] = [
        .user: "the user.", .merchantID: "merchantId.", .paypageID: "eProtect's paypageId.",
    ]
    package let openOptions: Set<ClientOption> = [.paypageID]
    /// Source: litleOnline and cnpOnline XSDs, authentication: a password has at most 20.
    package let longestSecret = 20

    package init() {}

    package func names(_ given: GivenClientOptions) throws(ClientNamingError) -> [ClientName] {
        let user = try given.required(.user)
        let id = try given.required(.merchantID)
        guard VantivIdentity.canCarry(user: user, merchantID: id) else { throw .badName }
        var names = [ClientName(VantivIdentity.user(user, merchantID: id))]
        if let paypage = given[.paypageID] {
            names.append(ClientName(try name(of: paypage), isOpen: true))
        }
        return names
    }

    package func openNames(_ given: GivenClientOptions) throws(ClientNamingError) -> [String] {
        [try name(of: try given.required(.paypageID))]
    }

    /// As eProtect takes it; a `/` in it would make it a user, and one without a password.
    private func name(of paypage: String) throws(ClientNamingError) -> String {
        let isPlain = paypage.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: false
            }
        }
        guard isPlain else { throw .invalid("A paypageId is letters and digits alone.") }
        return VantivIdentity.paypage(paypage)
    }

    /// A paypage identifier is public: it lies in every page that asks for a card.
    package var sandboxClients: [SandboxClient] {
        [
            SandboxClient(
                VantivIdentity.user("sandbox", merchantID: "0180"), secret: "sandbox-vantiv"),
            SandboxClient(VantivIdentity.paypage("sandboxPaypage")),
        ]
    }
}
