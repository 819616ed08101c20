import AppleSimulator
import Foundation
import PaymentDomain
import StrictCoding
import Testing

@testable import CosterServer

/// A page of the sandbox's merchant, which asks the built server.
struct SandboxPage: Sendable {
    static let origin = "http://localhost:3000"
    static let host = "apple-pay-gateway.coster.test"

    let server: RunningServer
    var key = "cpk_sandbox"
    var origin = SandboxPage.origin

    /// Asks for a session.
    func ask(_ validationURL: String? = nil) async throws -> HTTPReply {
        let body = validationURL.map { "{\"validationURL\":\"\($0)\"}" } ?? ""
        let (key, origin, port) = (key, origin, server.port)
        return try await onThread {
            try HTTPConnection(port: port).exchange(
                "POST", "/applepay/session?key=\(key)",
                headers: [
                    ("Origin", origin), ("Sec-Fetch-Site", "cross-site"),
                    ("Content-Type", "application/json"),
                ], body: Array(body.utf8))
        }
    }

    /// The URL of the simulated Apple that makes a trouble.
    static func url(_ trouble: ValidationTrouble? = nil) -> String {
        let label = trouble.map { "\($0.rawValue)." } ?? ""
        return "https://\(label)\(host)/paymentservices/startSession"
    }

    /// What a device says of a session.
    func accept(
        _ session: HTTPReply, host: String = "localhost"
    ) async throws -> SessionCheck.Accepted {
        let apple = try SimulatedAppleStore(directory: server.folder).apple()
        return try await SessionCheck(apple).accept(session.body, host: host, at: presentTime())
    }
}

@Suite("Sessions for pages, over mutual TLS with the simulated Apple", .timeLimit(.minutes(20)))
struct SessionTests {
    @Test("a page gets a session that a device takes, and no session goes to the log")
    func session() async throws {
        try await RunningServer.lend { server in
            let page = SandboxPage(server: server)
            for url in [nil, SandboxPage.url()] {
                let reply = try await page.ask(url)
                #expect(reply.status == 200, "\(reply.text)")
                #expect(reply.headers["cache-control"] == "no-store")
                #expect(reply.headers["access-control-allow-origin"] == SandboxPage.origin)
                #expect(reply.headers["vary"] == "Origin")
                let accepted = try await page.accept(reply)
                #expect(accepted.isForThisEnvironment && !accepted.displayName.isEmpty)
                let json = try JSONValue(reading: reply.body).object
                let name = try #require(json?["merchantSessionIdentifier"]?.text)
                let log = try String(
                    contentsOfFile: RunningServer.logFile(server.folder), encoding: .utf8)
                #expect(!log.contains(name))
            }
            await #expect(throws: SessionProblem.otherDomain) {
                try await page.accept(try await page.ask(), host: "127.0.0.1")
            }
        }
    }

    @Test("each trouble that the simulated Apple makes has its own reply")
    func troubles() async throws {
        try await RunningServer.lend { server in
            let page = SandboxPage(server: server)
            let refused = try await page.ask(SandboxPage.url(.refused))
            #expect(refused.status == 502 && refused.text.contains("\"apple-refused\""))
            #expect(refused.text.contains("Payment Services Exception Forbidden"))
            let slow = try await page.ask(SandboxPage.url(.slow))
            #expect(slow.status == 504 && slow.text.contains("\"apple-timeout\""))
            let expired = try await page.ask(SandboxPage.url(.expired))
            await #expect(throws: SessionProblem.expired) { try await page.accept(expired) }
            let other = try await page.ask(SandboxPage.url(.otherEnvironment))
            #expect(try await page.accept(other).isForThisEnvironment == false)
            let apple = try await page.ask("https://apple-pay-gateway.apple.com/x")
            #expect(apple.status == 400 && apple.text.contains("\"apple-host-not-allowed\""))
        }
    }

    @Test("pages of others get 403 without leave to read it, and unknown keys 401")
    func strangers() async throws {
        try await RunningServer.lend { server in
            let stranger = try await SandboxPage(server: server, origin: "https://evil.example")
                .ask()
            #expect(stranger.status == 403 && stranger.text.contains("\"origin-not-allowed\""))
            #expect(stranger.headers["access-control-allow-origin"] == nil)
            let unknown = try await SandboxPage(server: server, key: "cpk_none").ask()
            #expect(unknown.status == 401 && unknown.text.contains("\"unauthorized\""))
            let url = try await SandboxPage(server: server).ask("https://evil.example/x")
            #expect(url.status == 400 && url.text.contains("\"validation-url-not-apple\""))
        }
    }

    @Test("an operator gives a merchant its identity certificate, and renews it without a gap")
    func renewal() async throws {
        try await RunningServer.lend { server in
            let data = ["--data", server.folder]
            _ = try await OwnMerchant.setUp(on: server)
            let name = OwnMerchant.name
            try await expect(0, ["merchant", "domain", "add", name, "flowers.example"] + data)
            let key = try await expect(
                0, ["merchant", "publishable-key", "create", name] + data
            ).output.trimmingCharacters(in: .whitespacesAndNewlines)
            let page = SandboxPage(server: server, key: key, origin: "https://flowers.example")
            let missing = try await page.ask()
            #expect(missing.status == 503)
            #expect(missing.text.contains("\"identity-certificate-missing\""))
            let doctor = try await CommandRun.coster(["doctor", "--sandbox"] + data)
            #expect(doctor.output.contains("domain-without-identity"))
            try await identity(server)
            let first = try await page.ask()
            #expect(first.status == 200, "\(first.text)")
            #expect(try await page.accept(first, host: "flowers.example").displayName == name)
            try await identity(server)
            #expect(try await page.ask().status == 200)
            let certificate = ["merchant", "certificate", name, "--identity", "--retire", "2"]
            try await expect(0, certificate + data)
            #expect(try await page.ask().status == 200)
        }
    }

    /// Requests an identity certificate, has the simulator issue it, and imports it.
    private func identity(_ server: RunningServer) async throws {
        try await TemporaryFolder.lend { folder in
            let data = ["--data", server.folder]
            let request = try await expect(
                0, ["merchant", "csr", OwnMerchant.name, "--identity"] + data)
            let answer = "\(folder.path)/identity.cer"
            try await expect(
                0,
                [
                    "simulator", "certificate", "--identity", "--request",
                    try folder.write(request.output, to: "csr"), "--apple-merchant-id",
                    OwnMerchant.appleMerchantID, "--output", answer,
                ] + data)
            try await expect(
                0,
                ["merchant", "certificate", OwnMerchant.name, "--identity", "--import", answer]
                    + data)
        }
    }
}
