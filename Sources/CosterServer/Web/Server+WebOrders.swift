import DialectKit
import Gateway
import NativeAPI
import PaymentDomain
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
        gateway.register(
            OrderPageDialect(
                orders, isTLS: settings.tlsCertificateFile != nil,
                scripts: settings.isSandbox ? ["/sandbox/apple-pay.js"] : [],
                merchant: { pageMerchant($0) },
                openSession: { _, _ in
                    DialectReply(
                        status: 503, contentType: "application/json", body: [],
                        outcomeCode: "identity-certificate-missing")
                }))
    }

    private func pageMerchant(_ merchant: MerchantID) -> PageMerchant {
        PageMerchant(
            displayName: merchant.value, countryCode: "US",
            networks: ["visa", "masterCard", "amex", "discover"])
    }
}
