import ApplePayToken
import AppleSimulator
import PaymentDomain
import Testing
import TokenFixtures

@Suite("Nothing prints card data or keys", .timeLimit(.minutes(5)))
struct RedactionTests {
    @Test("no way of turning a decrypted token into text shows its secrets")
    func decryptedToken() async throws {
        let fixture = try TokenFixture.shared()
        var order = fixture.order()
        order.cryptogram = Array("ABCDEFGHIJKLMNOPQRST".utf8)
        order.cardholderName = "Erika Mustermann"
        let matched = try await fixture.open(.fields(try fixture.token(order).fields))
        var dumped = ""
        dump(matched, to: &dumped)
        let texts = [
            dumped, String(describing: matched), String(reflecting: matched),
            "\(matched.decrypted.proof)", "\(matched.decrypted.pan)",
            matched.decrypted.payloadJSON(reveal: false),
        ]
        for text in texts {
            #expect(!text.contains("489537001200"))
            #expect(!text.contains("Mustermann"))
            #expect(!text.contains("QUJDREVGR0hJSktMTU5PUFFSU1Q"))
            #expect(!text.contains("[65, 66, 67"))
        }
        #expect(matched.decrypted.payloadJSON(reveal: true).contains("Erika Mustermann"))
        #expect(matched.decrypted.payloadJSON(reveal: false).contains("\"************3478\""))
    }

    @Test("a merchant's key prints its kind and a piece of its public hash")
    func merchantKey() throws {
        let key = try TokenFixture.key(of: try TokenFixture.shared().merchant.ec)
        var dumped = ""
        dump(key, to: &dumped)
        for text in [dumped, "\(key)", String(reflecting: key)] {
            #expect(text.contains("MerchantKey(EC_v1, "))
            #expect(text.count < 80)
        }
    }
}
