import KeyCustody
import MerchantStorage
import AppleSimulator
import CardVault
import Foundation
import Glibc
import Merchants
import PaymentDomain
import Database
import SQLiteDatabase
import Testing

@testable import PaymentStorage
@testable import CosterOperations
@testable import CosterServer

/// A data folder of a sandbox in which nothing is wrong, to be spoilt and looked at.
struct DoctorFixture: Sendable {
    static let shop = MerchantID("shop")
    static let identifier = "merchant.com.example.shop"

    let place: TemporaryFolder
    let now: Timestamp
    let master: MasterKey

    var folder: DataFolder { DataFolder("\(place.path)/data") }
    var simulator: SimulatedAppleStore { SimulatedAppleStore(directory: folder.path) }

    /// Lends a folder with books, a master key, a simulator, and a merchant with a certificate and a client.
    static func lend(_ body: (DoctorFixture) async throws -> Void) async throws {
        try await TemporaryFolder.lend { place in
            let folder = DataFolder("\(place.path)/data")
            try folder.create()
            let fixture = DoctorFixture(
                place: place, now: presentTime(),
                master: try MasterKeyFile.readOrCreate(folder.masterKey))
            _ = try fixture.simulator.apple()
            try await fixture.setUp(DoctorFixture.shop, identifier: identifier, store: "SHOP")
            try await body(fixture)
        }
    }

    /// Sets up a merchant with a certificate and a client.
    func setUp(_ merchant: MerchantID, identifier: String, store name: String) async throws {
        try await create(merchant, identifier: identifier)
        try await database { store in
            let client = try ClientIdentity(dialect: "radial", name: name, merchant: merchant)
            _ = try await store.merchantStore.addClient(
                [client], secret: .keyed([UInt8](repeating: 1, count: 32)), by: "test", at: now)
        }
        let request = try CertificateRequest.make(algorithm: .ec, commonName: "test")
        try await keep(request, of: merchant, certificate: try issue(request, for: identifier))
    }

    /// Sets up a merchant, and nothing of it.
    func create(_ merchant: MerchantID, identifier: String) async throws {
        let numbers = try AcquirerNumbers(
            merchantNumber: "1", terminalNumber: "00000001", categoryCode: "5999")
        try await database { store in
            let record = MerchantRecord(
                id: merchant, appleMerchantIdentifier: identifier, numbers: numbers,
                createdAt: now)
            _ = try await store.merchantStore.create(record, by: "test")
        }
    }

    /// Has the simulator answer a request, as Apple does.
    func issue(
        _ request: CertificateRequest, for identifier: String = DoctorFixture.identifier,
        purpose: SimulatedPurpose = .paymentProcessing, from start: Timestamp? = nil,
        to end: Timestamp? = nil
    ) throws -> SimulatedCertificate {
        try simulator.issue(
            Array(request.pem.utf8), for: identifier, purpose: purpose,
            validity: try SimulatedApple.Validity(
                from: start ?? now.adding(seconds: -3600), to: end))
    }

    /// Keeps a key with any certificate at all, or without one.
    func keep(
        _ request: CertificateRequest, of merchant: MerchantID = DoctorFixture.shop,
        certificate: SimulatedCertificate?, at moment: Timestamp? = nil
    ) async throws {
        let vault = try await vault(of: merchant)
        let binding = CertificateRecord.binding(request.publicKeyHash, of: merchant)
        let read = try certificate.map { try AppleCertificate($0.der) }
        let new = NewCertificate(
            merchant: merchant, purpose: .paymentProcessing, algorithm: request.algorithm,
            publicKeyHash: request.publicKeyHash,
            sealedKey: try vault.seal(request.privateKey, for: binding),
            answer: read.map {
                CertificateAnswer(
                    certificate: $0.der, notBefore: $0.notBefore, notAfter: $0.notAfter)
            })
        try await database { store in
            _ = try await store.merchantStore.add(new, by: "test", at: moment ?? now)
        }
    }

    /// The vault of the books, with a key for a merchant.
    func vault(of merchant: MerchantID) async throws -> CardVault {
        try await database { store in
            let vault = CardVault(keys: try await store.openVaultKeys(master: master, at: now))
            try await store.refresh(vault, master: master, merchants: [merchant], at: now)
            return vault
        }
    }

    /// Opens the books for one change.
    @discardableResult
    func database<Value>(_ body: (SQLPaymentStore) async throws -> Value) async throws -> Value {
        let store = try await SQLPaymentStore(folder: folder.path)
        let value = try await body(store)
        try store.close()
        return value
    }

    /// Changes rows in a way in which no program would: no trigger guards them meanwhile.
    func spoil(_ statements: String..., values: [SQLValue] = []) async throws {
        let book = try await SQLiteDatabase(path: folder.databaseFile, schema: PaymentSchema.schema)
        let triggers = try await book.read { db in
            var triggers: [(name: String, sql: String)] = []
            let all = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
            try db.run(all, []) { columns in
                triggers.append((try columns.text(), try columns.text()))
                return true
            }
            return triggers
        }
        let changes = triggers.map { "DROP TRIGGER \($0.name)" } + statements + triggers.map(\.sql)
        for statement in changes {
            let filling = statement.contains("?") ? values : []
            try await book.write { db in _ = try db.change(statement, filling) }
        }
        try book.close()
    }

    /// Changes the tables past Coster.
    func alter(_ statement: String) async throws {
        let book = try await SQLiteDatabase(path: folder.databaseFile, schema: PaymentSchema.schema)
        try await book.write { db in _ = try db.change(statement) }
        try book.close()
    }

    /// Has the doctor look.
    func examine(
        sandbox: Bool = true, token: String? = nil, at moment: Timestamp? = nil,
        _ change: (inout DoctorEnvironment) -> Void = { _ in }
    ) async throws -> DoctorReport {
        var surroundings = DoctorEnvironment(
            now: moment ?? presentTime(), account: geteuid(), space: { _ in nil })
        surroundings.flags.sandbox = sandbox ? true : nil
        surroundings.flags.data = folder.path
        if !sandbox { surroundings.flags.masterKeyFile = folder.masterKey }
        surroundings.token = try token.map { try place.write($0, to: "token.json") }
        change(&surroundings)
        return await Doctor(surroundings: surroundings).examine()
    }
}

extension DoctorReport {
    /// What was found.
    var conditions: Set<FindingKind> { Set(findings.map(\.condition)) }
}

/// Expects what was found, and nothing else.
func expect(
    _ report: DoctorReport, _ conditions: FindingKind...,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(
        report.conditions == Set(conditions), "\(report.lines)", sourceLocation: sourceLocation)
}
