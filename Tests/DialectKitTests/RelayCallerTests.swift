import PaymentDomain
import SeededRandom
import Testing

@testable import DialectKit

@Suite("An app that calls the relay", .timeLimit(.minutes(5)))
struct RelayCallerTests {
    private static let longest = String(repeating: "k", count: RelayLimits.keyBytes)
    private static let longestApp = String(repeating: "a", count: RelayLimits.bundleIdentifierBytes)

    private static func caller(_ fields: [(name: String, value: String)]) -> RelayCaller? {
        RelayCaller(
            RequestHead(
                route: DialectRoute(method: "POST", path: "/relay/x", operation: "relay"),
                parameters: [:], query: "", headers: fields,
                receivedAt: Timestamp(seconds: 1_800_000_000)))
    }

    @Test(
        "names its key after the scheme Bearer, in any case",
        arguments: [
            ("Bearer cpk_a-B9", "cpk_a-B9"), ("bearer   cpk_a", "cpk_a"),
            ("BEARER " + longest, longest),
        ])
    func keys(_ field: String, _ key: String) {
        #expect(Self.caller([("authorization", field)])?.publishableKey == key)
    }

    @Test(
        "has no key in another form",
        arguments: [
            "", "Bearer", "Bearer ", "cpk_a", "Basic cpk_a", "Bearer cpk_a x", "Bearer cpk a",
            "Bearer cpk_\u{E4}", "Bearer com.example", "Bearer a\tb", "Bearer " + longest + "k",
            "Bearer" + String(repeating: " ", count: RelayLimits.authorizationBytes) + "a",
        ])
    func noKeys(_ field: String) {
        #expect(Self.caller([("authorization", field)]) == nil)
    }

    @Test("has no key if it sends none, or two")
    func count() {
        let field = (name: "authorization", value: "Bearer cpk_a")
        #expect(Self.caller([]) == nil)
        #expect(Self.caller([field, field]) == nil)
    }

    @Test(
        "has a bundle identifier of letters, digits, hyphens and periods",
        arguments: [
            ("com.example.Shop-2", true), (longestApp, true), (longestApp + "a", false),
            ("", false), ("*", false), ("com.example shop", false), ("com.example_shop", false),
            ("com.exämple", false),
        ])
    func apps(_ text: String, _ isTaken: Bool) {
        let caller = Self.caller([
            ("authorization", "Bearer cpk_a"), ("coster-bundle-identifier", text),
        ])
        #expect(caller?.publishableKey == "cpk_a")
        #expect(caller?.bundleIdentifier == (isTaken ? text : nil))
    }

    @Test("random damage to its headers never traps, and what is read keeps the limits")
    func damage() {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        let pieces = [" ", "Bearer", "*", "\u{0}", "é", ".", "cpk_", "  "].map { Array($0.utf8) }
        var readable = 0
        for _ in 0..<20_000 {
            var fields: [(name: String, value: String)] = []
            for (name, good) in [
                ("authorization", "Bearer cpk_sandbox"),
                ("coster-bundle-identifier", "com.example"),
            ] {
                let bytes = generator.damaged(Array(good.utf8), with: pieces)
                fields.append((name, String(decoding: bytes, as: UTF8.self)))
            }
            guard let caller = Self.caller(fields) else { continue }
            readable += 1
            #expect(
                caller.publishableKey.utf8.count <= RelayLimits.keyBytes
                    && !caller.publishableKey.contains(" "), "seed \(seed)")
            if let app = caller.bundleIdentifier {
                #expect(RelayCaller.isBundleIdentifier(app), "seed \(seed)")
            }
        }
        #expect(readable > 100, "seed \(seed)")
    }
}
