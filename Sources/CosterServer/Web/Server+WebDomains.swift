import Gateway
import WebPayments

/// The web's routes that need the directory alone.
extension Server {
    func registerWeb(_ gateway: inout Gateway) {
        let directory = directory
        gateway.register(
            AssociationDialect { directory.web.associationFile(of: $0) })
    }
}
