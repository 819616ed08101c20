import AppleSessions
import AppleSimulator
import PaymentDomain
import Synchronization
import ValidationServer

/// The simulated Apple of a sandbox, as far as pages' sessions go: its server on a port of this machine, and the sandbox
/// merchant's identity certificate.
final class SandboxApple: Sendable {
    /// The servers that the sandbox asks for sessions, in the place of Apple's.
    let servers: AppleServers
    /// Asks them in the name of the sandbox's merchant.
    let client: AppleSessionClient
    private let server: ValidationServer
    private let domains: SandboxDomains

    private init(
        _ server: ValidationServer, _ servers: AppleServers, _ client: AppleSessionClient,
        _ domains: SandboxDomains
    ) {
        self.server = server
        self.servers = servers
        self.client = client
        self.domains = domains
    }

    /// Starts the server.
    static func start(
        _ simulator: SimulatedAppleStore
    ) async throws(CosterFailure) -> SandboxApple {
        do {
            let apple = try simulator.apple()
            let identity = try simulator.merchantIdentity(
                SandboxMerchant.appleMerchantIdentifier)
            let domains = SandboxDomains()
            let server = try await ValidationServer.start(apple, now: SystemClock.now) {
                domains.domains(ofApple: $0)
            }
            let servers = AppleServers.simulated(
                hosts: ValidationTrouble.hosts, root: apple.root.identity.certificateDER,
                port: server.port)
            guard
                let client = AppleSessionClient(
                    certificate: identity.certificateDER,
                    privateKey: Array(identity.keyPEM.utf8), servers: servers)
            else { throw SimulatorError.storeDamaged }
            return SandboxApple(server, servers, client, domains)
        } catch let error as SimulatorError {
            throw CosterFailure(StartError.simulatorUnusable(code: error.code))
        } catch {
            throw CosterFailure(
                .configuration,
                "The simulated Apple can't listen on a port of 127.0.0.1. Check the machine's network, and start again."
            )
        }
    }

    /// Has the server know the domains of a directory: until then no merchant has any.
    func use(_ directory: CurrentDirectory) {
        domains.directory.withLock { $0 = directory }
    }

    /// Stops the server.
    func stop() async {
        await server.stop()
    }
}

/// The domains that merchants have registered, as the simulated Apple knows them: those of the server's directory.
private final class SandboxDomains: Sendable {
    let directory = Mutex<CurrentDirectory?>(nil)

    func domains(ofApple identifier: String) -> Set<String> {
        directory.withLock { $0 }?.web.domains(ofApple: identifier) ?? []
    }
}
