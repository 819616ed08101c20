import CosterKit
import Foundation
import Testing

#if DEBUG
    @Suite("Simulator tokens in a debug build", .timeLimit(.minutes(5)))
    struct SimulatorTokenTests {
        @Test(
            "an empty token is replaced by one that the sandbox mints, bare or in its outer JSON",
            arguments: [Samples.json(), "{\"paymentData\":\(Samples.json())}"])
        @MainActor
        func minted(reply: String) async throws {
            let transport = ScriptedTransport { request in
                #expect(
                    request.url.absoluteString == "http://127.0.0.1:8080/sandbox/apple-pay/token")
                let body = String(decoding: request.body.secret, as: UTF8.self)
                #expect(
                    body == """
                        {"amount":"14.99","currency":"USD",\
                        "merchantIdentifier":"merchant.com.example"}
                        """)
                return .success(HTTPResponse(status: 200, body: Data(reply.utf8)))
            }
            let simulator = SimulatorTokens(
                sandbox: try Samples.url("http://127.0.0.1:8080/"), transport: transport)
            let steps = PaymentSteps.steps(
                tokenizer: try ScriptedTokenizer.willing(), simulator: simulator
            ) { .paid(reference: "1") }
            let sheet = TestSheet()
            let flow = try sheet.flow(steps) { $0.authorized(Data()) }
            #expect(await flow.run() == .paid(reference: "1"))
        }

        @Test(
            "without a sandbox there, the empty token is named as before",
            arguments: [404, 500, 200])
        func refused(status: Int) async throws {
            let simulator = SimulatorTokens(
                sandbox: try Samples.url("http://127.0.0.1:8080"),
                transport: ScriptedTransport(status: status, ""))
            await #expect(throws: TokenError.simulatorToken) {
                try await simulator.mint(for: Samples.checkout())
            }
        }

        @Test("no token is asked of a server without TLS on another machine")
        func insecure() async throws {
            let transport = ScriptedTransport { _ in
                Issue.record("a request was sent")
                return .failure(.notSent)
            }
            let simulator = SimulatorTokens(
                sandbox: try Samples.url("http://sandbox.example"), transport: transport)
            await #expect(throws: TokenError.simulatorToken) {
                try await simulator.mint(for: Samples.checkout())
            }
        }
    }
#endif

/// Built and run by `make kits` for release; for debug the suite says only what a real token does.
@Suite("Simulator tokens in every build", .timeLimit(.minutes(5)))
struct ReleaseTests {
    @Test("a release build asks nobody, and names the simulator's empty token")
    func neverInRelease() async throws {
        #if !DEBUG
            let transport = ScriptedTransport { _ in
                Issue.record("a release build asked the sandbox")
                return .success(HTTPResponse(status: 200, body: Data(Samples.json().utf8)))
            }
            let simulator = SimulatorTokens(
                sandbox: try Samples.url("http://127.0.0.1:8080"), transport: transport)
            await #expect(throws: TokenError.simulatorToken) {
                try await simulator.mint(for: Samples.checkout())
            }
        #endif
    }

    @Test("a device's token is never replaced")
    @MainActor
    func deviceToken() async throws {
        let simulator = SimulatorTokens(
            sandbox: try Samples.url("http://127.0.0.1:8080"),
            transport: ScriptedTransport { _ in
                Issue.record("a real token was replaced")
                return .failure(.notSent)
            })
        let steps = PaymentSteps.steps(
            tokenizer: try ScriptedTokenizer.willing(), simulator: simulator
        ) { .paid(reference: "1") }
        let sheet = TestSheet()
        let flow = try sheet.flow(steps) { $0.authorized(Data(Samples.json().utf8)) }
        #expect(await flow.run() == .paid(reference: "1"))
    }
}
