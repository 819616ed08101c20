import Foundation
import SeededRandom
import Testing

@Suite("The description of the JSON API", .timeLimit(.minutes(20)), .server())
struct NativeSchemaTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    @Test(
        "is valid OpenAPI, and needs no key",
        .enabled(if: Client.validator.isInstalled, Client.absence))
    func valid() async throws {
        let reply = try await NativeTestShop(server: server, key: "").get("/v1/openapi.json")
        #expect(reply.status == 200)
        let run = try await CommandRun.run(Client.validator.path, ["-"], input: reply.text)
        #expect(run.ending == .exited(0), "\(run.output) \(run.errors)")
    }

    @Test(
        "is what the server does with requests that fit it, and with those that don't",
        .enabled(if: Client.schemathesis.isInstalled, Client.absence))
    func kept() async throws {
        let seed = SeededGenerator.printed().seed
        try await TemporaryFolder.lend { folder in
            let url = "http://127.0.0.1:\(server.port)/v1/openapi.json"
            // It keeps what it finds in the folder where it runs.
            let run = try await CommandRun.run(
                "/usr/bin/env",
                [
                    "-C", folder.path, "HOME=\(folder.path)", "timeout", "900",
                    Client.schemathesis.path, "--config-file", Client.configuration, "run", url,
                    "--header", "Authorization: Bearer csk_sandbox", "--seed", "\(seed)",
                    "--phases", "coverage,fuzzing", "--max-examples", "10",
                    "--continue-on-failure", "--no-color",
                ])
            #expect(run.ending == .exited(0), "seed \(seed)\n\(run.output) \(run.errors)")
        }
    }

    /// A program in the virtual environment of the tests.
    private enum Client: String {
        case validator = "openapi-spec-validator"
        case schemathesis

        static let absence: Comment = "scripts/install-clients installs it"
        static let configuration =
            Places.repository.appending(path: "Tests/EndToEndTests/Clients/schemathesis.toml").path

        var path: String {
            Places.repository.appending(path: ".build/clients/bin/\(rawValue)").path
        }

        var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }
    }
}
