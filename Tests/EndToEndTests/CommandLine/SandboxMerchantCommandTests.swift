import Foundation
import Testing

@testable import CosterServer

@Suite("coster merchant, and the merchant that a sandbox has of its own", .timeLimit(.minutes(20)))
struct SandboxMerchantCommandTests {
    @Test("list mentions it beside the table, and show has its owner and names")
    func sandbox() async throws {
        try await RunningServer.lend { server in
            let data = ["--data", server.folder]
            let list = try await expect(0, ["merchant", "list"] + data)
            #expect(list.errors.contains("There are no merchants yet"))
            #expect(list.errors.contains("coster merchant show sandbox"))
            let show = try await expect(0, ["merchant", "show", "sandbox"] + data)
            #expect(show.output.contains("merchant.coster.sandbox"))
            #expect(show.output.contains("it isn't in the database"))
            for credential in SandboxMerchant.credentials {
                #expect(show.output.contains("\(credential.dialect)  \(credential.identity)"))
                if !credential.secret.isEmpty {
                    #expect(!show.output.contains(credential.secret))
                }
            }
        }
    }

    @Test("its Apple merchant identifier is nobody else's, and nothing is issued for it")
    func identifier() async throws {
        try await TemporaryFolder.lend { place in
            let options = [
                "--apple-merchant-id", SandboxMerchant.appleMerchantIdentifier, "--data",
                place.path,
            ]
            let request = try place.write("a request", to: "csr")
            for command in [
                ["merchant", "create", "roses"],
                ["simulator", "certificate", "--request", request], ["simulator", "activate"],
            ] {
                let run = try await expect(65, command + options)
                #expect(run.errors.contains("Choose another identifier"), "\(run.errors)")
            }
            #expect(!FileManager.default.fileExists(atPath: "\(place.path)/simulator"))
        }
    }

    @Test("a database without a sandbox has no such merchant")
    func noSandbox() async throws {
        try await TemporaryFolder.lend { place in
            try await expect(0, ["migrate", "--data", place.path])
            let list = try await expect(0, ["merchant", "list", "--data", place.path])
            #expect(!list.errors.contains("built-in merchant"))
        }
    }
}
