import ApplePayToken
import PaymentDomain
import Testing

@Suite("Reasons", .timeLimit(.minutes(5)))
struct ErrorTests {
    /// One of each case that names a field, with every field, and the others as the refusals show
    /// them.
    private static let refusals =
        Refusal.envelopes + Refusal.signatures + Refusal.chains + Refusal.changes
        + Refusal.encryptions + Refusal.payloads + Refusal.orders

    @Test("every reason has a code and one sentence that ends", arguments: refusals)
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
        for refusal in ErrorTests.refusals {
            let name = String(String(reflecting: refusal.error.kind) + refusal.error.code)
            #expect(reasons.updateValue(name, forKey: refusal.error.code) ?? name == name)
        }
        #expect(reasons.count >= 55)
    }
}
