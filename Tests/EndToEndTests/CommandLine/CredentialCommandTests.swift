import Foundation
import Testing

@testable import CosterCommands
@testable import CosterOperations
@testable import CosterServer
@testable import ShopSimulator

@Suite(
    "coster merchant credential, after a name went to the wrong merchant", .timeLimit(.minutes(20)))
struct CredentialCommandTests {
    /// A running server with two merchants.
    private struct Desk {
        let server: RunningServer

        /// Runs `coster merchant` on it, and expects how it ends.
        @discardableResult
        func callAsFunction(_ words: String, _ code: Int32 = 0) async throws -> CommandRun {
            let words = words.split(separator: " ").map(String.init)
            return try await expect(code, ["merchant"] + words + ["--data", server.folder])
        }
    }

    private func lend(_ body: (Desk) async throws -> Void) async throws {
        try await RunningServer.lend { server in
            let merchant = Desk(server: server)
            for name in ["roses", "tulips"] {
                let apple = "merchant.com.example.\(name)"
                try await merchant("create \(name) --apple-merchant-id \(apple)")
            }
            try await body(merchant)
        }
    }

    @Test(
        "a store is taken by another merchant once its secret is revoked, and the command says so")
    func store() async throws {
        try await lend { merchant in
            try await merchant("credential create roses radial --store X")
            let taken = try await merchant("credential create tulips radial --store X", 65)
            #expect(taken.errors.contains("refused: identity-taken: "))
            #expect(taken.errors.contains("coster merchant credential revoke"))
            #expect(taken.errors.hasSuffix(" X belongs to roses.\n"), "\(taken.errors)")
            try await merchant("credential create tulips radial --store X --take", 65)
            try await merchant("credential revoke roses 1")
            // It may as well be roses's that is given its next secret in a moment.
            let revoked = try await merchant("credential create tulips radial --store X", 65)
            #expect(revoked.errors.contains("--take"), "\(revoked.errors)")
            let given = try await merchant("credential create tulips radial --store X --take")
            #expect(given.errors.contains("Moved X from roses to tulips."), "\(given.errors)")
            let shown = try await merchant("show tulips")
            #expect(shown.output.contains("radial  X"))
            let listed = try await merchant("credential list tulips")
            let secrets = listed.output.split(separator: "\n").dropFirst().map {
                $0.split(separator: "\t").prefix(3).joined(separator: " ")
            }
            #expect(secrets == ["radial X 2"], "\(listed.output)")
            let left = try await merchant("show roses")
            #expect(!left.output.contains("radial  X"))
            let acts = try await expect(0, ["audit-log", "--data", merchant.server.folder])
            #expect(acts.output.contains("credential-removed"))
        }
    }

    @Test("a site of the wrong merchant keeps the sandbox's calls away until it is taken from it")
    func site() async throws {
        try await lend { merchant in
            let shop = CardConnectTestShop(server: merchant.server)
            func isTaken() async throws -> Bool {
                let token = try merchant.server.token(try dollars("10.00"))
                let reply = try await shop.tokenize(shop.tokenization(token))
                return reply.status == 200 && reply.member("token") != nil
            }
            let create = "credential create roses cardconnect --user rose --merchid 8200"
            try await merchant(create + " --site *")
            #expect(try await !isTaken())
            try await merchant("credential remove roses cardconnect --site *")
            #expect(try await isTaken())
            try await merchant("credential remove roses cardconnect --site *", 65)
            try await merchant(create + " --site *")
            #expect(try await !isTaken())
            try await merchant("credential revoke roses 1")
            #expect(try await isTaken())
            // All of it may be another's now.
            try await merchant(
                "credential create tulips cardconnect --user rose --merchid 8200 --site * --take")
            #expect(try await !isTaken())
        }
    }

    @Test(
        "--take needs a name without a secret",
        arguments: [
            "radial", "radial --store X", "cardconnect", "cardconnect --user rose",
            "cardconnect --merchid 8200 --user rose", "vantiv --user rose --merchant-id 1",
            "instamed --merchant-id R", "telex",
        ])
    func usage(_ words: String) async throws {
        try await TemporaryFolder.lend { place in
            let data = ["--data", place.path]
            try await expect(
                0, ["merchant", "create", "roses", "--apple-merchant-id", "merchant.roses"] + data)
            let remove = ["merchant", "credential", "remove", "roses"]
            try await expect(64, remove + words.split(separator: " ").map(String.init) + data)
        }
    }
}
