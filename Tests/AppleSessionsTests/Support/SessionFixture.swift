import AppleSessions
import AppleSimulator
import PaymentDomain
import Testing
import ValidationServer

/// One Apple, and the identity certificates of a shop, for all tests: RSA keys are slow to make.
struct SessionFixture {
    static let merchant = "merchant.coster.tests"
    static let request = AppleSessionRequest(
        merchantIdentifier: merchant, displayName: "Flowers", domain: "shop.example")
    static let now = Timestamp(seconds: 1_795_251_420)

    static let shared = Result { () throws(SimulatorError) -> SessionFixture in
        let key = try SimulatedKey.make(.rsa)
        let (apple, other) = (try SimulatedApple.create(), try SimulatedApple.create())
        return SessionFixture(
            apple: apple,
            identity: try apple.intermediate.issue(.merchantIdentity(merchant), for: key),
            processing: try apple.intermediate.issue(.merchant(merchant), for: key),
            ofOther: try apple.intermediate.issue(
                .merchantIdentity("merchant.coster.other"), for: key),
            ofOtherApple: try other.intermediate.issue(.merchantIdentity(merchant), for: key))
    }

    let apple: SimulatedApple
    let identity: SimulatedIdentity
    let processing: SimulatedIdentity
    let ofOther: SimulatedIdentity
    let ofOtherApple: SimulatedIdentity

    /// The servers of our Apple at a port.
    func servers(_ port: Int) -> AppleServers {
        .simulated(
            hosts: ValidationTrouble.hosts, root: apple.root.identity.certificateDER, port: port)
    }

    /// A client with an identity.
    func client(
        _ identity: SimulatedIdentity, _ port: Int, call: Duration = .seconds(10)
    ) throws -> AppleSessionClient {
        try #require(
            AppleSessionClient(
                certificate: identity.certificateDER, privateKey: Array(identity.keyPEM.utf8),
                servers: servers(port), call: call))
    }

    /// Lends the simulated Apple, at which the shop has registered a domain.
    func lend(
        delay: Duration = ValidationServerLimits.delay,
        _ body: (ValidationServer) async throws -> Void
    ) async throws {
        let server = try await ValidationServer.start(apple, delay: delay, now: { Self.now }) {
            $0 == Self.merchant ? ["shop.example"] : []
        }
        try await body(server)
        await server.stop()
    }
}
