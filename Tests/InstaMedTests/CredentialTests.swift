import DialectKit
import Testing

@testable import InstaMed

@Suite("A credential of InstaMed", .timeLimit(.minutes(5)))
struct CredentialTests {
    private func read(_ header: String?) -> (identity: String, secret: String)? {
        let plain = Samples.head(user: nil)
        var headers = plain.headers
        if let header { headers.append((name: "authorization", value: header)) }
        let head = RequestHead(
            route: plain.route, parameters: [:], query: "", headers: headers,
            receivedAt: plain.receivedAt)
        guard case .head(let credential) = Samples.dialect.credential(in: head) else { return nil }
        return (credential.identity, credential.secret)
    }

    @Test(
        "is the user before the @ in lower case, and the password",
        arguments: [
            ("sandbox@coster", "sandbox"), ("sandbox", "sandbox"), ("SandBox@Coster", "sandbox"),
            ("NP.SOFTWARE.TEST@hhk", "np.software.test"), ("a@b@c", "a"),
        ])
    func users(_ user: String, _ identity: String) {
        let seen = read(Samples.basic(user, "pass:with@signs"))
        #expect(seen?.identity == identity && seen?.secret == "pass:with@signs")
    }

    @Test("may name its scheme in any case, and have a password in UTF-8")
    func schemes() {
        let basic = Samples.basic("sandbox", "größe")
        #expect(read("bAsIc" + basic.dropFirst(5))?.secret == "größe")
        #expect(read("Basic   " + basic.dropFirst(6))?.identity == "sandbox")
    }

    @Test(
        "of another form is invalid",
        arguments: [
            nil, "", "Basic", "Basic ", "Bearer abc", "Basic !!!!", "Basic c2FuZGJveA==",
            Samples.basic("@coster"), Samples.basic("", "x"), Samples.basic("a\u{0}b"),
            "Basic /////w==", "Basic a b", Samples.basic(String(repeating: "x", count: 2000)),
        ])
    func none(_ header: String?) {
        #expect(read(header) == nil)
    }

    @Test("that is wrong gets 401, the scheme, and the documented words")
    func refused() throws {
        let reply = Samples.dialect.refuse(.unauthorized, on: Samples.head(), exchange: nil)
        #expect(reply.status == 401)
        #expect(reply.headers["WWW-Authenticate"]?.hasPrefix("Basic realm=") == true)
        let form = try #require(StrictForm(reply.body))
        #expect(form["errorCode"] == "401")
        #expect(form["errorMessage"]?.hasPrefix("Invalid AccountID or Password.") == true)
    }

    @Test(
        "an outlet's names must be ones that InstaMed could give",
        arguments: [
            ("SANDBOX", "1", true), ("NOVA E4 2", "001", true), ("", "1", false), ("A", "", false),
            (String(repeating: "A", count: 50), "1", true),
            (String(repeating: "A", count: 51), "1", false), ("A\n", "1", false), ("Ä", "1", false),
        ])
    func outlets(_ merchantID: String, _ terminalID: String, _ isTaken: Bool) {
        let outlet = InstaMedOutlet(
            user: "u", merchantID: merchantID, terminalID: terminalID,
            applePayMerchantIDs: ["merchant.a"])
        #expect((outlet != nil) == isTaken)
    }
}
