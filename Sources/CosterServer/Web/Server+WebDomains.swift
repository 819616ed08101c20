import Gateway
import WebPayments

/// The web's routes that need the directory alone.
extension Server {
    func registerWeb(_ gateway: inout Gateway) {
        let directory = directory
        gateway.register(AssociationDialect { directory.web.associationFile(of: $0) })
        gateway.register(
            ConfigDialect { merchant, origin in
                let web = directory.web
                guard let identifier = web.appleMerchantIdentifier(of: merchant),
                    origin.map({ web.allows(origin: $0, merchant) }) ?? true
                else { return nil }
                return PageConfiguration(
                    appleMerchantIdentifier: identifier, storefront: web.storefront(of: merchant))
            })
    }
}
