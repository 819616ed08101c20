import LineHosts
import PaymentDomain
import Testing

/// A production server whose line to Worldpay leads to another Coster: a sandbox that speaks Worldpay's protocol over TLS.
struct ChainedServers: Sendable {
    /// The server that shops pay at.
    let near: Node
    /// The one that stands for Worldpay.
    let far: Node
    private let setting: ProductionSetting
    private let farEnvironment: [String: String]

    /// Lends two servers that have just started. Both ledgers must be sound in the end.
    static func lend(_ body: @Sendable (ChainedServers) async throws -> Void) async throws {
        try await TemporaryFolder.lend { place in
            let chain = try await ChainedServers(in: place)
            do {
                try await chain.start()
                try await body(chain)
            } catch {
                await chain.near.kill()
                await chain.far.kill()
                throw error
            }
            for node in [chain.near, chain.far] {
                #expect(await node.stop() == .exited(0))
                try await chain.run(["audit"], at: node)
            }
        }
    }

    private init(in place: TemporaryFolder) async throws {
        let certificate = try HostCertificate.make(in: place.path)
        let port = try FreePort.find()
        setting = ProductionSetting(place: place)
        try await setting.setUp(
            ProductionSetting.Account(
                port: port, user: "sandbox", secret: "sandbox-vantiv", merchantNumber: "0180",
                roots: certificate.certificate))
        try place.makeDataFolder("far")
        farEnvironment = [
            "COSTER_DATA": "\(place.path)/far",
            "COSTER_TLS_CERTIFICATE_FILE": certificate.certificate,
            "COSTER_TLS_KEY_FILE": certificate.key,
        ]
        near = try Node(
            name: "near", folder: setting.data, environment: setting.environment,
            isSandbox: false)
        far = try Node(
            name: "far", folder: "\(place.path)/far", environment: farEnvironment, port: port)
    }

    /// Starts whichever does not run.
    func start() async throws {
        for node in [far, near] { try await node.startAtLast(within: .seconds(30)) }
    }

    /// The shops of the server that runs now; none while it is dead.
    var shops: [any CardShop] { near.server.map { cardShops(of: $0) } ?? [] }

    /// Closes both open batches.
    func settle() async throws {
        for node in [near, far] { try await run(["settle"], at: node) }
    }

    private func run(_ words: [String], at node: Node) async throws {
        let environment = node.name == near.name ? setting.environment : farEnvironment
        let run = try await CommandRun.coster(words, environment: environment)
        #expect(run.ending == .exited(0), "\(node.name) \(words) \(run.output)\(run.errors)")
    }

    /// Waits until nothing is open at either: what can't be found may be on its way for a minute.
    func rest() async throws {
        for node in [near, far] {
            let database = OurDatabase(place: .folder(node.folder))
            let isAtRest = try await TortureClock.until(within: .seconds(150)) {
                try await database.open().isNothing
            }
            let open = try await database.open()
            #expect(isAtRest, "\(node.name): \(open)")
        }
    }

    /// The payments of the near server.
    func payments() async throws -> [OurPayment] {
        try await OurDatabase(place: .folder(near.folder)).payments()
    }

    /// Where the ledgers tell different stories of a payment.
    func disagreements() async throws -> [String] {
        let ours = try await payments()
        let theirs = try await OurDatabase(place: .folder(far.folder)).payments()
        let byOrder = Dictionary(grouping: theirs, by: \.order)
        let different = ours.filter { our in
            let standing = (byOrder[our.authorizationID] ?? []).filter(\.hasMoney)
            return standing.map(\.amounts) != (our.hasMoney ? [our.amounts] : [])
        }
        let known = Set(ours.map(\.authorizationID))
        return different.map { our in
            "near: \(our)\nfar: \((byOrder[our.authorizationID] ?? []).map { "\($0)" })"
        }
            + theirs.filter { $0.hasMoney && !known.contains($0.order) }
            .map { "the far server alone has \($0)" }
    }
}

extension OurPayment {
    /// Whether any money is held, was taken or was given by it.
    fileprivate var hasMoney: Bool {
        stands && (amounts.authorized > amounts.released || credited > 0)
    }
}
