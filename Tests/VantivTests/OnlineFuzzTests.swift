import DialectKit
import Foundation
import GoldenExchanges
import SeededRandom
import Testing

@testable import Vantiv

@Suite("Random damage to LitleXML and cnpAPI", .timeLimit(.minutes(5)))
struct OnlineFuzzTests {
    private static let pieces = [
        "<", ">", "&amp;", "<orderId>", "</orderId>", "-", ".", "0", "99999999999999999999", "é",
        "true", "<card>", "id=''", "\u{0}", "]]>", "<![CDATA[", "&#xD800;", "<amount/>", " ",
    ].map { Array($0.utf8) }

    @Test("never traps, and gives a command or a reply that shows nothing of it")
    func mutations() throws {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        let good = GoldenExchange.online.map { Array($0.requestBody.utf8) }
        let head = OnlineSamples.head("/sandbox/communicator/online")
        var replies = 0
        for _ in 0..<10_000 {
            let index = Int.random(in: 0..<good.count, using: &generator)
            let body = generator.damaged(good[index], with: Self.pieces)
            let decoded = OnlineSamples.sandbox.decode(DialectRequest(head: head, body: body))
            guard case .reply(let reply) = decoded else { continue }
            replies += 1
            let text = String(decoding: reply.body, as: UTF8.self)
            #expect(reply.status == 200, "seed \(seed)")
            #expect(!text.contains("445701000000") && !text.contains("Smith"), "seed \(seed)")
            #expect(!text.contains("sandbox-vantiv"), "seed \(seed)")
        }
        #expect(replies > 1000, "seed \(seed)")
    }
}

/// Requests recorded from real clients, beside the repository.
private enum Recorded {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../shared/vectors/vantiv-requests").standardizedFileURL

    static let paths: [String] = {
        let names = FileManager.default.enumerator(atPath: folder.path)?.allObjects ?? []
        return names.compactMap { $0 as? String }.filter { $0.hasSuffix(".xml") }.sorted()
    }()
}

@Suite(
    "A request recorded from a real client", .timeLimit(.minutes(5)),
    .enabled(if: !Recorded.paths.isEmpty, "needs the recorded requests in ../shared"))
struct OnlineRecordedTests {
    @Test("is a command, with its credential and its name", arguments: Recorded.paths)
    func command(_ path: String) throws {
        let body = try Data(contentsOf: Recorded.folder.appending(path: path))
        let request = DialectRequest(head: OnlineSamples.head(), body: Array(body))
        guard
            case .command(_, let name, let credential, let exchange) =
                OnlineSamples.production.decode(request)
        else {
            Issue.record("\(path) is refused")
            return
        }
        #expect(credential?.identity == "testuser/0180")
        #expect(name.clientName?.isEmpty == false && name.number != nil)
        #expect(path.contains(exchange.transaction.rawValue))
        #expect(!exchange.reportGroup.isEmpty)
    }
}
