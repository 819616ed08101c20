import Foundation
import Testing

/// A merchant of an operator's own on a running sandbox: a certificate of its own, a secret that was made, and one that
/// was chosen.
struct OwnMerchant: Sendable {
    static let name = "flowers"
    static let appleMerchantID = "merchant.com.example.flowers"
    static let chosen = "tulips-and-roses-8841"

    /// What was made for its Radial client.
    let made: String

    /// Sets it up by commands, as an operator does.
    static func setUp(on server: RunningServer) async throws -> OwnMerchant {
        try await TemporaryFolder.lend { folder in
            func run(_ arguments: [String]) async throws -> String {
                let run = try await CommandRun.coster(arguments + ["--data", server.folder])
                #expect(run.ending == .exited(0), "\(arguments) \(run.errors)")
                return run.output
            }
            _ = try await run(["merchant", "create", name, "--apple-merchant-id", appleMerchantID])
            let request = try folder.write(try await run(["merchant", "csr", name]), to: "csr")
            let answer = "\(folder.path)/apple_pay.cer"
            _ = try await run([
                "simulator", "certificate", "--request", request, "--apple-merchant-id",
                appleMerchantID, "--output", answer,
            ])
            _ = try await run(["merchant", "certificate", name, "--import", answer])
            let made = try await run([
                "merchant", "credential", "create", name, "radial", "--store", "FLOWERS",
            ])
            let secret = try folder.write(chosen + "\n", to: "secret")
            _ = try await run([
                "merchant", "credential", "create", name, "cardconnect", "--user", name,
                "--merchid", "820000000001", "--site", "flowers.example", "--secret-file", secret,
            ])
            return OwnMerchant(made: made.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// Pays as each of its clients.
    func pay(_ server: RunningServer) async throws {
        try await TemporaryFolder.lend { folder in
            let made = try folder.write(made, to: "made")
            let chosen = try folder.write(OwnMerchant.chosen, to: "chosen")
            let common = [
                "--url", "http://127.0.0.1:\(server.port)", "--data", server.folder,
                "--apple-merchant-id", OwnMerchant.appleMerchantID, "--secret-file",
            ]
            for client in [
                ["radial", "--store", "FLOWERS"] + common + [made],
                [
                    "cardconnect", "--user", OwnMerchant.name, "--merchid", "820000000001",
                    "--site", "flowers.example",
                ] + common + [chosen],
            ] {
                let run = try await CommandRun.coster(["pay"] + client + ["--capture"])
                #expect(run.ending == .exited(0), "\(run.output)\(run.errors)")
            }
        }
    }

    /// Its clients' secrets.
    var secrets: [Secret] {
        [Secret("a secret that was made", made), Secret("a chosen secret", Self.chosen)]
    }
}
