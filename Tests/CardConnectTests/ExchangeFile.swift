import DialectKit
import Foundation
import PaymentDomain
import Testing

@testable import CardConnect

/// One golden exchange: a request as bytes, what the engine is said to give, and what came of both.
///
///     POST /path?query HTTP/1.1  the request, and its header fields
///     --- result NAME            of ScriptedResults, `unauthorized`, or `none` for no command
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
        return (files ?? []).filter { $0.hasSuffix(".http") }
            .sorted().compactMap { ExchangeFile(name: String($0.dropLast(5))) }
    }()

    static let ofCardSecure = all.filter(\.isCardSecure)
    static let ofGateway = all.filter { !$0.isCardSecure }

    /// Whether it is with CardSecure and not with the gateway.
    var isCardSecure: Bool { request.contains(" /cardsecure/") }

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

    /// The request as the gateway hands it to the dialect.
    func dialectRequest(_ routes: [DialectRoute]) -> DialectRequest {
        let parts = request.components(separatedBy: "\n\n")
        let lines = parts[0].components(separatedBy: "\n")
        let words = lines[0].split(separator: " ").map(String.init)
        let headers = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
            let halves = line.components(separatedBy: ": ")
            return halves.count == 2 ? (halves[0], halves[1]) : nil
        }
        return DialectRequest(
            head: Samples.head(words[0], words[1], routes: routes, headers: headers),
            body: Array(parts.dropFirst().joined(separator: "\n\n").utf8))
    }
}

/// A reply in the words of a file.
func written(_ reply: DialectReply) -> String {
    let headers = reply.headers.sorted { $0.key < $1.key }.map { "\n\($0.key): \($0.value)" }
    return "HTTP \(reply.status)\ncontent-type: \(reply.contentType)\(headers.joined())\n\n"
        + String(decoding: reply.body, as: UTF8.self)
}
