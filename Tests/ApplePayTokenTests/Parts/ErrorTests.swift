import ApplePayToken
import PaymentDomain
import Testing
import TokenFixtures

@Suite("Reasons", .timeLimit(.minutes(5)))
struct ErrorTests {
    @Test("every reason has a code and one sentence that ends", arguments: Refusal.all)
    func sentences(_ refusal: Refusal) {
        let error = refusal.error
        #expect(
            error.code.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") })
        #expect(error.sentence.hasSuffix("."))
        #expect(error.refusal.code == error.code)
        #expect(error.description == "\(error.code): \(error.sentence)")
    }

    @Test("the same code is always the same reason")
    func codes() {
        var reasons: [String: String] = [:]
        for refusal in Refusal.all {
            let name = String(String(reflecting: refusal.error.kind) + refusal.error.code)
            #expect(reasons.updateValue(name, forKey: refusal.error.code) ?? name == name)
        }
        #expect(reasons.count >= 55)
    }
}
