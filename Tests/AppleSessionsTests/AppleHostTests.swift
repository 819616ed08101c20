import AppleSessions
import Testing

@Suite("Hosts of Apple that give sessions", .timeLimit(.minutes(5)))
struct AppleHostTests {
    @Test("A name is on the list only whole and exactly")
    func exact() {
        #expect(AppleHost(rawValue: "apple-pay-gateway.apple.com") == .world)
        #expect(AppleHost(rawValue: "x.apple-pay-gateway.apple.com") == nil)
        #expect(AppleHost(rawValue: "apple-pay-gateway.apple.com.evil.example") == nil)
    }
}
