import DialectKit
import Foundation

/// One golden exchange of a dialect: a request as bytes, the result that the engine is said to give, and what came of
/// both. The files lie in the folder `Exchanges` beside the tests that read them.
///
///     POST /path?query HTTP/1.1  the request, with its header fields
///     --- result NAME            a name that the dialect's tests know, or `none` for no command
///     --- command                the command in words, recorded
///     --- reply                  the reply as bytes, recorded
///
/// With `COSTER_RECORD=1` the tests write the files again, and compare nothing.
package struct GoldenExchange: Sendable, CustomStringConvertible {
    /// The file's name, without its ending.
    package let name: String
    /// The request: its lines, and after an empty one its body.
    package let request: String
    /// What the engine is said to give.
    package let result: String
    /// The command in words.
    package let command: String
    /// The reply in the words of ``DialectKit/DialectReply/written``.
    package let reply: String
    private let file: URL

    /// What a test calls it.
    package var description: String { name }

    /// Whether what came of the requests is to be recorded again.
    package static let isRecording = ProcessInfo.processInfo.environment["COSTER_RECORD"] == "1"

    /// All exchanges beside a test whose names begin with a prefix, in the names' order.
    package static func read(
        _ prefix: String = "", beside test: String = #filePath
    ) -> [GoldenExchange] {
        let folder = URL(filePath: test).deletingLastPathComponent().appending(path: "Exchanges")
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasPrefix(prefix) && $0.hasSuffix(".http") }.sorted()
            .compactMap { GoldenExchange(folder.appending(path: $0)) }
    }

    /// Reads a file; nil for one that is none.
    private init?(_ file: URL) {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        let results = text.components(separatedBy: "\n--- result ")
        let commands = (results.last ?? "").components(separatedBy: "\n--- command\n")
        guard results.count == 2, commands.count == 2 else { return nil }
        // A command without words is an empty line less.
        let replies = ("\n" + commands[1]).components(separatedBy: "\n--- reply\n")
        guard replies.count == 2 else { return nil }
        self.file = file
        name = file.deletingPathExtension().lastPathComponent
        request = results[0]
        result = commands[0]
        command = String(replies[0].dropFirst())
        reply = replies[1].hasSuffix("\n") ? String(replies[1].dropLast()) : replies[1]
    }

    /// Writes the file again with what came of the request.
    package func record(command: String, reply: DialectReply) throws {
        let text = """
            \(request)
            --- result \(result)
            --- command
            \(command)
            --- reply
            \(reply.written)

            """
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
