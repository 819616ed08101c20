import StrictCoding
import DialectKit
import PaymentDomain
import Testing

@testable import CardConnect

@Suite("HTTP Basic", .timeLimit(.minutes(5)))
struct HeadTests {
    private func credential(_ value: String?) -> PresentedCredential? {
        let head = Samples.head(
            "GET", "/cardconnect/rest/", routes: Samples.sandbox.routes,
            headers: value.map { [("authorization", $0)] } ?? [])
        guard case .head(let presented) = Samples.sandbox.credential(in: head) else { return nil }
        return presented
    }

    @Test("gives user and password", arguments: ["Basic ", "basic ", "BASIC  "])
    func taken(_ scheme: String) {
        let presented = credential(scheme + "dGVzdGluZzp0ZXN0aW5nMTIz")
        #expect(presented?.identity == "testing")
        #expect(presented?.secret == "testing123")
    }

    @Test("may have colons in the password, and none in the user")
    func colons() {
        let presented = credential("Basic " + Base64.encode(Array("u:p:q".utf8)))
        #expect(presented?.identity == "u")
        #expect(presented?.secret == "p:q")
        // With an accent behind it, a colon is another letter to Swift, and still a colon to the standard.
        let accented = credential("Basic " + Base64.encode(Array("u:\u{301}p:q".utf8)))
        #expect(accented?.identity == "u")
        #expect(accented?.secret == "\u{301}p:q")
    }

    @Test(
        "is refused if it is invalid",
        arguments: [
            nil, "", "Basic", "Basic ", "Basic !!!!", "Bearer dGVzdGluZzp0ZXN0aW5nMTIz",
            "Basic dGVzdGluZw==", "Basic OnB3", "Basic dTo=", "Basic /////w==",
            "Basic \u{301}dGVzdGluZzp0ZXN0aW5nMTIz", "Basic dGVzdGluZzp0ZXN0aW5nMTIz\u{301}",
        ] as [String?])
    func refused(_ value: String?) {
        #expect(credential(value) == nil)
    }

    @Test("is looked at up to 1,024 bytes", arguments: [(1, true), (3, true), (4, false)])
    func longest(_ spaces: Int, _ isTaken: Bool) {
        let secret = String(repeating: "p", count: 760)
        let text = Base64.encode(Array("u:\(secret)".utf8))
        let value = "Basic" + String(repeating: " ", count: spaces) + text
        #expect(value.utf8.count == 1021 + spaces)
        #expect(credential(value)?.secret == (isTaken ? secret : nil))
    }

    @Test("cannot name the site or a merchid")
    func nobodyLogsInAsASite() {
        for identity in [CardConnectIdentity.cardSecureSite, CardConnectIdentity.merchant("1")] {
            let value = "Basic " + Base64.encode(Array("\(identity):x".utf8))
            #expect(credential(value)?.identity != identity)
        }
    }

    @Test("is asked for with 401, and every other stop has its status")
    func stops() {
        let head = Samples.head("PUT", "/cardconnect/rest/auth", routes: Samples.sandbox.routes)
        let wanted: [GatewayRefusal: Int] = [
            .unauthorized: 401, .bodyTooLarge: 413, .bodyIncomplete: 400, .overloaded: 503,
            .rateLimited: 429,
            .internalError: 500,
        ]
        for refusal in GatewayRefusal.allCases {
            let reply = Samples.sandbox.refuse(refusal, on: head, exchange: nil)
            #expect(reply.status == wanted[refusal])
            #expect(reply.member("path") == "/cardconnect/rest/auth")
            #expect((reply.headers["WWW-Authenticate"] != nil) == (refusal == .unauthorized))
        }
    }

    @Test("PUT and POST mean the same")
    func verbs() throws {
        for path in ["/auth", "/capture", "/void", "/voidByOrderId", "/refund"] {
            let json =
                "{\"merchid\":\"1\",\"account\":\"9418594164541111\",\"amount\":\"1\","
                + "\"retref\":\"21741462054321\",\"orderid\":\"o\"}"
            let words = try ["PUT", "POST"].map { verb in
                let decoded = Samples.live.decode(Samples.gateway(verb, path, json))
                guard case .command(let command, let name, let credential, _) = decoded else {
                    throw NoCommand()
                }
                #expect(credential?.identity == "merchid:1")
                return commandWords(command, name, credential)
            }
            #expect(words[0] == words[1])
        }
    }

    private struct NoCommand: Error {}

    @Test("a path that is not there has the documented body")
    func notFound() {
        let reply = CardPointeDialect.notFoundReply(
            path: "/cardconnect/rest/inquireByOderid", at: Samples.now)
        let wanted =
            "{\"timestamp\":\"2026-11-21T08:57:00.123+00:00\",\"status\":404,"
            + "\"error\":\"Not Found\",\"path\":\"\\/cardconnect\\/rest\\/inquireByOderid\"}"
        #expect(String(decoding: reply.body, as: UTF8.self) == wanted)
        #expect(reply.status == 404)
    }

    @Test("a method that a path doesn't have gets the same form, with 405")
    func otherMethod() {
        let reply = CardPointeDialect.otherMethodReply(
            path: "/cardconnect/rest/auth/4111111111111111", at: Samples.now)
        #expect(reply.status == 405 && reply.outcomeCode == "method-not-allowed")
        #expect(reply.member("status") == "405" && reply.member("error") == "Method Not Allowed")
        #expect(reply.member("path") == "/cardconnect/rest/auth/XXXXXXXXXXXX1111")
    }

    @Test(
        "names no card number that was sent in a path",
        arguments: [
            ("/inquire/4111111111111111/1", "/inquire/XXXXXXXXXXXX1111/1"),
            ("/bin/1/4111-1111 1111.1111", "/bin/1/XXXXXXXXXXXX1111"),
            ("/openbatch/4111111111111111/", "/openbatch/XXXXXXXXXXXX1111/"),
            ("/4222222222222.json", "/XXXXXXXXX2222"),
            ("/a/%34111%20111%31-11111111/b%2F", "/a/XXXXXXXXXXXX1111/b%2F"),
            ("/inquire/21741462054321/496160873888", "/inquire/21741462054321/496160873888"),
            ("/inquire//4111111111111112", "/inquire//4111111111111112"),
            ("/a%3", "/a%3"), ("/\u{301}/é", "/\u{301}/é"),
        ])
    func cardNumbersInPaths(_ path: String, _ wanted: String) {
        let target = CardPointeDialect.root + path
        let shown = CardPointeDialect.root + wanted
        let head = Samples.head("GET", target, routes: Samples.sandbox.routes)
        for refusal in GatewayRefusal.allCases {
            let reply = Samples.sandbox.refuse(refusal, on: head, exchange: nil)
            #expect(reply.member("path") == shown)
        }
        let reply = CardPointeDialect.notFoundReply(path: target, at: Samples.now)
        #expect(reply.member("path") == shown)
    }

    @Test("names no card number that was sent in a part of a path with a slash of its own")
    func cardNumberBesideSlash() {
        let route = DialectRoute(
            method: "GET", path: CardPointeDialect.root + "/bin/{merchid}/{token}",
            operation: "bin")
        let head = RequestHead(
            route: route, parameters: ["merchid": "1", "token": "4111111111111111/0731"],
            query: "", headers: [], receivedAt: Samples.now)
        let reply = Samples.sandbox.refuse(.rateLimited, on: head, exchange: nil)
        #expect(reply.member("path") == "/cardconnect/rest/bin/1/XXXXXXXXXXXX1111/0731")
    }
}
