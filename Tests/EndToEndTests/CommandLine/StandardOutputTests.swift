import Foundation
import Merchants
import PaymentStorage
import Testing

@Suite("Output that can't be written", .timeLimit(.minutes(20)))
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

    /// Runs coster, as a pipeline does, where nobody reads its output any more, and expects how it ends.
    ///
    /// - Returns: What it wrote to standard error.
    @discardableResult
    private func expectUnread(
        _ code: Int32, _ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        // Writes until nobody reads, which this shell outlives; the command has the signal for that as the system has it.
        let script = """
            trap "" PIPE
            { while echo; do :; done 2> /dev/null; trap - PIPE; "$0" "$@"; echo " $?" >&2; } | true
            """
        // The tests ignore the signal, and so does every program that they start; a shell cannot undo that.
        let run = try await CommandRun.run(
            "/usr/bin/env",
            ["--default-signal=PIPE", "/bin/sh", "-c", script, Places.coster] + arguments)
        #expect(
            run.errors.hasSuffix(" \(code)\n"), "\(arguments) \(run.errors)",
            sourceLocation: sourceLocation)
        return String(run.errors.dropLast(" \(code)\n".count))
    }

    @Test("a reader that stops, as head does, has lost nothing: 0, and no noise")
    func readerGone() async throws {
        try await TemporaryFolder.lend { place in
            try await expect(0, ["migrate", "--data", place.path])
            for command in [["audit"], ["payments"], ["simulator", "root"]] {
                let errors = try await expectUnread(0, command + ["--data", place.path])
                #expect(errors.isEmpty, "\(command) \(errors)")
            }
        }
    }

    @Test("a command goes on with its work where nobody reads any more what it prints")
    func workUnread() async throws {
        try await TemporaryFolder.lend { place in
            let keys = try await KeysShop.database(place)
            let data = ["--data", place.path]
            let create = ["merchant", "create", "roses", "--apple-merchant-id", "merchant.roses"]
            try await expectUnread(0, create + data)
            try await expect(0, ["merchant", "show", "roses"] + data)

            let before = try await KeysShop.keyID(place)
            let rotate = [
                "keys", "rotate", "--master-key-file", keys.old, "--new-master-key-file", keys.new,
            ]
            try await expectUnread(0, rotate + data)
            #expect(try await KeysShop.keyID(place) != before)
            let store = try await SQLPaymentStore(folder: place.path)
            #expect(try await store.unfinishedRotation() == nil)
            try store.close()

            try await expectUnread(0, ["settle"] + data)
            let acts = try await expect(0, ["audit-log"] + data)
            #expect(acts.output.contains("batch-closed"), "\(acts.output)")

            let (backup, other) = ("\(place.path)/backup", ["--data", "\(place.path)/other"])
            let master = ["--master-key-file", keys.new]
            try await expectUnread(0, ["backup", backup] + data + master)
            try await expectUnread(0, ["restore", backup] + other + master)
            try await expect(0, ["merchant", "show", "roses"] + other)
        }
    }

    @Test("a secret that nobody could read is reported as lost: 70, with the next step")
    func secretUnread() async throws {
        try await TemporaryFolder.lend { place in
            let keys = try await KeysShop.database(place)
            let data = ["--data", place.path]
            let create = ["merchant", "create", "roses", "--apple-merchant-id", "merchant.roses"]
            try await expect(0, create + data)
            let flags = ["roses", "radial", "--store", "X", "--master-key-file", keys.old] + data
            for (number, command) in ["create", "rotate"].enumerated() {
                let words = ["merchant", "credential", command] + flags
                let errors = try await expectUnread(70, words)
                #expect(errors.contains("revoke secret \(number + 1) with"), "\(errors)")
            }
            try await expectLost(["merchant", "credential", "rotate"] + flags)
        }
    }

    @Test("shares that nobody could read are void, and the database gets no key")
    func sharesUnread() async throws {
        try await TemporaryFolder.lend { place in
            let split = ["keys", "init", "--shares", "3", "--threshold", "2", "--data", place.path]
            let errors = try await expectUnread(78, split)
            #expect(errors.contains("The shares couldn't be written"), "\(errors)")
            let store = try await SQLPaymentStore(folder: place.path)
            #expect(try await store.wrappedKeys().isEmpty)
            try store.close()
            try await expect(0, split)
        }
    }

    @Test("a failure keeps its exit code if standard error is closed")
    func deafErrors() async throws {
        for output in ["2> /dev/full", "> /dev/full 2> /dev/full", "2>&-"] {
            let run = try await shell(
                "exec \"$0\" \"$@\" \(output)", ["token", "verify", "/nowhere/token.json"])
            #expect(run.ending == .exited(65), "\(output)")
        }
    }

    @Test("shares are taken also where nobody can be asked for them")
    func deafPrompts() async throws {
        try await TemporaryFolder.lend { place in
            let shares = try await KeysShop.split(place, shares: 2, threshold: 2).shares
            for output in ["2> /dev/full", "2>&-"] {
                let script = "exec \"$0\" \"$@\" \(output)"
                let run = try await CommandRun.run(
                    "/bin/sh",
                    ["-c", script, Places.coster, "keys", "rotate", "--data", place.path],
                    input: shares.joined(separator: "\n"))
                #expect(run.ending == .exited(0), "\(output) \(run.output)")
            }
        }
    }
}
