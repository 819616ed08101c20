import ApplePayToken
import AppleSimulator
import CardVault
import Foundation
import GRDB
import PaymentDomain
import PaymentEngine
import PaymentStorage
import Testing

/// Apple and the merchant's keys, made once for all tests.
struct Trust: Sendable {
    let apple: SimulatedApple
    let merchant: SimulatedMerchant

    static let shared = Result { () throws(SimulatorError) -> Trust in
        let apple = try SimulatedApple.create()
        return Trust(apple: apple, merchant: try apple.makeMerchant("merchant.coster.tests"))
    }
}

/// An engine with real books in a folder, the real vault and real tokens; only the acquirer and the clock are played.
struct EngineFixture: Sendable {
    static let shop = MerchantID("shop")
    static let otherShop = MerchantID("other")
    /// 2026-11-21T08:57:00Z.
    static let start = Timestamp(seconds: 1_795_251_420)
    static let timeout = Duration.seconds(10)

    let folder: String
    let store: SQLPaymentStore
    let vault: CardVault
    let acquirer: ScriptedAcquirer
    let clock: ScriptedClock
    let device: SimulatedDevice
    var engine: PaymentEngine

    var worker: DeliveryWorker { DeliveryWorker(engine: engine) }

    /// A process that opens the books of a folder.
    init(
        folder: String, clock: ScriptedClock, acquirer: ScriptedAcquirer,
        lines: (any AcquirerLines)? = nil, numbersAtLines: [LineID: String] = [:],
        allowsRefundBeyondCapture: Bool = false, faults: StoreFaults? = nil
    ) async throws {
        let trust = try Trust.shared.get()
        let store = try await SQLPaymentStore(folder: folder)
        let master = try MasterKey(bytes: [UInt8](repeating: 7, count: 32))
        let vault = CardVault(
            keys: try await store.openVaultKeys(
                master: master, merchants: [Self.shop, Self.otherShop], at: clock.now))
        let keyring = MerchantKeyring([
            try MerchantKey(
                key: trust.merchant.agreementKey,
                merchantIdentifier: trust.merchant.merchantIdentifier)
        ])
        let ledger: any PaymentLedger =
            faults.map { FaultyLedger(ledger: store, faults: $0) } ?? store
        let reader: any LedgerReader =
            faults.map { FaultyReader(reader: store, faults: $0) } ?? store
        let ports = EnginePorts(
            merchant: { name in
                guard [Self.shop, Self.otherShop].contains(name) else { return nil }
                var merchant = Merchant(
                    id: name, keyring: keyring,
                    acquirer: AcquirerMerchant(
                        merchantNumber: "496160873888", terminalNumber: "00000001",
                        categoryCode: "5999"),
                    networks: [.visa, .mastercard, .discover])
                merchant.numbersAtLines = numbersAtLines
                merchant.allowsRefundBeyondCapture = allowsRefundBeyondCapture
                return merchant
            },
            verifier: PaymentTokenVerifier(roots: [trust.apple.root.identity.certificate]),
            vault: vault, ledger: ledger, recovery: store, reader: reader, cards: store,
            batches: store, lines: lines ?? OnlyLine(acquirer), clock: clock.engineClock,
            takeUpKey: { id in _ = try? await store.takeUp(id, into: vault, master: master) })
        self.folder = folder
        self.store = store
        self.vault = vault
        self.acquirer = acquirer
        self.clock = clock
        device = SimulatedDevice(apple: trust.apple, merchant: trust.merchant)
        engine = PaymentEngine(
            ports: ports, acquirerTimeout: Self.timeout, wakeUp: WakeUpSignal())
    }

    /// The process dies, and another one opens its books.
    func restarted() async throws -> EngineFixture {
        try store.close()
        return try await EngineFixture(folder: folder, clock: clock, acquirer: acquirer)
    }

    /// A number from the books' file, read past the store, on a connection that sees only what is committed.
    func number(_ sql: String) throws -> Int64? {
        var configuration = Configuration()
        configuration.readonly = true
        let queue = try DatabaseQueue(
            path: folder + "/" + SQLPaymentStore.fileName, configuration: configuration)
        return try queue.read { try Int64.fetchOne($0, sql: sql) }
    }

    /// Has the books know a line, with a secret that nothing opens.
    fileprivate func keep(_ line: LineID) throws {
        try tamper(
            """
            INSERT INTO lines (name, kind, mode, configuration, created_at)
            VALUES ('\(line)', 'worldpay', 'live', '{}', 0);
            INSERT INTO line_credentials (line, key_id, sealed_secret, valid_from)
            SELECT '\(line)', id, x'00', 0 FROM wrapped_keys WHERE purpose = 'sealing' LIMIT 1
            """)
    }

    /// Takes a line out of the books.
    func remove(_ line: LineID) throws {
        try tamper(
            "DELETE FROM line_credentials WHERE line = '\(line)'; DELETE FROM lines WHERE name = '\(line)'"
        )
    }

    /// Changes the books' file past the store, as damage does.
    func tamper(_ sql: String) throws {
        let queue = try DatabaseQueue(path: folder + "/" + SQLPaymentStore.fileName)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }
}

/// A fixture with a new folder, which is audited and gone afterwards.
func withEngine(
    acquirer: ScriptedAcquirer = ScriptedAcquirer(), lines: (any AcquirerLines)? = nil,
    numbersAtLines: [LineID: String] = [:], allowsRefundBeyondCapture: Bool = false,
    faults: StoreFaults? = nil,
    _ body: (EngineFixture) async throws -> Void
) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "engine-tests-\(UUID().uuidString)").path
    // Best effort: it is temporary.
    defer { _ = try? FileManager.default.removeItem(atPath: folder) }
    let fixture = try await EngineFixture(
        folder: folder, clock: ScriptedClock(now: EngineFixture.start),
        acquirer: acquirer, lines: lines, numbersAtLines: numbersAtLines,
        allowsRefundBeyondCapture: allowsRefundBeyondCapture, faults: faults)
    for line in lines?.all ?? [] { try fixture.keep(line) }
    try await body(fixture)
    // The test may have closed the books, as a process that dies does.
    let auditor = try await SQLPaymentStore(folder: folder)
    let report = try await auditor.audit()
    #expect(report.isClean, "\(report.breaches)")
    try auditor.close()
}

/// Two processes on the same books, by one clock; before a step of the second one something may happen.
///
/// - Parameter shareAcquirer: Whether they have one acquirer, or each its own.
func withTwoEngines(
    shareAcquirer: Bool = false, faults: StoreFaults? = nil,
    _ body: (EngineFixture, EngineFixture) async throws -> Void
) async throws {
    try await withEngine { (fixture) async throws in
        let other = try await EngineFixture(
            folder: fixture.folder, clock: fixture.clock,
            acquirer: shareAcquirer ? fixture.acquirer : ScriptedAcquirer(), faults: faults)
        try await body(fixture, other)
        try other.store.close()
    }
}

/// The same; before a step of the second one something may happen.
func withTwo(
    _ body: (EngineFixture, EngineFixture, StoreFaults) async throws -> Void
) async throws {
    let faults = StoreFaults()
    try await withTwoEngines(faults: faults) { (one, two) async throws in
        try await body(one, two, faults)
    }
}

extension EngineFixture {
    /// The bytes of every file in the books' folder.
    func files() throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
            Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))
        }
    }
}
