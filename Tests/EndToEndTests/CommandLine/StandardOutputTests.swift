import Foundation
import Merchants
import Testing

@Suite("What is printed, and cannot be written")
struct StandardOutputTests {
    /// Runs coster as a shell does; `"$0" "$@"` is the command.
    private func shell(_ script: String, _ arguments: [String]) async throws -> CommandRun {
        try await CommandRun.run("/bin/sh", ["-c", script, Places.coster] + arguments)
    }

    private func expectLost(
        _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let run = try await shell("exec \"$0\" \"$@\" > /dev/full", arguments)
        #expect(run.ending == .exited(70), "\(arguments)", sourceLocation: sourceLocation)
        #expect(run.errors.contains("standard output"), sourceLocation: sourceLocation)
    }

    @Test(
        "a command whose output is lost is not done: 70 and a sentence",
        arguments: [
            ["audit"], ["payments"], ["settle"], ["merchant", "list"], ["token", "mint"],
            ["simulator", "root"],
        ])
    func lost(_ command: [String]) async throws {
        try await TemporaryFolder.lend { place in
            try await expect(0, ["migrate", "--data", place.path])
            try await expectLost(command + ["--data", place.path])
        }
    }

    @Test("so with what is not text")
    func lostBytes() async throws {
        try await TemporaryFolder.lend { place in
            let request = try CertificateRequest.make(algorithm: .ec, commonName: "test")
            let file = try place.write(request.pem, to: "request")
            try await expectLost([
                "simulator", "certificate", "--request", file, "--apple-merchant-id",
                "merchant.com.example.shop", "--data", place.path,
            ])
        }
    }

    @Test("so with the verdict on a token, and with a payment that was made")
    func lostVerdict() async throws {
        try await RunningServer.lend { server in
            try await TemporaryFolder.lend { place in
                let token = try await expect(0, ["token", "mint", "--data", server.folder])
                let file = try place.write(token.output, to: "token.json")
                let root = "\(server.folder)/simulator/root.cert.pem"
                try await expectLost(["token", "verify", "--root", root, file])
                try await expectLost([
                    "pay", "radial", "--url", "http://127.0.0.1:\(server.port)", "--data",
                    server.folder,
                ])
            }
        }
    }

    @Test("whoever stops reading, as head does, has lost nothing: 0, and no noise")
    func readerGone() async throws {
        try await TemporaryFolder.lend { place in
            try await expect(0, ["migrate", "--data", place.path])
            // Writes until nobody reads any more, with the signal for it ignored, and then runs the command.
            let script = """
                trap "" PIPE
                { while echo; do :; done 2> /dev/null; "$0" "$@"; echo $? >&2; } | true
                """
            for command in [["audit"], ["payments"], ["simulator", "root"]] {
                let run = try await shell(script, command + ["--data", place.path])
                #expect(run.errors == "0\n", "\(command)")
            }
        }
    }

    @Test("a failure keeps its exit code where nobody can be told why")
    func deafErrors() async throws {
        for output in ["2> /dev/full", "> /dev/full 2> /dev/full", "2>&-"] {
            let run = try await shell(
                "exec \"$0\" \"$@\" \(output)", ["token", "verify", "/nowhere/token.json"])
            #expect(run.ending == .exited(65), "\(output)")
        }
    }
}
