import DialectKit
import Gateway
import NativeAPI
import PaymentDomain
import WebPayments

extension Server {
    var webOrders: WebOrders {
        WebOrders(
            store: store, vault: keyring.vault,
            earliestSigning: { [directory] in directory.earliestSigning })
    }

    /// Checks a credential: of a client, or of an order's page.
    func authenticate(
        _ namespace: String, _ presented: PresentedCredential, from address: ClientAddress,
        _ clients: Authenticator, _ orders: WebOrders
    ) async -> Authentication {
        guard let pass = OrderPass(rawValue: namespace) else {
            return await clients.verdict(
                dialect: namespace, presented, from: address, at: SystemClock.now())
        }
        guard directory.isCurrent else { return .overloaded }
        do throws(WebOrderRefusal) {
            return .merchant(try await orders.order(pass.sign(presented)).merchant)
        } catch .unknown {
            return .refused
        } catch {
            return .overloaded
        }
    }

    /// Orders of web shops, and the page on which a customer pays one.
    func registerWebOrders(_ gateway: inout Gateway) {
        let orders = webOrders.ports(engine)
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
                scripts: HostedPage.scripts(isSandbox: settings.isSandbox),
                merchant: { directory.web.configuration(of: $0) },
                openSession: { await sessions.session($0, of: $1) }))
    }
}
