import SeededRandom
import Testing

@testable import CosterCommands

@Suite("A line of the log", .timeLimit(.minutes(20)))
struct LogLineTests {
    @Test(
        "is shown with its time, level, message and facts",
        arguments: [
            (
                #"{"at":"2026-11-21T08:15:02.123Z","level":"info","message":"request finished","ms":1.5,"status":200,"outcome":"approved"}"#,
                "08:15:02.123 INFO     request finished  ms=1.5 outcome=approved status=200"
            ),
            (
                #"{"at":"2026-11-21T08:15:02.123Z","level":"warning","message":"a\u001b[2Jb","why":"two words"}"#,
                #"08:15:02.123 WARNING  a\u{1B}[2Jb  why="two words""#
            ),
        ])
    func shown(line: String, text: String) throws {
        #expect(try #require(LogLine(line)).text == text)
    }

    @Test(
        "is nothing that lacks a time, a level or a message",
        arguments: [
            "", "coster: ready on http://127.0.0.1:8080", "[]", #"{"level":"info","message":"x"}"#,
            #"{"at":"2026-11-21T08:15:02Z","level":"loud","message":"x"}"#,
        ])
    func none(line: String) {
        #expect(LogLine(line) == nil)
    }

    @Test("never traps, whatever the bytes are, and buffering keeps every byte of a line")
    func fuzz() {
        var random = SeededGenerator.printed()
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            _ = LogLine(String(decoding: bytes, as: UTF8.self))
            var buffer = LineBuffer(limit: 16)
            let lines = buffer.add(bytes)
            let last = buffer.end()
            #expect((lines + [last ?? ""]).allSatisfy { $0.utf8.count <= 48 })
        }
    }
}
