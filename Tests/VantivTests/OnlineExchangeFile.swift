import DialectKit
import Foundation
import PaymentDomain
import Testing

@testable import Vantiv

/// One golden exchange: a request as bytes, the result that the engine is said to give, and what
/// came of both.
///
///     POST /path HTTP/1.1        the request
///     --- result NAME            a name of ``OnlineResults``, or `none` for no command
///     --- command                the command in words, recorded
///     --- reply                  the reply as bytes, recorded
struct OnlineExchangeFile: Sendable, CustomTestStringConvertible {
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
    static let all: [OnlineExchangeFile] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasPrefix("online-") && $0.hasSuffix(".http") }.sorted()
            .compactMap { OnlineExchangeFile(name: String($0.dropLast(5))) }
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

    /// Whether the exchange is with a sandbox.
    var isSandbox: Bool { request.contains(" /sandbox/communicator/online ") }

    /// The version that the request names.
    var version: String? {
        requestBody.firstMatch(of: /version="([0-9.]+)"/).map { String($0.1) }
    }

    /// The dialect that answers it.
    var dialect: VantivDialect { VantivDialect(isSandbox: isSandbox) }

    /// What came of it.
    func run() -> (command: String, reply: DialectReply)? {
        let path = isSandbox ? "/sandbox/communicator/online" : "/vap/communicator/online"
        let request = DialectRequest(
            head: OnlineSamples.head(path), body: Array(requestBody.utf8))
        switch dialect.decode(request) {
        case .reply(let reply): return result == "none" ? ("none", reply) : nil
        case .command(let command, let name, _, let exchange):
            let words = onlineWords(command, name)
            if result == "unauthorized" {
                return (
                    words, dialect.refuse(.unauthorized, on: request.head, exchange: exchange)
                )
            }
            guard let result = OnlineResults.named(result, order: exchange.orderID ?? "") else {
                return nil
            }
            return (words, dialect.encode(result, for: exchange))
        }
    }
}

/// A reply in the words of a file.
func onlineWritten(_ reply: DialectReply) -> String {
    let headers = reply.headers.sorted { $0.key < $1.key }.map { "\n\($0.key): \($0.value)" }
    return "HTTP \(reply.status)\ncontent-type: \(reply.contentType)\(headers.joined())\n\n"
        + String(decoding: reply.body, as: UTF8.self)
}
