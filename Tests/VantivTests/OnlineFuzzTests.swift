import DialectKit
import Foundation
import Testing

@testable import Vantiv

/// A small generator whose seed is printed, so that a failure can be repeated (SplitMix64).
private struct OnlineGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

@Suite("Random damage to LitleXML and cnpAPI")
struct OnlineFuzzTests {
    private static let pieces = [
        "<", ">", "&amp;", "<orderId>", "</orderId>", "-", ".", "0", "99999999999999999999", "é",
        "true", "<card>", "id=''", "\u{0}", "]]>", "<![CDATA[", "&#xD800;", "<amount/>", " ",
    ].map { Array($0.utf8) }

    @Test("never traps, and gives a command or a reply that shows nothing of it")
    func mutations() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = OnlineGenerator(state: seed)
        let good = OnlineExchangeFile.all.map { Array($0.requestBody.utf8) }
        let head = OnlineSamples.head("/sandbox/communicator/online")
        var replies = 0
        for _ in 0..<10_000 {
            var body = good[Int.random(in: 0..<good.count, using: &generator)]
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                Self.damage(&body, using: &generator)
            }
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

    private static func damage(
        _ bytes: inout [UInt8], using generator: inout OnlineGenerator
    ) {
        guard !bytes.isEmpty else { return }
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        let end = min(bytes.count, index + Int.random(in: 1...40, using: &generator))
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.removeSubrange(index..<end)
        case 2: bytes.insert(contentsOf: bytes[index..<end], at: index)
        default:
            let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
            bytes.insert(contentsOf: piece, at: index)
        }
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
    "A request recorded from a real client",
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
