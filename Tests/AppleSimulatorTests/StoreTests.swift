import AppleSimulator
import Foundation
import Testing

@Suite("The store", .timeLimit(.minutes(5)))
struct StoreTests {
    private static let id = "merchant.coster.sandbox"

    @Test("stored files are read again")
    func roundTrip() async throws {
        try await withTemporaryFolder { data in
            let first = SimulatedAppleStore(directory: data)
            let second = SimulatedAppleStore(directory: data)
            let (one, two) = (try first.apple(), try second.apple())
            #expect(one.rootPEM == two.rootPEM)
            #expect(one.ecSigner.certificateDER == two.ecSigner.certificateDER)
            #expect(one.ecSigner.keyPEM == two.ecSigner.keyPEM)
            #expect(try one.rsaSigner().keyPEM == two.rsaSigner().keyPEM)
            let (here, there) = (
                try first.merchant(StoreTests.id), try second.merchant(StoreTests.id)
            )
            #expect(here.keyPEM == there.keyPEM)
            #expect(here.certificatePEM == there.certificatePEM)
            #expect(try here.rsa().certificatePEM == there.rsa().certificatePEM)
            let identity = try first.merchantIdentity(StoreTests.id)
            #expect(
                try identity.certificatePEM == second.merchantIdentity(StoreTests.id).certificatePEM
            )
            #expect(identity.isConsistent)
        }
    }

    @Test("RSA material is made when it is asked for, not at the start")
    func lazily() async throws {
        try await withTemporaryFolder { data in
            let store = SimulatedAppleStore(directory: data)
            _ = try store.merchant(StoreTests.id)
            let simulator = try FileManager.default.contentsOfDirectory(
                atPath: "\(data)/simulator")
            #expect(
                simulator.sorted() == [
                    "intermediate.cert.pem", "intermediate.key.pem", "leaf-ec.cert.pem",
                    "leaf-ec.key.pem", "merchants", "root.cert.pem", "root.key.pem",
                ])
            let merchant = try FileManager.default.contentsOfDirectory(
                atPath: "\(data)/simulator/merchants/\(StoreTests.id)")
            #expect(merchant.sorted() == ["ec.cert.pem", "ec.key.pem"])
        }
    }

    @Test("folders are the owner's alone, 0700, and so are files, 0600")
    func modes() async throws {
        try await withTemporaryFolder { data in
            _ = try SimulatedAppleStore(directory: data).merchant(StoreTests.id)
            let root = "\(data)/simulator"
            let below = try FileManager.default.subpathsOfDirectory(atPath: root)
            for path in [root] + below.map({ "\(root)/\($0)" }) {
                let attributes = try FileManager.default.attributesOfItem(atPath: path)
                let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
                let mode = attributes[.posixPermissions] as? Int
                #expect(mode == (isFolder ? 0o700 : 0o600), "\(path)")
            }
        }
    }

    @Test("of many that start at once, one makes each file and all read the same")
    func together() async throws {
        try await withTemporaryFolder { data in
            let found = try await withThrowingTaskGroup(of: [String].self) { group in
                for _ in 0..<16 {
                    group.addTask {
                        let store = SimulatedAppleStore(directory: data)
                        let (apple, merchant) = (
                            try store.apple(), try store.merchant(StoreTests.id)
                        )
                        return [
                            apple.rootPEM, apple.intermediate.identity.certificatePEM,
                            apple.ecSigner.certificatePEM, merchant.keyPEM, merchant.certificatePEM,
                        ]
                    }
                }
                return try await group.reduce(into: Set<[String]>()) { $0.insert($1) }
            }
            #expect(found.count == 1)
            let names = try FileManager.default.contentsOfDirectory(atPath: "\(data)/simulator")
            #expect(!names.contains { $0.hasPrefix(".new-") })
        }
    }

    @Test("a store with a lost, foreign or broken key is refused, and not mended by a new one")
    func damage() async throws {
        try await withTemporaryFolder { data in
            let store = SimulatedAppleStore(directory: data)
            let other = try SimulatedKey.make(.p384).pem
            _ = try store.apple()
            let key = URL(fileURLWithPath: "\(data)/simulator/root.key.pem")
            for text in [other, "no key", ""] {
                try Data(text.utf8).write(to: key)
                #expect(throws: SimulatorError.storeDamaged) { try store.apple() }
            }
            try FileManager.default.removeItem(at: key)
            #expect(throws: SimulatorError.storeDamaged) { try store.apple() }
            #expect(!FileManager.default.fileExists(atPath: key.path))
        }
    }

    @Test("a start that ended after the key makes the certificate that is missing")
    func interrupted() async throws {
        try await withTemporaryFolder { data in
            let store = SimulatedAppleStore(directory: data)
            let before = try store.apple()
            try FileManager.default.removeItem(atPath: "\(data)/simulator/leaf-ec.cert.pem")
            let after = try store.apple()
            #expect(after.ecSigner.keyPEM == before.ecSigner.keyPEM)
            #expect(after.ecSigner.isConsistent)
        }
    }

    @Test(
        "a merchant identifier that is no safe file name is refused before anything is written",
        arguments: [
            "", ".", "..", ".hidden", "-rf", "a/b", "../up", "a b", "a\0b", "händler", "a_b",
            String(repeating: "m", count: SimulatorLimits.merchantIdentifierCharacters + 1),
        ])
    func badIdentifiers(_ identifier: String) async throws {
        try await withTemporaryFolder { data in
            let store = SimulatedAppleStore(directory: data)
            #expect(throws: SimulatorError.badMerchantIdentifier) {
                try store.merchant(identifier)
            }
            #expect(!FileManager.default.fileExists(atPath: "\(data)/simulator"))
            let apple = try SimulatorFixture.shared.get().apple
            #expect(throws: SimulatorError.badMerchantIdentifier) {
                try apple.makeMerchant(identifier)
            }
        }
    }

    @Test("a data folder that cannot be made is an error, not a crash")
    func unwritable() {
        let store = SimulatedAppleStore(directory: "/dev/null/data")
        #expect(throws: SimulatorError.storeUnwritable) { try store.apple() }
    }
}
