import Foundation
import Programs
import Testing

/// What hangs ends, and says what it was.
@Suite("Every test has a time limit", .timeLimit(.minutes(5)))
struct TimeLimitTests {
    /// How many minutes the suites of a folder have; the longest folder that fits counts.
    ///
    /// All tests of a process begin at once, and each one's time counts while it waits for its turn. So a limit is for what
    /// hangs, not for what is slow beside others.
    private static let minutes = [
        "Tests/": "5",
        // They start whole servers.
        "Tests/EndToEndTests/": "20",
        // It runs for as long as an operator asked for.
        "Tests/EndToEndTests/Torture/TortureTests.swift": "1_440",
    ]

    @Test("each suite has the limit of its folder, and each test belongs to a suite")
    func suites() {
        for file in Repository.tests {
            let code = file.code.joined(separator: "\n")
            let limit = Self.minutes.filter { file.path.hasPrefix($0.key) }
                .max { $0.key.count < $1.key.count }?.value
            let wanted = ".timeLimit(.minutes(\(limit ?? "")))"
            let suites = code.matches(
                of: /(?:^|\n)\s*@Suite\b[\s\S]*?\b(?:struct|class|enum|actor)\b/)
            for suite in suites {
                #expect(suite.output.contains(wanted), "\(file.path) has no \(wanted)")
            }
            if code.contains("@Test") { #expect(!suites.isEmpty, "\(file.path) has no @Suite") }
        }
    }

    @Test(
        "a run that is too long is ended with all that it started, and its unfinished tests are named"
    )
    func wholeRun() throws {
        let script = """
            echo '◇ Test run started.'
            echo '◇ Test "ends" started.'
            echo '◇ Test "hangs" started.'
            echo '◇ Test "fails" started.'
            echo '◇ Test case passing 1 argument a → 1 to "fails" started.'
            echo '✔ Test "ends" passed after 0.1 seconds.'
            echo '✘ Test "fails" with 2 test cases failed after 0.1 seconds with 1 issue.'
            (trap '' TERM; echo "child $BASHPID"; exec sleep 600) &
            wait
            """
        let ending = try summary("1s", script)
        #expect(ending.status == 124)
        let lines = ending.lines
        let verdict = try #require(lines.firstIndex { $0.contains("these were running") })
        #expect(lines[verdict...].dropFirst().filter { !$0.isEmpty } == ["  \"hangs\""])
        let child = try #require(lines.first { $0.hasPrefix("child ") }?.dropFirst(6))
        // One that has ended stays listed as a zombie until the system collects it.
        let state = try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)
        #expect(state?.contains("State:\tZ") ?? true)
    }

    @Test("a run that ends in time keeps its exit code", arguments: [0, 3])
    func inTime(code: Int32) throws {
        let ending = try summary("1h", "echo said; exit \(code)")
        #expect(ending.status == code)
        #expect(ending.lines.first == "said")
    }

    @Test("a run that ends in time leaves no process behind, even one that ignores SIGTERM")
    func nothingLeft() throws {
        let limit = "86\(UInt16.random(in: 100...999))s"
        let program = Repository.root.appending(path: "scripts/with-summary").path
        // A process that was killed ends when the system gets to it, which a busy machine takes a moment for.
        let script = """
            trap '' TERM; '\(program)' \(limit) true
            for _ in $(seq 100); do pgrep -f '[s]leep \(limit)' || exit 0; sleep 0.1; done; exit 1
            """
        let ending = try Program("/bin/bash").run(["-c", script])
        #expect(ending.status == 0, "\(String(decoding: ending.output, as: UTF8.self))")
    }

    private func summary(
        _ limit: String, _ script: String
    ) throws -> (status: Int32, lines: [String]) {
        let program = Repository.root.appending(path: "scripts/with-summary").path
        let ending = try Program(program).run([limit, "bash", "-c", script])
        let text = String(decoding: ending.output, as: UTF8.self)
        return (ending.status, text.components(separatedBy: "\n"))
    }
}
