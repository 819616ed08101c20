import DialectKit
import Gateway
import NativeAPI
import PaymentDomain
import WebPayments

extension Server {
    /// Orders of web shops, and the page on which a customer pays one.
    func registerWebOrders(_ gateway: inout Gateway) {
        let (directory, sessions) = (directory, sessions)
        let orders = WebOrders(
            store: store, vault: keyring.vault, earliestSigning: { directory.earliestSigning }
        ).ports(engine) { directory.isCurrent }
        let keys = OrderKeys(
            namespace: NativeClients().dialect, credential: NativeClients.credential(in:),
            allows: { name, creates in
                directory.value.scopes(ofNativeKey: name).contains(creates ? .pay : .read)
            })
        gateway.register(OrderDialect(keys, orders))
        gateway.register(OrderPayDialect(orders))
        gateway.register(AssetDialect())
        gateway.register(PolicyReportDialect())
        gateway.register(
            OrderPageDialect(
                orders, isTLS: settings.tlsCertificateFile != nil,
                scripts: HostedPage.scripts(isSandbox: settings.isSandbox),
                merchant: { directory.web.configuration(of: $0) },
                openSession: { await sessions.session($0, of: $1) }))
    }
}
