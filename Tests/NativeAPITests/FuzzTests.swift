import DialectKit
import SeededRandom
import StrictCoding
import Testing

@testable import NativeAPI

@Suite("Random damage to requests of the JSON API", .timeLimit(.minutes(5)))
struct FuzzTests {
    private static let pieces = [
        "{", "}", "[", "]", "\"", "\\", ",", ":", "null", "true", "1e9", "-1", "0.5", "\\u0000",
        "\\uD800", "99999999999999999999", "é", "\u{0}", "\"amount\":1,",
        "\"4111111111111111\":\"4111111111111111\"", "\"final\":false",
    ].map { Array($0.utf8) }

    @Test("never traps, and gives a command or a problem that shows no card")
    func mutations() throws {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        let operations = NativeOperation.allCases.filter { Samples.body(of: $0) != nil }
        var refused = 0
        var commands = 0
        for _ in 0..<5000 {
            let operation = operations[Int.random(in: 0..<operations.count, using: &generator)]
            let good = Array((Samples.body(of: operation) ?? "").utf8)
            let body = generator.damaged(good, with: Self.pieces)
            let request = DialectRequest(head: Samples.head(operation), body: body)
            guard let reply = Samples.dialect.decode(request).reply else {
                commands += 1
                continue
            }
            refused += 1
            let problem = try #require(try JSONValue(reading: reply.body).object, "seed \(seed)")
            #expect(problem["code"]?.text == reply.outcomeCode, "seed \(seed)")
            #expect(!reply.text.contains("4111"), "seed \(seed)")
        }
        #expect(refused > 500 && commands > 100, "seed \(seed)")
    }
}
