import Foundation
import PaymentDomain
import Testing

@Suite(
    "InstaMed's replies", .timeLimit(.minutes(20)), .server(),
    .enabled(if: PythonParser.path != nil, "there is no python3 here"))
struct InstaMedParseTests {
    private let shop: InstaMedTestShop

    init() throws {
        shop = InstaMedTestShop(server: try #require(RunningServer.ofSuite))
    }

    @Test("read the same with Python's parse_qs")
    func parseQs() async throws {
        let sale = try await shop.approved(try dollars("12.00"))
        var replies = [try await shop.send(shop.referenced("ViewReceipt", sale))]
        replies.append(
            try await shop.send(shop.referenced("SimpleRefund", sale, try dollars("1.00"))))
        replies.append(try await shop.send(shop.referenced("Void", "00")))
        let python = try #require(PythonParser.path)
        let run = try await CommandRun.run(
            python, ["-c", PythonParser.script], input: replies.map { $0.text + "\n" }.joined())
        let told = run.output.split(separator: "\n")
        try #require(told.count == replies.count, "\(run.errors)")
        for (line, reply) in zip(told, replies) {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let fields = try #require(object as? [String: String])
            #expect(fields.count == reply.text.split(separator: "&").count)
            for (name, value) in fields {
                #expect(reply.field(name)?.removingPercentEncoding == value, "\(name)")
            }
        }
    }
}

/// Python, which reads forms a line each and writes JSON objects.
private enum PythonParser {
    static let path = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    static let script = """
        import json, sys
        from urllib.parse import parse_qs
        for line in sys.stdin:
            fields = parse_qs(line.rstrip("\\n"), keep_blank_values=True, strict_parsing=True)
            print(json.dumps({name: value for name, (value,) in fields.items()}))
        """
}
