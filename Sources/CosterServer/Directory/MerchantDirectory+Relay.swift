import DialectKit
import PaymentDomain

/// The rights of publishable keys.
extension MerchantDirectory {
    /// Whether a key is for the app that sent it, and its merchant has a client of the protocol.
    func allows(_ caller: RelayCaller, in dialect: String) -> Bool {
        guard let app = caller.bundleIdentifier, let key = key(caller) else { return false }
        return serves(key.merchant, in: dialect)
            && (key.details.contains(app) || key.details.contains(PublishableKey.anyApp))
    }

    /// The merchant of a key; nil if no merchant has it.
    func merchant(of caller: RelayCaller) -> MerchantID? { key(caller)?.merchant }

    private func key(_ caller: RelayCaller) -> Client? {
        let name = ClientName(dialect: RelayCaller.namespace, name: caller.publishableKey)
        return clients[name]
    }
}
