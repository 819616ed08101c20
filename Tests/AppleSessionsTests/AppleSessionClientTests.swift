import AppleSessions
import AppleSimulator
import PaymentDomain
import Testing

/// An answer that is no session.
struct AnswerRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: String
    let error: AppleSessionError

    private static func reply(_ status: String, _ body: String, _ more: String = "") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\(more)\r\n\(body)"
    }

    static let refused = [
        AnswerRow(
            testDescription: "Apple's error",
            answer: reply(
                "400 Bad Request", #"{"statusMessage":"not registered","statusCode":"400"}"#),
            error: .refused(status: 400, message: "not registered")),
        AnswerRow(
            testDescription: "an error with control characters and of great length",
            answer: reply(
                "417 Expectation Failed",
                #"{"statusMessage":"a\u000d\u000ab"# + String(repeating: "c", count: 500) + "\"}"),
            error: .refused(status: 417, message: "ab" + String(repeating: "c", count: 396))),
        AnswerRow(
            testDescription: "an error page", answer: reply("503 Unavailable", "<html>"),
            error: .refused(status: 503, message: nil)),
        AnswerRow(
            testDescription: "a redirect, which isn't followed",
            answer: reply(
                "302 Found", "", "Location: https://apple-pay-gateway.coster.test/elsewhere\r\n"),
            error: .refused(status: 302, message: nil)),
        AnswerRow(
            testDescription: "a success without a body", answer: reply("200 OK", ""),
            error: .malformed),
        AnswerRow(
            testDescription: "a success that isn't JSON", answer: reply("200 OK", "<html>"),
            error: .malformed),
        AnswerRow(
            testDescription: "a success with an array", answer: reply("200 OK", "[]"),
            error: .malformed),
        AnswerRow(
            testDescription: "a session of more than 32 KiB",
            answer: reply("200 OK", "{\"a\":\"\(String(repeating: "b", count: 32_768))\"}"),
            error: .malformed),
        AnswerRow(
            testDescription: "something that isn't HTTP", answer: "SSH-2.0-OpenSSH\r\n\r\n",
            error: .malformed),
        AnswerRow(
            testDescription: "silence", answer: "", error: .timedOut),
        AnswerRow(
            testDescription: "a head whose body never comes",
            answer: "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", error: .timedOut),
    ]
}

@Suite("Asking Apple for a session", .timeLimit(.minutes(5)))
struct AppleSessionClientTests {
    private let fixture: SessionFixture

    init() throws {
        fixture = try SessionFixture.shared.get()
    }

    @Test("over mutual TLS the merchant's certificate gets a session that a device takes")
    func session() async throws {
        try await fixture.lend { server in
            let client = try fixture.client(fixture.identity, server.port)
            for _ in 0..<3 {
                let session = try await client.session(
                    SessionFixture.request, at: ValidationTrouble.host)
                let accepted = try await SessionCheck(fixture.apple).accept(
                    session, host: "shop.example", at: SessionFixture.now)
                #expect(accepted.displayName == "Flowers")
            }
        }
    }

    @Test("a key in DER is as good as one in PEM")
    func der() async throws {
        guard case .rsa(let key) = fixture.identity.key else { return }
        let client = AppleSessionClient(
            certificate: fixture.identity.certificateDER,
            privateKey: Array(key.pkcs8DERRepresentation), servers: fixture.servers(1))
        #expect(client != nil)
    }

    @Test("a certificate is refused without its own key")
    func otherKey() throws {
        let key = try SimulatedKey.make(.rsa)
        #expect(
            AppleSessionClient(
                certificate: fixture.identity.certificateDER, privateKey: Array(key.pem.utf8),
                servers: .apple) == nil)
        #expect(
            AppleSessionClient(certificate: [1], privateKey: [2], servers: .apple) == nil)
    }

    @Test("another domain, and another merchant's certificate, are refused in Apple's words")
    func refused() async throws {
        try await fixture.lend { server in
            let client = try fixture.client(fixture.identity, server.port)
            let elsewhere = AppleSessionRequest(
                merchantIdentifier: SessionFixture.merchant, displayName: "F",
                domain: "shop.evil")
            await #expect(
                throws: AppleSessionError.refused(
                    status: 400,
                    message:
                        "Payment Services Exception merchantId=merchant.coster.tests not registered for domain=shop.evil"
                )
            ) { try await client.session(elsewhere, at: ValidationTrouble.host) }
            let other = try fixture.client(fixture.ofOther, server.port)
            do throws(AppleSessionError) {
                _ = try await other.session(SessionFixture.request, at: ValidationTrouble.host)
                Issue.record("another merchant's certificate got a session")
            } catch {
                guard case .refused(417, _) = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
    }

    @Test("a certificate that Apple didn't issue, or for tokens, is refused in TLS")
    func certificates() async throws {
        try await fixture.lend { server in
            for identity in [fixture.ofOtherApple, fixture.processing] {
                let client = try fixture.client(identity, server.port)
                await #expect(throws: AppleSessionError.certificateRefused) {
                    try await client.session(SessionFixture.request, at: ValidationTrouble.host)
                }
            }
        }
    }

    @Test(
        "the host names the trouble that the simulated Apple makes",
        arguments: ValidationTrouble.allCases)
    func troubles(_ trouble: ValidationTrouble) async throws {
        try await fixture.lend(delay: .seconds(60)) { server in
            let client = try fixture.client(
                fixture.identity, server.port, call: .milliseconds(trouble == .slow ? 200 : 10_000))
            let host = "\(trouble.rawValue).\(ValidationTrouble.host)"
            let result: Result<[UInt8], AppleSessionError>
            do throws(AppleSessionError) {
                result = .success(try await client.session(SessionFixture.request, at: host))
            } catch {
                result = .failure(error)
            }
            let check = SessionCheck(fixture.apple)
            switch (trouble, result) {
            case (.slow, .failure(.timedOut)): break
            case (.refused, .failure(.refused(403, _))): break
            case (.expired, .success(let session)):
                await #expect(throws: SessionProblem.expired) {
                    try await check.accept(
                        session, host: "shop.example", at: SessionFixture.now)
                }
            case (.otherEnvironment, .success(let session)):
                let accepted = try await check.accept(
                    session, host: "shop.example", at: SessionFixture.now)
                #expect(!accepted.isForThisEnvironment)
            case (.slow, _), (.refused, _), (.expired, _), (.otherEnvironment, _):
                Issue.record("\(trouble): \(result)")
            }
        }
    }

    @Test(
        "an answer that is no session is an error, after one request", arguments: AnswerRow.refused)
    func answers(_ row: AnswerRow) async throws {
        try await ScriptedServer.lend(fixture.apple, answer: row.answer) { server in
            let client = try fixture.client(
                fixture.identity, server.port,
                call: row.error == .timedOut ? .milliseconds(300) : .seconds(10))
            await #expect(throws: row.error) {
                try await client.session(SessionFixture.request, at: ValidationTrouble.host)
            }
            // On a slow machine the time may be over before the request is sent.
            #expect(server.requests == 1 || row.error == .timedOut)
            #expect(server.requests <= 1)
        }
    }

    @Test("a server without the host's certificate, or of another Apple, gets no request")
    func otherServer() async throws {
        let other = try SimulatedApple.create()
        for (apple, hosts) in [
            (fixture.apple, ["apple-pay-gateway.coster.invalid"]), (other, ValidationTrouble.hosts),
        ] {
            try await ScriptedServer.lend(apple, answer: "x", hosts: hosts) { server in
                let client = try fixture.client(fixture.identity, server.port)
                await #expect(throws: AppleSessionError.unreachable) {
                    try await client.session(SessionFixture.request, at: ValidationTrouble.host)
                }
                #expect(server.requests == 0)
            }
        }
    }

    @Test("a port on which nobody listens is unreachable")
    func nobody() async throws {
        let port = try await {
            var port = 0
            try await fixture.lend { port = $0.port }
            return port
        }()
        let client = try fixture.client(fixture.identity, port)
        await #expect(throws: AppleSessionError.unreachable) {
            try await client.session(SessionFixture.request, at: ValidationTrouble.host)
        }
    }
}
