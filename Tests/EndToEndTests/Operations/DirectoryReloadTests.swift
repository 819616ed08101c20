import MerchantStorage
import AppleSimulator
import CardVault
import Merchants
import PaymentDomain
import PaymentStorage
import Synchronization
import Testing

@testable import CosterServer

@Suite("How a server takes up the merchants", .timeLimit(.minutes(20)))
struct DirectoryReloadTests {
    private static let now = Timestamp(seconds: 1_795_000_000)
    private static let options = MerchantOptions(allowsRefundBeyondCapture: false)

    private static func vault(of merchants: Set<MerchantID>) throws -> CardVault {
        let master = MasterKey.made()
        let first = try VaultKeys.bootstrap(master: master, existing: [], at: now).keys
        return CardVault(keys: try first.made(forEachOf: merchants, under: master, at: now).keys)
    }

    private static func merchant(_ id: MerchantID) throws -> MerchantRecord {
        MerchantRecord(
            id: id, appleMerchantIdentifier: "merchant.com.example.\(id)",
            numbers: try AcquirerNumbers(
                merchantNumber: "1", terminalNumber: "00000001", categoryCode: "5999"),
            createdAt: now)
    }

    private static func certificate(
        _ number: Int64, of merchant: MerchantID, _ key: SealedRecord
    ) -> CertificateRecord {
        CertificateRecord(
            number: number, merchant: merchant, purpose: .paymentProcessing, algorithm: .ec,
            state: .active, publicKeyHash: [UInt8(clamping: number)], sealedKey: key,
            certificate: nil, notBefore: nil, notAfter: nil, createdAt: now)
    }

    @Test(
        "20,000 merchants, each with a certificate, a site and a user, are taken up in one pass",
        .timeLimit(.minutes(20)))
    func onePass() throws {
        let vault = try Self.vault(of: [])
        var records = MerchantRecords()
        let damaged = SealedRecord(keyID: "none", bytes: [1])
        for number in 0..<20_000 {
            let id = MerchantID("merchant\(number)")
            records.merchants.append(try Self.merchant(id))
            records.certificates.append(Self.certificate(Int64(number), of: id, damaged))
            records.clients += [
                try ClientIdentity(dialect: "cardconnect", name: "user\(number)", merchant: id),
                try ClientIdentity(
                    dialect: "cardconnect", name: "merchid:\(number)", merchant: id, isOpen: true),
            ]
            records.credentials.append(
                CredentialRecord(
                    number: Int64(number + 1), dialect: "cardconnect", identity: "user\(number)",
                    secret: .keyed([1]), createdAt: Self.now, expiresAt: nil, revokedAt: nil))
        }
        var steps = 0
        let directory = MerchantDirectory(records, vault: vault, options: Self.options) {
            steps += 1
        }
        #expect(directory.merchants.count == 20_000 && directory.clients.count == 40_000)
        #expect(directory.unusable.count == 20_000)
        #expect(steps >= 20_000 / 256, "progress is told of while certificates are looked at")
    }

    @Test("a reload opens the keys that changed, and no other")
    func keysThatChanged() throws {
        let ids = [MerchantID("roses"), MerchantID("tulips"), MerchantID("lilies")]
        let vault = try Self.vault(of: Set(ids))
        let apple = try SimulatedApple.create()
        var records = MerchantRecords(merchants: try ids.map(Self.merchant))
        for (number, id) in ids.enumerated() {
            let key = try apple.makeMerchant("merchant.com.example.\(id)")
                .agreementKey.derRepresentation
            let hash = [UInt8(number + 1)]
            let sealed = try vault.seal(
                Array(key), for: CertificateRecord.binding(hash, of: id))
            records.certificates.append(Self.certificate(Int64(number + 1), of: id, sealed))
        }
        let first = MerchantDirectory(records, vault: vault, options: Self.options)
        #expect(first.unusable == [])
        // Of the first the record changes, of the second what its key goes with.
        let old = records.certificates[0]
        records.certificates[0] = Self.certificate(
            1, of: old.merchant, SealedRecord(keyID: "other", bytes: [1]))
        records.merchants[1] = MerchantRecord(
            id: ids[1], appleMerchantIdentifier: "merchant.com.example.other",
            numbers: records.merchants[1].numbers, createdAt: Self.now)
        // This vault opens nothing.
        let other = try Self.vault(of: [])
        let second = MerchantDirectory(
            records, vault: other, options: Self.options, after: first)
        #expect(second.unusable == [1, 2])
        let third = MerchantDirectory(records, vault: other, options: Self.options)
        #expect(third.unusable == [1, 2, 3])
    }

    /// What happens to a server that reloads, after so many seconds each.
    enum Step: Sendable {
        case progress
        case told
    }

    @Test(
        "a reload that makes progress refuses nobody, however long; one that stops, or of a silent server, does",
        arguments: [
            // Progress and the server's own word every four seconds, for a minute.
            (Array(repeating: [Step.told, .progress], count: 15).flatMap { $0 }, true),
            // No progress.
            (Array(repeating: [Step.told], count: 2).flatMap { $0 }, false),
            // Commands take it for dead.
            (Array(repeating: [Step.progress], count: 3).flatMap { $0 }, false),
        ])
    func longReload(_ steps: [Step], _ isCurrent: Bool) throws {
        let uptime = Mutex(Duration.seconds(100))
        let live = CurrentDirectory(
            MerchantDirectory(
                MerchantRecords(), vault: try Self.vault(of: []), options: Self.options)
        ) { uptime.withLock { $0 } }
        for step in steps {
            switch step {
            case .told:
                uptime.withLock { $0 += .seconds(4) }
                live.wasTold(at: uptime.withLock { $0 })
            case .progress:
                if steps.first == .progress { uptime.withLock { $0 += .seconds(4) } }
                live.madeProgress()
            }
        }
        #expect(live.isCurrent == isCurrent)
        // Once it does not count, only the end of the reload makes it count again.
        uptime.withLock { $0 += .seconds(6) }
        live.wasTold(at: uptime.withLock { $0 })
        live.madeProgress()
        #expect(!live.isCurrent)
        live.didRefresh(at: uptime.withLock { $0 })
        #expect(live.isCurrent)
    }
}
