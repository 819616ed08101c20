import Foundation
import Testing

@Suite("The commands in docs/operations/walkthrough.md", .timeLimit(.minutes(20)))
struct OperatorsStoryTests {
    /// The heading of the part that is run.
    private static let heading = "## A merchant from first to last"

    @Test("a merchant's set-up from first to last works word for word, and no payment fails")
    func story() async throws {
        let script = try Self.commands()
        try await TemporaryFolder.lend { folder in
            let port = try FreePort.find()
            let preface = """
                set -euo pipefail
                cd '\(folder.path)'
                trap 'kill $(jobs -p) 2>/dev/null || true' EXIT

                """
            let run = try await CommandRun.run(
                "/bin/bash", [try folder.write(preface + script, to: "story.sh")],
                environment: [
                    "PATH": "\(Places.folderOfCoster):/usr/bin:/bin",
                    "COSTER_LISTEN": "127.0.0.1:\(port)",
                ])
            let log = try? String(contentsOfFile: "\(folder.path)/server.log", encoding: .utf8)
            #expect(
                run.ending == .exited(0),
                "\(run.output)\n\(run.errors)\n\((log ?? "").suffix(4000))")

            let sales = try String(contentsOfFile: "\(folder.path)/sales", encoding: .utf8)
            let paid = sales.split(separator: "\n").count { $0.hasPrefix("authorized") }
            #expect(paid > 4, "shops paid while everything was changed: \(paid)")
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/failures"))
            #expect(run.output.contains(" 0 breaches"))
            for act in [
                "merchant-created", "certificate-requested", "certificate-imported",
                "credential-created", "credential-rotated", "rotation-begun", "rotation-ended",
                "certificate-retired", "credential-revoked", "backed-up",
            ] { #expect(run.output.contains(act), "\(act) is on record") }
        }
    }

    @Test("the part that is run has all that it is to have, so that nobody thins it out unseen")
    func isWhole() throws {
        let script = try Self.commands()
        for command in [
            "merchant create", "merchant csr", "merchant certificate", "credential create",
            "pay radial", "pay vantiv", "pay instamed", "pay cardconnect", "credential rotate",
            "keys rotate", "--retire", "credential revoke", "coster backup", "coster audit",
            "coster doctor",
        ] { #expect(script.contains(command), "\(command)") }
    }

    /// The shell commands of that part, in order.
    private static func commands() throws -> String {
        let page = try String(
            contentsOf: Places.repository.appending(path: "docs/operations/walkthrough.md"),
            encoding: .utf8)
        let start = try #require(page.range(of: heading + "\n")).upperBound
        let end = page.range(of: "\n## ", range: start..<page.endIndex)?.lowerBound
        var isCommand = false
        var commands: [Substring] = []
        for line in page[start..<(end ?? page.endIndex)].split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            if line.hasPrefix("```") {
                isCommand = line == "```sh"
            } else if isCommand {
                commands.append(line)
            }
        }
        return commands.joined(separator: "\n") + "\n"
    }
}
