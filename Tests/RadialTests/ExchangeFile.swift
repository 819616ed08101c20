import DialectKit
import Foundation
import PaymentDomain
import Testing

@testable import Radial

/// One golden exchange: a request as bytes, the result that the engine is said to give, and what
/// came of both.
///
///     POST /path HTTP/1.1        the request
///     --- result NAME            a name of ``ScriptedResults``, or `none` for no command
///     --- command                the command in words, recorded
///     --- reply                  the reply as bytes, recorded
struct ExchangeFile: Sendable, CustomTestStringConvertible {
    let name: String
    let request: String
    let result: String
    let command: String
    let reply: String

    var testDescription: String { name }

    /// Where the files lie.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Exchanges")

    /// Whether the replies are to be recorded anew.
    static let isRecording = ProcessInfo.processInfo.environment["COSTER_RECORD"] == "1"

    /// All of them, by name.
    static let all: [ExchangeFile] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasSuffix(".http") }.sorted().compactMap {
            ExchangeFile(name: String($0.dropLast(5)))
        }
    }()

    init?(name: String) {
        let url = Self.folder.appending(path: "\(name).http")
        guard let text = try? String(contentsOf: url, encoding: .utf8) else { return nil }
        let results = text.components(separatedBy: "\n--- result ")
        let commands = (results.last ?? "").components(separatedBy: "\n--- command\n")
        guard results.count == 2, commands.count == 2 else { return nil }
        let replies = ("\n" + commands[1]).components(separatedBy: "\n--- reply\n")
        guard replies.count == 2 else { return nil }
        self.name = name
        request = results[0]
        result = commands[0]
        command = String(replies[0].dropFirst())
        reply = replies[1].hasSuffix("\n") ? String(replies[1].dropLast()) : replies[1]
    }

    /// Writes the file anew with what came of the request.
    func record(command: String, reply: String) throws {
        let text =
            "\(request)\n--- result \(result)\n--- command\n\(command)\n--- reply\n\(reply)\n"
        let url = Self.folder.appending(path: "\(name).http")
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    /// The body of the recorded reply.
    var replyBody: String {
        reply.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
    }

    /// The body of the request.
    var requestBody: String {
        request.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
    }

    /// The request as the gateway hands it to a dialect.
    func dialectRequest(_ dialect: RadialDialect) -> DialectRequest? {
        let lines = request.components(separatedBy: "\n\n")[0].components(separatedBy: "\n")
        let words = lines[0].split(separator: " ").map(String.init)
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (
                name: parts[0].lowercased(),
                value: parts[1].trimmingCharacters(in: .whitespaces)
            )
        }
        for route in dialect.routes where route.method == words[0] {
            guard let parameters = match(words[1], route.path) else { continue }
            let head = RequestHead(
                route: route, parameters: parameters, query: "", headers: headers,
                receivedAt: Samples.now)
            return DialectRequest(head: head, body: Array(requestBody.utf8))
        }
        return nil
    }
}

/// The variable parts of a path that fits a template, or nil.
func match(_ path: String, _ template: String) -> [String: String]? {
    let parts = path.split(separator: "/")
    let expected = template.split(separator: "/")
    guard parts.count == expected.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, pattern) in zip(parts, expected) {
        guard pattern.hasPrefix("{"), let end = pattern.firstIndex(of: "}") else {
            guard part == pattern else { return nil }
            continue
        }
        let suffix = pattern[pattern.index(after: end)...]
        guard part.hasSuffix(suffix) else { return nil }
        parameters[String(pattern[..<end].dropFirst())] = String(part.dropLast(suffix.count))
    }
    return parameters
}

/// A reply in the words of a file.
func written(_ reply: DialectReply) -> String {
    let headers = reply.headers.sorted { $0.key < $1.key }.map { "\n\($0.key): \($0.value)" }
    return "HTTP \(reply.status)\ncontent-type: \(reply.contentType)\(headers.joined())\n\n"
        + String(decoding: reply.body, as: UTF8.self)
}
