import StorageFixtures
import CardVault
import Merchants
import PaymentDomain
import Testing

@testable import MerchantStorage

@Suite("Keys and certificates in the database", .timeLimit(.minutes(5)), .onBothDatabases)
struct CertificateRowTests {
    private static let now = MerchantFixture.now
    private static let answer = CertificateAnswer(
        certificate: [0x30, 0x00], notBefore: now, notAfter: now.adding(seconds: 1000))

    /// Books with a merchant whose sealing key is there, and a sealed private key.
    private static func database() async throws -> (StoreFixture, SealedRecord) {
        let database = try await MerchantFixture.database("shop")
        return (database, SealedRecord(keyID: "s1", bytes: [1, 2, 3]))
    }

    private static func new(
        _ hash: UInt8, _ sealed: SealedRecord, answered: Bool = false,
        _ algorithm: KeyAlgorithm = .ec, for purpose: CertificatePurpose = .paymentProcessing
    ) -> NewCertificate {
        NewCertificate(
            merchant: MerchantID("shop"), purpose: purpose, algorithm: algorithm,
            publicKeyHash: [hash], sealedKey: sealed, answer: answered ? answer : nil)
    }

    private static func request(
        _ hash: UInt8, for purpose: CertificatePurpose = .paymentProcessing
    ) -> AnsweredRequest {
        AnsweredRequest(merchant: MerchantID("shop"), purpose: purpose, publicKeyHash: [hash])
    }

    @Test("a request waits for its answer, is answered once, and then is in use")
    func requestAndAnswer() async throws {
        let (database, sealed) = try await Self.database()
        _ = try await database.merchants.add(Self.new(1, sealed), by: "alice", at: Self.now)
        #expect(try await database.merchants.certificates().map(\.state) == [.pending])
        _ = try await database.merchants.answer(
            Self.request(1), with: Self.answer, by: "alice", at: Self.now)
        let record = try #require(try await database.merchants.certificates().first)
        #expect(record.state == .active)
        #expect(record.certificate == Self.answer.certificate)
        #expect(record.notAfter == Self.answer.notAfter)
        await #expect(throws: AdministrationError.refused(.certificateUnknown)) {
            _ = try await database.merchants.answer(
                Self.request(1), with: Self.answer, by: "alice", at: Self.now)
        }
    }

    @Test(
        "an answer is put to no request for the other purpose",
        arguments: [
            (CertificatePurpose.paymentProcessing, CertificatePurpose.merchantIdentity),
            (.merchantIdentity, .paymentProcessing),
        ])
    func otherPurpose(asked: CertificatePurpose, given: CertificatePurpose) async throws {
        let (database, sealed) = try await Self.database()
        _ = try await database.merchants.add(
            Self.new(1, sealed, .rsa, for: asked), by: "alice", at: Self.now)
        await #expect(throws: AdministrationError.refused(.certificateUnknown)) {
            _ = try await database.merchants.answer(
                Self.request(1, for: given), with: Self.answer, by: "alice", at: Self.now)
        }
        #expect(try await database.merchants.certificates().map(\.state) == [.pending])
        _ = try await database.merchants.answer(
            Self.request(1, for: asked), with: Self.answer, by: "alice", at: Self.now)
        #expect(try await database.merchants.certificates().map(\.state) == [.active])
    }

    @Test("one key is kept once")
    func once() async throws {
        let (database, sealed) = try await Self.database()
        _ = try await database.merchants.add(
            Self.new(1, sealed, answered: true), by: "a", at: Self.now)
        await #expect(throws: AdministrationError.refused(.certificateExists)) {
            _ = try await database.merchants.add(
                Self.new(1, sealed, answered: true), by: "a", at: Self.now)
        }
    }

    @Test("a retired certificate's private key is erased; the last one stays unless it is meant")
    func retirement() async throws {
        let (database, sealed) = try await Self.database()
        let shop = MerchantID("shop")
        let old = try await database.merchants.add(
            Self.new(1, sealed, answered: true), by: "a", at: Self.now
        ).value
        await #expect(throws: AdministrationError.refused(.lastCertificate)) {
            _ = try await database.merchants.retire(
                certificate: old, of: shop, evenTheLast: false, by: "a", at: Self.now)
        }
        let next = try await database.merchants.add(
            Self.new(2, sealed, answered: true), by: "a", at: Self.now
        ).value
        _ = try await database.merchants.retire(
            certificate: old, of: shop, evenTheLast: false, by: "a", at: Self.now)
        let records = try await database.merchants.certificates()
        #expect(records.map(\.state) == [.retired, .active])
        #expect(records.map { $0.sealedKey == nil } == [true, false])
        await #expect(throws: AdministrationError.refused(.certificateUnknown)) {
            _ = try await database.merchants.retire(
                certificate: old, of: shop, evenTheLast: true, by: "a", at: Self.now)
        }
        _ = try await database.merchants.retire(
            certificate: next, of: shop, evenTheLast: true, by: "a", at: Self.now)
    }

    @Test("a certificate for tokens of the other version is no replacement")
    func otherVersion() async throws {
        let (database, sealed) = try await Self.database()
        let number = try await database.merchants.add(
            Self.new(1, sealed, answered: true), by: "a", at: Self.now
        ).value
        _ = try await database.merchants.add(
            Self.new(2, sealed, answered: true, .rsa), by: "a", at: Self.now)
        await #expect(throws: AdministrationError.refused(.lastCertificate)) {
            _ = try await database.merchants.retire(
                certificate: number, of: MerchantID("shop"), evenTheLast: false, by: "a",
                at: Self.now)
        }
    }

    @Test("another merchant's certificate cannot be retired")
    func others() async throws {
        let (database, sealed) = try await Self.database()
        let number = try await database.merchants.add(
            Self.new(1, sealed, answered: true), by: "a", at: Self.now
        ).value
        await #expect(throws: AdministrationError.refused(.certificateUnknown)) {
            _ = try await database.merchants.retire(
                certificate: number, of: MerchantID("other"), evenTheLast: true, by: "a",
                at: Self.now)
        }
    }
}
