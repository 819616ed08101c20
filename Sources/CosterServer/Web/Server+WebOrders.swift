import DialectKit
import Gateway
import NativeAPI
import PaymentDomain
import SandboxPages
import WebPayments

extension Server {
    /// Orders of web shops, and the page on which a customer pays one.
    func registerWebOrders(_ gateway: inout Gateway) {
        let orders = WebOrders(
            store: store, vault: keyring.vault,
            earliestSigning: { [directory] in directory.earliestSigning }
        ).ports(engine)
        let keys = OrderKeys(
            namespace: NativeClients().dialect, credential: NativeClients.credential(in:),
            allows: { [directory] name, creates in
                directory.value.scopes(ofNativeKey: name).contains(creates ? .pay : .read)
            })
        gateway.register(OrderDialect(keys, orders))
        gateway.register(OrderPayDialect(orders))
        gateway.register(AssetDialect())
        let (directory, sessions) = (directory, sessions)
        gateway.register(
            OrderPageDialect(
                orders, isTLS: settings.tlsCertificateFile != nil,
                scripts: settings.isSandbox ? [SandboxSite.scriptPath] : [],
                merchant: { directory.web.configuration(of: $0) },
                openSession: { await sessions.session($0, of: $1) }))
    }
}
