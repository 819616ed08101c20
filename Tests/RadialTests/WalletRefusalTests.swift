import DialectKit
import PaymentDomain
import Testing

@testable import Radial

@Suite("A wallet that is refused", .timeLimit(.minutes(5)))
struct WalletRefusalTests {
    private let dialect = RadialDialect()

    private func refusal(_ kind: TokenRefusal.Kind, _ code: String) -> PaymentRefusal {
        .token(TokenRefusal(kind: kind, code: code, sentence: "It is so."))
    }

    @Test("is named if it is missing, whatever comes first then")
    func missing() throws {
        let body = """
            <CreditCardAuthRequest xmlns="http://api.gsicommerce.com/schema/checkout/1.0" \
            requestId="r1"><OrderId>O1</OrderId></CreditCardAuthRequest>
            """
        let fault = try #require(dialect.decode(Samples.request(.authorize, body)).fault)
        #expect(fault.outcomeCode == "missing-element")
        #expect(String(decoding: fault.body, as: UTF8.self).contains("WalletPaymentInformation"))
    }

    @Test("because its signature is over other content is told of ApplicationData, and no other")
    func digest() {
        let named = RadialFault(refusal(.badSignature, "digest-mismatch"))
        #expect(
            named.sentence.hasPrefix("It is so. ") && named.sentence.contains("ApplicationData"))
        #expect(named.code == .invalidWalletPayment && named.status == 400)
        let other = RadialFault(refusal(.badSignature, "signature-invalid"))
        #expect(!other.sentence.contains("ApplicationData"))
    }
}
