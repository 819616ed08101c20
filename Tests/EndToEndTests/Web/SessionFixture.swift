import AppleSessions
import AppleSimulator
import CardVault
import DialectKit
import Merchants
import MerchantStorage
import PaymentDomain
import Synchronization
import ValidationServer
import WebPayments

@testable import CosterServer

/// A merchant with pages and identity certificates, and the simulated Apple that counts who asks it.
struct SessionFixture: Sendable {
    static let shop = MerchantID("shop")
    static let identifier = "merchant.com.example.shop"
    static let now = SystemClock.now()

    let apple: SimulatedApple
    let server: ValidationServer
    let requests: RequestCount
    var records: MerchantRecords
    private let vault: CardVault

    /// Lends a merchant with the domain `shop.example`, and another origin without a domain.
    static func lend(
        _ body: (inout SessionFixture) async throws -> Void
    ) async throws {
        let apple = try SimulatedApple.create()
        let requests = RequestCount()
        let server = try await ValidationServer.start(apple, now: SystemClock.now) { identifier in
            requests.add()
            return identifier == Self.identifier ? ["shop.example"] : []
        }
        var fixture = try SessionFixture(apple, server, requests)
        try await body(&fixture)
        await server.stop()
    }

    private init(
        _ apple: SimulatedApple, _ server: ValidationServer, _ requests: RequestCount
    ) throws {
        self.apple = apple
        self.server = server
        self.requests = requests
        let master = MasterKey.made()
        let first = try VaultKeys.bootstrap(master: master, existing: [], at: Self.now).keys
        vault = CardVault(
            keys: try first.made(forEachOf: [Self.shop], under: master, at: Self.now).keys)
        records = MerchantRecords(merchants: [
            MerchantRecord(
                id: Self.shop, appleMerchantIdentifier: Self.identifier,
                numbers: try AcquirerNumbers(
                    merchantNumber: "1", terminalNumber: "00000001", categoryCode: "5999"),
                createdAt: Self.now)
        ])
        records.clients = [
            try WebDomain(typed: "shop.example").identity(of: Self.shop),
            try WebOrigin(typed: "https://blog.example").identity(of: Self.shop),
            try WebOrigin(typed: "https://shop.example:8443").identity(of: Self.shop),
        ]
    }

    /// Adds an identity certificate in use, valid from a time on, in seconds from now, for as long.
    mutating func add(
        _ number: Int64, from start: Int64, to end: Int64, of identifier: String = Self.identifier
    ) throws {
        var recipe = CertificateRecipe.merchantIdentity(identifier)
        recipe.notBefore = Timestamp(seconds: Self.now.seconds + start)
        recipe.notAfter = Timestamp(seconds: Self.now.seconds + end)
        let identity = try apple.intermediate.issue(recipe, for: try SimulatedKey.make(.rsa))
        let hash = [UInt8(clamping: number)]
        records.certificates.append(
            CertificateRecord(
                number: number, merchant: Self.shop, purpose: .merchantIdentity, algorithm: .rsa,
                state: .active, publicKeyHash: hash,
                sealedKey: try vault.seal(
                    Array(identity.keyPEM.utf8),
                    for: CertificateRecord.binding(hash, of: Self.shop)),
                certificate: identity.certificateDER, notBefore: recipe.notBefore,
                notAfter: recipe.notAfter, createdAt: Self.now))
    }

    /// The directory of these records.
    func directory(after previous: MerchantDirectory? = nil) throws -> MerchantDirectory {
        var options = MerchantOptions(allowsRefundBeyondCapture: false)
        options.appleServers = servers
        return MerchantDirectory(records, vault: vault, options: options, after: previous)
    }

    private var servers: AppleServers {
        .simulated(
            hosts: ValidationTrouble.hosts, root: apple.root.identity.certificateDER,
            port: server.port)
    }

    /// Asks for a session as a page does.
    func ask(
        origin: String, validationURL: String? = nil, isSandbox: Bool = true
    ) async throws -> Result<[UInt8], SessionRefusal> {
        let sessions = WebSessions(
            CurrentDirectory(try directory()), servers: servers, isSandbox: isSandbox)
        let page = PageSessionRequest(origin: origin, validationURL: validationURL)
        return await sessions.session(page, of: Self.shop)
    }
}

/// Counts the requests that reach the simulated Apple.
final class RequestCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() {
        count.withLock { $0 += 1 }
    }
}
