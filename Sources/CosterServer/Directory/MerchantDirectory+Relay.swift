import DialectKit
import InstaMed
import PaymentDomain

/// The rights of publishable keys.
extension MerchantDirectory {
    /// Whether a key is for the app that sent it, and its merchant has a client of the protocol.
    func allows(_ caller: RelayCaller, in dialect: String) -> Bool {
        guard let app = caller.bundleIdentifier, let key = key(caller) else { return false }
        return serves(key.merchant, in: dialect)
            && (key.details.contains(app) || key.details.contains(PublishableKey.anyApp))
    }

    /// The outlets of a key's merchant, whichever of its users they belong to.
    func outlets(of caller: RelayCaller) -> [InstaMedOutlet] {
        guard let key = key(caller) else { return [] }
        return outlets.filter { outlet in
            let user = ClientName(dialect: "instamed", name: outlet.user)
            return clients[user]?.merchant == key.merchant
        }
    }

    private func key(_ caller: RelayCaller) -> Client? {
        let name = ClientName(dialect: RelayCaller.namespace, name: caller.publishableKey)
        return clients[name]
    }
}
