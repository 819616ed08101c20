import Gateway
import PaymentDomain
import WebPayments

/// The web's routes that need the directory alone.
extension Server {
    func registerWeb(_ gateway: inout Gateway) {
        let directory = directory
        gateway.register(AssociationDialect { directory.web.associationFile(of: $0) })
        gateway.register(
            ConfigDialect { merchant, origin in
                let web = directory.web
                guard origin.map({ web.allows(origin: $0, merchant) }) ?? true else { return nil }
                return web.configuration(of: merchant)
            })
    }
}

extension WebDirectory {
    /// What pages show of a merchant; nil if there is no such merchant.
    func configuration(of merchant: MerchantID) -> PageConfiguration? {
        appleMerchantIdentifier(of: merchant).map {
            PageConfiguration(
                appleMerchantIdentifier: $0, storefront: storefront(of: merchant))
        }
    }
}
