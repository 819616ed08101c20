import Foundation
import Programs
import Testing

@Suite("coster serve and the other commands", .timeLimit(.minutes(20)))
struct ServeCommandTests {
    @Test(
        "wrong usage is exit code 64 and says something",
        arguments: [
            ["nonsense"], ["serve", "--nonsense"], ["token", "verify"],
            ["token", "open", "--key", "k", "f"], ["token", "verify", "--at", "yesterday", "-"],
            ["token", "verify", "--max-age", "0", "-"],
            ["token", "mint", "--data", "d", "--card", "diners"],
            ["token", "mint", "--data", "d", "--version", "EC_v2"],
            ["token", "mint", "--data", "d", "--amount", "1.234"],
            ["token", "mint", "--data", "d", "--currency", "ZZZ"],
            ["pay"], ["pay", "morse"], ["pay", "radial", "--url", "notaurl"],
            ["pay", "radial", "--url", "ftp://127.0.0.1"], ["pay", "radial", "--url", "http://"],
            ["pay", "radial", "--url", "127.0.0.1:8080"],
            ["pay", "radial", "--void", "--capture"],
            ["pay", "radial", "--amount", "-1"],
            ["payments", "--limit", "0"], ["payments", "--limit=-1"],
            ["audit-log", "--limit", "0"],
        ])
    func usage(_ arguments: [String]) async throws {
        let run = try await CommandRun.coster(arguments)
        #expect(run.ending == .exited(64), "\(run.output)")
        #expect(!run.errors.isEmpty)
    }

    @Test("without --sandbox a server says what it lacks")
    func needsConfiguration() async throws {
        try await TemporaryFolder.lend { place in
            let data = "\(place.path)/data"
            let run = try await CommandRun.coster(["serve", "--data", data])
            #expect(run.ending == .exited(78))
            #expect(run.errors.contains("There is no database in \(data)."))
            #expect(run.errors.contains("--sandbox"))
            #expect(!FileManager.default.fileExists(atPath: data), "nothing is made")
        }
    }

