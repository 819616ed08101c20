import DialectKit
import Foundation
import PaymentDomain
import Testing

@testable import InstaMed

/// One golden exchange: a request as bytes, what the engine is said to give, and what came of both.
///
///     POST /path HTTP/1.1        the request
///     --- result NAME            a name of ``ScriptedResults``, `unauthorized`, or `none` for no command
///     --- command                the command in words, recorded
///     --- reply                  the reply as bytes, recorded
struct ExchangeFile: Sendable, CustomTestStringConvertible {
    let name: String
    let request: String
    let result: String
    let command: String
    let reply: String

    var testDescription: String { name }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Exchanges")

    static let isRecording = ProcessInfo.processInfo.environment["COSTER_RECORD"] == "1"

    static let all: [ExchangeFile] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasSuffix(".http") }.sorted()
            .compactMap { ExchangeFile(name: String($0.dropLast(5))) }
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

    /// Whether the exchange is with a sandbox.
    var isSandbox: Bool { name.hasPrefix("sandbox-") }

    /// The request as the gateway hands it to the dialect.
    var dialectRequest: DialectRequest {
        let parts = request.components(separatedBy: "\n\n")
        let lines = parts[0].components(separatedBy: "\n")
        let start = lines[0].components(separatedBy: " HTTP/1.1")[0]
        let method = String(start.prefix { $0 != " " })
        let query = start.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init)
        let headers = lines.dropFirst().map { line in
            let sides = line.components(separatedBy: ": ")
            return (name: sides[0], value: sides.dropFirst().joined(separator: ": "))
        }
        let plain = Samples.head(method)
        let head = RequestHead(
            route: plain.route, parameters: [:], query: query ?? "", headers: headers,
            receivedAt: plain.receivedAt, chance: plain.chance)
        return DialectRequest(
            head: head, body: Array(parts.dropFirst().joined(separator: "\n\n").utf8))
    }

    /// What comes of it; nil where the file's result does not fit.
    func run() -> (command: String, reply: DialectReply)? {
        let dialect = isSandbox ? Samples.sandbox : Samples.dialect
        let request = dialectRequest
        if result == "unauthorized" {
            return ("none", dialect.refuse(.unauthorized, on: request.head, exchange: nil))
        }
        switch dialect.decode(request) {
        case .reply(let reply): return result == "none" ? ("none", reply) : nil
        case .command(let command, let name, _, let exchange):
            return ScriptedResults.named(result, command).map {
                (words(command, name), dialect.encode($0, for: exchange))
            }
        }
    }
}

/// A reply in the words of a file.
func written(_ reply: DialectReply) -> String {
    let headers = reply.headers.sorted { $0.key < $1.key }.map { "\n\($0.key): \($0.value)" }
    return "HTTP \(reply.status)\ncontent-type: \(reply.contentType)\(headers.joined())\n\n"
        + String(decoding: reply.body, as: UTF8.self)
}
