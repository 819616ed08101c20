import DialectKit
import Foundation

extension GoldenExchange {
    /// The body of the request.
    package var requestBody: String { GoldenExchange.body(of: request) }

    /// The body of the recorded reply.
    package var replyBody: String { GoldenExchange.body(of: reply) }

    /// The request's method.
    package var method: String { startLine.first ?? "" }

    /// Where the request goes, without its query.
    package var path: String { target.first ?? "" }

    /// What follows the question mark; empty where there is none.
    package var query: String { target.count > 1 ? target[1] : "" }

    /// The request's header fields, as they are written.
    package var headers: [(name: String, value: String)] {
        GoldenExchange.head(of: request).dropFirst().compactMap { line in
            let sides = line.split(separator: ":", maxSplits: 1)
            guard sides.count == 2 else { return nil }
            return (
                name: String(sides[0]), value: sides[1].trimmingCharacters(in: .whitespaces)
            )
        }
    }

    private var startLine: [String] {
        (GoldenExchange.head(of: request).first ?? "").components(separatedBy: " ")
    }

    private var target: [String] {
        let target = startLine.count > 1 ? startLine[1] : ""
        return target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            .map(String.init)
    }

    private static func head(of message: String) -> [String] {
        message.components(separatedBy: "\n\n")[0].components(separatedBy: "\n")
    }

    private static func body(of message: String) -> String {
        message.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
    }
}

extension DialectReply {
    /// The reply in the words of a file.
    package var written: String {
        let fields = headers.sorted { $0.key < $1.key }.map { "\n\($0.key): \($0.value)" }
        return "HTTP \(status)\ncontent-type: \(contentType)\(fields.joined())\n\n"
            + String(decoding: body, as: UTF8.self)
    }
}
