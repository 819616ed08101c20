import Foundation
import Testing

@Suite("The commands of the pages, and the examples of the help pages", .timeLimit(.minutes(20)))
struct GuideCommandTests {
    @Test(
        "run as they are printed, in order, and print what the page says",
        arguments: (GuidePages.runs + GuidePages.examples).filter { $0.start != .database })
    func commands(run: GuidePages.Run) async throws {
        try await Self.run(run, databaseURL: nil)
    }

    @Test(
        "run on PostgreSQL too, if the page is about it",
        .enabled(if: SharedDatabase.isThere, SharedDatabase.absence),
        arguments: (GuidePages.runs + GuidePages.examples).filter { $0.start == .database })
    func database(run: GuidePages.Run) async throws {
        try await SharedDatabase.lend { try await Self.run(run, databaseURL: $0.url) }
    }

    @Test("no page has commands that are neither run nor listed with a reason")
    func listed() throws {
        let pages = try GuidePage.all()
        #expect(
            pages.filter { !$0.commands.isEmpty }.map(\.path).sorted()
                == GuidePages.runs.map(\.path).sorted())
        let byHand = pages.flatMap { page in
            page.blocks.filter { $0.kind == "sh by-hand" }.map { block in
                let command = block.firstLine.split(separator: "#")[0]
                return "\(page.path): \(command.trimmingCharacters(in: .whitespaces))"
            }
        }
        #expect(byHand.sorted() == GuidePages.byHand.map { "\($0.path): \($0.command)" }.sorted())
    }

    @Test("the pages show what an operator and a shop do, so that no one thins them out unseen")
    func isWhole() throws {
        let commands = try GuidePage.all().flatMap(\.commands).map(\.text).joined(separator: "\n")
        for command in [
            "merchant create", "merchant csr", "merchant certificate", "credential create",
            "credential rotate", "credential revoke", "pay radial", "pay vantiv", "pay instamed",
            "pay cardconnect", "keys rotate", "keys unseal", "--retire", "coster backup",
            "coster restore", "coster audit", "coster doctor", "coster migrate", "eProtect/paypage",
            "communicator/online", "NVP.aspx", "tokens/verify", "ccn/tokenize", "rest/auth",
            "auth/DW.xml",
        ] { #expect(commands.contains(command), "\(command)") }
    }

    /// Runs the commands of a page in an empty folder, with `coster` on the path, at another address than the page's.
    private static func run(_ run: GuidePages.Run, databaseURL: String?) async throws {
        let page = try GuidePage(run.path)
        try await TemporaryFolder.lend { folder in
            let address = "127.0.0.1:\(try FreePort.find())"
            let script = try folder.write(
                script(page, run.start).replacing("127.0.0.1:8080", with: address)
                    .replacing("127.0.0.1:3000", with: "127.0.0.1:\(try FreePort.find())")
                    .replacing("postgres://coster@db1,db2/coster", with: databaseURL ?? ""),
                to: "page.sh")
            let result = try await CommandRun.run(
                "/usr/bin/timeout",
                ["-s", "KILL", "200", "/bin/bash", script, folder.path, address],
                environment: [
                    "PATH": "\(folder.path)/.build/debug:/usr/bin:/bin", "HOME": folder.path,
                    "COSTER_LISTEN": address,
                ])
            let log = try? String(contentsOfFile: "\(folder.path)/server.log", encoding: .utf8)
            #expect(
                result.ending == .exited(0),
                "\(result.output)\n\(result.errors)\n\((log ?? "").suffix(2000))")
            check(page, result.output)
        }
    }

    /// Compares what each block printed with the reply that the page shows.
    private static func check(_ page: GuidePage, _ output: String) {
        var rest = output[...]
        for (number, command) in page.commands.enumerated() {
            guard let end = rest.range(of: "\n@@\(number)\n") else { return }
            let printed = rest[..<end.lowerBound]
            rest = rest[end.upperBound...]
            guard let reply = command.reply else { continue }
            #expect(
                GuideReply(reply).matches(String(printed)),
                "\(page.path) says:\n\(reply)\nprinted:\n\(printed)")
        }
    }

    private static func script(_ page: GuidePage, _ start: GuidePages.Start) -> String {
        // The program is where the README has it, and pays at the test's address. The shell writes it: a file that
        // another test's child still has open can't be run.
        var lines = [
            "set -euo pipefail", "cd \"$1\"",
            "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT",
            "mkdir -p .build/debug", "cat > .build/debug/coster <<PROGRAM", "#!/bin/bash",
            "[ \"\\$1\" = pay ] && exec '\(Places.coster)' \"\\$@\" --url http://$2",
            "exec '\(Places.coster)' \"\\$@\"", "PROGRAM", "chmod +x .build/debug/coster",
            "source '\(Places.repository.path)/\(GuidePages.scripts)/functions.sh'",
        ]
        if start == .server {
            lines += [
                "coster serve --sandbox > server.out 2> server.log & server=$!",
                "until grep -q 'coster: ready' server.out; do kill -0 $server; sleep 0.2; done",
            ]
        }
        for (number, command) in page.commands.enumerated() {
            lines += [command.text, "printf '\\n@@%d\\n' \(number)"]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
