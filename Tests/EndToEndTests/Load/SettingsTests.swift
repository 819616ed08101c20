import Foundation
import PaymentDomain
import Programs
import Testing

@Suite("A server's limits and TLS, as its settings have them", .timeLimit(.minutes(20)))
struct SettingsTests {
    @Test("beyond its queue a server refuses at once, and stores nothing of the refused request")
    func sheds() async throws {
        try await RunningServer.lend([
            "COSTER_ACQUIRER_TIMEOUT_SECONDS": "1", "COSTER_MAX_CONCURRENT_REQUESTS": "1",
            "COSTER_MAX_QUEUED_REQUESTS": "1",
        ]) { server in
            let shop = RadialShop(server: server)
            let amount = try dollars("7100.02")
            let messages = try (0..<6).map { _ -> (order: String, message: RadialMessage) in
                let order = newName()
                return (order, try shop.wallet(amount, order: order))
            }
            let replies = try await onThreads(messages.count) { index in
                try HTTPConnection(port: server.port).send(messages[index].message)
            }
            let refused = replies.filter { $0.status == 503 }
            #expect(!refused.isEmpty && refused.count < replies.count)
            for reply in refused {
                #expect(reply.faultCode == "ServiceUnavailableException")
                #expect(reply.headers["retry-after"] != nil)
            }
            let both = try await EachDatabase.settled(server)
            for (reply, message) in zip(replies, messages) {
                #expect(both.payments(of: message.order).isEmpty == (reply.status == 503))
            }
        }
    }

    @Test("the limit of a body is a setting")
    func bodyLimit() async throws {
        try await RunningServer.lend(["COSTER_BODY_LIMIT": "1000"]) { server in
            let shop = RadialShop(server: server)
            let reply = try await shop.send(try shop.wallet(try dollars("1.00"), order: newName()))
            #expect(reply.status == 413 && reply.faultCode == "RequestTooLargeException")
        }
    }

    @Test("the age of a token is a setting")
    func tokenAge() async throws {
        try await RunningServer.lend(["COSTER_TOKEN_MAX_AGE_SECONDS": "60"]) { server in
            let shop = RadialShop(server: server)
            let amount = try dollars("1.00")
            let old = try shop.token(amount, at: presentTime().adding(seconds: -90))
            let reply = try await shop.send(shop.wallet(old, amount, order: newName()))
            #expect(reply.faultReason == "stale-signing-time")
            _ = try await shop.approved(amount)
        }
    }

    @Test(
        "with a certificate and a key a server speaks TLS, and nothing else",
        .enabled(if: OpenSSL.isThere, OpenSSL.absence))
    func tls() async throws {
        try await TemporaryFolder.lend { place in
            let (certificate, key) = try await OpenSSL.makeCertificate(
                at: "\(place.path)/own", for: "IP:127.0.0.1")
            let child = try Child(
                Child.Launch(
                    program: Places.coster,
                    arguments: [
                        "serve", "--sandbox", "--listen", "127.0.0.1:0", "--data",
                        "\(place.path)/data",
                    ],
                    environment: [
                        "COSTER_TLS_CERTIFICATE_FILE": certificate, "COSTER_TLS_KEY_FILE": key,
                    ], errorFile: "\(place.path)/errors"))
            let line = await child.firstLine() ?? ""
            #expect(line.hasPrefix("coster: ready on https://127.0.0.1:"))
            let port = line.split(separator: ":").last.flatMap { Int($0) } ?? 0
            let spoken = try await CommandRun.run(
                OpenSSL.path,
                [
                    "s_client", "-connect", "127.0.0.1:\(port)", "-CAfile", certificate,
                    "-verify_return_error", "-verify_ip", "127.0.0.1", "-quiet",
                ], input: "GET /health/ready HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            #expect(spoken.output.hasPrefix("HTTP/1.1 200 "), "\(spoken.errors)")
            await #expect(throws: WireError.self) {
                try await onThread {
                    _ = try HTTPConnection(port: port).exchange("GET", "/health/ready")
                }
            }
            child.signal(SIGTERM)
            #expect(await child.ending() == .exited(0))
        }
    }

    @Test("an unusable certificate, or one without its key, is reported by its name")
    func badTLS() async throws {
        try await TemporaryFolder.lend { place in
            let file = try place.write("no certificate", to: "cert.pem")
            for environment in [
                ["COSTER_TLS_CERTIFICATE_FILE": file],
                ["COSTER_TLS_CERTIFICATE_FILE": file, "COSTER_TLS_KEY_FILE": file],
            ] {
                let run = try await CommandRun.coster(
                    [
                        "serve", "--sandbox", "--listen", "127.0.0.1:0", "--data",
                        "\(place.path)/data",
                    ], environment: environment)
                #expect(run.ending == .exited(78))
                #expect(run.errors.contains("TLS"))
            }
        }
    }
}
