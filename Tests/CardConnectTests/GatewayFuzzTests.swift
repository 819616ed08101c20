import StrictCoding
import DialectKit
import SeededRandom
import Testing

@testable import CardConnect

@Suite("Random damage to requests of the gateway", .timeLimit(.minutes(5)))
struct GatewayFuzzTests {
    private static let pieces = [
        "\"", "{", "}", "[", "]", ":", ",", "null", "\\u0000", "\\", "-", ".", "e9", "é", "\u{0}",
        "99999999999999999999", "\"amount\":", "true", "[[[[[[[[[[[[[[[[[[[[",
    ].map { Array($0.utf8) }

    @Test("never traps, and gives a command or an answer that is JSON and shows no card")
    func mutations() throws {
        var generator = SeededGenerator.printed()
        let bodies = [
            "{\"merchid\":\"496160873888\",\"account\":\"4111111111111111\",\"expiry\":\"0731\","
                + "\"amount\":\"14.99\",\"cvv2\":\"987\",\"capture\":\"Y\",\"postal\":\"10112\"}",
            "{\"merchid\":\"496160873888\",\"retref\":\"21741462054321\",\"amount\":\"5.00\"}",
        ]
        let paths = ["/auth", "/capture", "/void", "/voidByOrderId", "/refund", "/"]
        var answered = 0
        for round in 0..<4000 {
            let bytes = generator.damaged(Array(bodies[round % 2].utf8), with: Self.pieces)
            let path = paths[Int.random(in: 0..<paths.count, using: &generator)]
            var request = Samples.gateway("PUT", path)
            request = DialectRequest(head: request.head, body: bytes)
            guard let reply = Samples.sandbox.decode(request).reply else { continue }
            answered += 1
            let text = String(decoding: reply.body, as: UTF8.self)
            #expect(!text.contains("4111111111111111"), "seed \(generator.seed)")
            #expect([200, 400, 413].contains(reply.status), "seed \(generator.seed)")
            if reply.contentType == "application/json" {
                #expect(throws: Never.self, "seed \(generator.seed)") {
                    try JSONValue(reading: reply.body)
                }
            }
        }
        #expect(answered > 500, "seed \(generator.seed)")
    }
}
