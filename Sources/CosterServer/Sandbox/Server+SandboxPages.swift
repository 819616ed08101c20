import AppleSimulator
import DialectKit
import Gateway
import SandboxPages

/// The sandbox's pages and the simulated devices behind them.
extension Server {
    /// Serves the pages, and shows them the requests of the protocols.
    func registerSandboxPages(
        _ gateway: inout Gateway, _ log: ExchangeLog
    ) throws(CosterFailure) {
        gateway.register(SandboxSite())
        gateway.register(ExchangesDialect(log))
        do throws(SimulatorError) {
            let simulator = SimulatedAppleStore(directory: settings.data.path)
            gateway.register(try SessionDevice(simulator))
        } catch {
            throw CosterFailure(StartError.simulatorUnusable(code: error.code))
        }
    }

    /// Keeps what the start page shows; the requests of the pages themselves are left out.
    static func show(in log: ExchangeLog) -> @Sendable (GatewayExchange) -> Void {
        { exchange in
            // Scripts and styles say nothing of a payment.
            guard exchange.dialect != SandboxSite.name, exchange.head.route.operation != "asset"
            else { return }
            log.record(at: exchange.head.receivedAt) {
                SeenExchange(
                    dialect: exchange.dialect, head: exchange.head, body: exchange.body,
                    reply: exchange.reply, outcome: exchange.outcome,
                    payment: exchange.payment?.value)
            }
        }
    }
}