    @Test("a port that is taken is a matter of configuration")
    func portIsTaken() async throws {
        try await RunningServer.lend { server in
            try await TemporaryFolder.lend { place in
                let run = try await CommandRun.coster([
                    "serve", "--sandbox", "--data", place.path, "--listen",
                    "127.0.0.1:\(server.port)",
                ])
                #expect(run.ending == .exited(78))
                let start = "Port \(server.port) is already in use"
                // The system may not tell who holds it, while processes come and go.
                #expect(
                    run.errors.contains("\(start) by PID \(server.pid). ")
                        || run.errors.contains("\(start). "), "\(run.errors)")
                // What is cut off with it is nobody's concern.
                #expect(!run.errors.contains("tries again"), "\(run.errors)")
            }
        }
    }

    @Test("a host that no name can be is a matter of configuration")
    func hostIsUnknown() async throws {
        try await TemporaryFolder.lend { place in
            // No name has so long a part, so that nobody is asked about it.
            let host = String(repeating: "x", count: 64)
            let run = try await expect(
                78, ["serve", "--sandbox", "--data", place.path, "--listen", "\(host):0"])
            #expect(run.errors.contains("for `listen`"), "\(run.errors)")
        }
    }

    @Test("a server that may not open enough files for its connections does not start")
    func fewFiles() async throws {
        try await TemporaryFolder.lend { place in
            let script = #"ulimit -n 200; exec "$1" serve --sandbox --data "$2""#
            let run = try await CommandRun.run(
                "/bin/sh", ["-c", script, "sh", Places.coster, place.path])
            #expect(run.ending == .exited(78), "\(run.output) \(run.errors)")
            #expect(run.errors.contains("ulimit -n"), "\(run.errors)")
            #expect(run.errors.contains("max-connections"), "\(run.errors)")
        }
    }

    private static let elsewhere = ["COSTER_SANDBOX_ACQUIRER": "127.0.0.1:1"]

    /// Settings, and so many files that a server needs with them: 416 for 60 clients, sessions for pages and what is beside them.
    private static let files: [([String: String], Int)] = [
        ([:], 416), (elsewhere, 416 + 256 + 64),
        (elsewhere.merging(["COSTER_MAX_CONCURRENT_REQUESTS": "10"]) { $1 }, 416 + 10 + 64),
        (elsewhere.merging(["COSTER_MAX_CONCURRENT_REQUESTS": "100000"]) { $1 }, 416 + 4_096),
    ]

    @Test(
        "a sandbox's acquirer elsewhere takes a file for each of its calls at once",
        arguments: files)
    func filesOfCalls(settings: [String: String], needed: Int) async throws {
        try await TemporaryFolder.lend { place in
            let script = #"ulimit -n 200; exec "$1" serve --sandbox --data "$2""#
            let run = try await CommandRun.run(
                "/bin/sh", ["-c", script, "sh", Places.coster, place.path],
                environment: settings.merging(["COSTER_MAX_CONNECTIONS": "60"]) { $1 })
            #expect(run.ending == .exited(78), "\(run.output) \(run.errors)")
            #expect(run.errors.contains("need \(needed). "), "\(run.errors)")
        }
    }

    @Test("an argument that is no UTF-8 is refused, for it would name another file")
    func noUnicode() async throws {
        try await TemporaryFolder.lend { place in
            // A shell gives it, since our own strings are UTF-8.
            let script = #"exec "$1" migrate --data "$2/n$(printf '\377')b""#
            let run = try await CommandRun.run(
                "/bin/sh", ["-c", script, "sh", Places.coster, place.path])
            #expect(run.ending == .exited(64), "\(run.output) \(run.errors)")
            #expect(run.errors.contains("Argument 3 isn't valid UTF-8"), "\(run.errors)")
            #expect(try fileNames(in: place.path) == [])
        }
    }

    @Test(
        "a variable that is no UTF-8 is refused, for it would name another folder",
        arguments: ["serve --sandbox", "payments"])
    func variableWithoutUnicode(command: String) async throws {
        try await TemporaryFolder.lend { place in
            let script = #"COSTER_DATA="$2/n$(printf '\377')b" exec "$1" "# + command
            let run = try await CommandRun.run(
                "/bin/sh", ["-c", script, "sh", Places.coster, place.path])
            #expect(run.ending == .exited(78), "\(run.output) \(run.errors)")
            #expect(run.errors.contains("Invalid value for `data`. Use a path."))
            #expect(try fileNames(in: place.path) == [])
        }
    }

    @Test("a second server on the same folder is refused, and the first one goes on")
    func folderIsTaken() async throws {
        try await RunningServer.lend { server in
            let run = try await CommandRun.coster([
                "serve", "--sandbox", "--data", server.folder, "--listen", "127.0.0.1:0",
            ])
            #expect(run.ending == .exited(78))
            #expect(run.errors.contains("Another Coster server (PID \(server.pid)) is using"))
            #expect(run.errors.contains("--data"))
            _ = try await RadialShop(server: server).approved(try dollars("5.00"))
        }
    }

    @Test(
        "a configuration file that cannot be used is exit code 78",
        arguments: [nil, "{", "{\"listen\":\"nonsense\"}", "{\"body-limit\":0}"])
    func configurationFile(_ text: String?) async throws {
        try await TemporaryFolder.lend { place in
            let file = try text.map { try place.write($0, to: "c.json") } ?? "\(place.path)/absent"
            let run = try await CommandRun.coster([
                "serve", "--sandbox", "--data", "\(place.path)/data", "--config", file,
            ])
            #expect(run.ending == .exited(78), "\(run.errors)")
            #expect(!run.errors.isEmpty)
        }
    }

    @Test("a flag beats the environment, which beats the file")
    func precedence() async throws {
        try await TemporaryFolder.lend { place in
            let (file, environment, flag) = (
                "\(place.path)/file", "\(place.path)/environment", "\(place.path)/flag"
            )
            // JSON writes slashes as they are.
            let settings = try place.write(
                "{\"sandbox\":true,\"listen\":\"127.0.0.1:0\",\"data\":\"\(file)\"}", to: "c.json")
            let given = ["COSTER_DATA": environment, "COSTER_CONFIG": settings]
            let cases: [([String], [String: String], String)] = [
                (["serve", "--config", settings], [:], file),
                (["serve"], given, environment),
                (["serve", "--data", flag], given, flag),
            ]
            for (arguments, environment, expected) in cases {
                let child = try Child(
                    Child.Launch(
                        program: Places.coster, arguments: arguments, environment: environment,
                        errorFile: "\(place.path)/errors"))
                let line = await child.firstLine() ?? ""
                child.signal(SIGTERM)
                #expect(await child.ending() == .exited(0))
                #expect(line.hasPrefix("coster: ready on http://127.0.0.1:"))
                #expect(FileManager.default.fileExists(atPath: "\(expected)/coster.sqlite"))
                try? FileManager.default.removeItem(atPath: expected)
                let left = try FileManager.default.contentsOfDirectory(atPath: place.path)
                #expect(Set(left).isSubset(of: ["c.json", "errors"]), "no other folder is made")
            }
        }
    }

    @Test("the port of the environment is used, and a flag's in its place")
    func listenPrecedence() async throws {
        try await TemporaryFolder.lend { place in
            let server = try await RunningServer.start(
                place.path, ["COSTER_LISTEN": "127.0.0.1:1"])
            #expect(server.port > 1)
            #expect(await server.stop() == .exited(0))
            let run = try await CommandRun.coster(
                ["serve", "--sandbox", "--data", place.path],
                environment: ["COSTER_LISTEN": "nonsense"])
            #expect(run.ending == .exited(78))
        }
    }

    @Test("the data folder and what is in it are for their owner alone")
    func permissions() async throws {
        try await TemporaryFolder.lend { place in
            let server = try await RunningServer.start(place.path)
            #expect(await server.stop() == .exited(0))
            for name in try FileManager.default.subpathsOfDirectory(atPath: place.path) {
                let attributes = try FileManager.default.attributesOfItem(
                    atPath: "\(place.path)/\(name)")
                let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
                #expect(mode & 0o077 == 0, "\(name)")
            }
        }
    }
}
