import Foundation
import Programs
import Testing

@testable import CosterServer

@Suite("coster checkout verify", .timeLimit(.minutes(20)))
struct CheckoutVerifyTests {
    /// The path of an order's page.
    private static func page(of server: RunningServer) async throws -> String {
        let order = ["order", "create", "sandbox", "--amount", "1.00", "--currency", "USD"]
        let made = try await expect(
            0, order + ["--reference", "verified", "--link", "--data", server.folder])
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("finds a sandbox's page as this build writes it, and tells it from a production page")
    func sandbox() async throws {
        try await RunningServer.lend { server in
            let url = "http://127.0.0.1:\(server.port)\(try await Self.page(of: server))"
            let good = try await expect(0, ["checkout", "verify", "--sandbox", url])
            #expect(good.output.hasPrefix("ok: the page is this build's: "))
            let json = try await expect(0, ["checkout", "verify", "--sandbox", url, "--json"]).json
            #expect(json["is_unchanged"] as? Bool == true)
            #expect((json["files"] as? [Any])?.count == 3)
            let production = try await expect(1, ["checkout", "verify", url])
            #expect(production.output.hasPrefix("script-added: <script src=\"/sandbox/"))
            let missing = try await expect(1, ["checkout", "verify", "\(url)x", "--json"])
            #expect(missing.output.contains(#""kind":"status""#))
        }
    }

    @Test(
        "a page over TLS must keep browsers there", .enabled(if: OpenSSL.isThere, OpenSSL.absence))
    func transport() async throws {
        try await TemporaryFolder.lend { place in
            let own = try await OpenSSL.makeCertificate(
                at: "\(place.path)/own", for: "DNS:pay.example")
            let data = "\(place.path)/data"
            try makeFolder(data)
            let server = try await RunningServer.start(
                data,
                [
                    "COSTER_TLS_CERTIFICATE_FILE": own.certificate, "COSTER_TLS_KEY_FILE": own.key,
                ])
            let url = "https://pay.example\(try await Self.page(of: server))"
            let verify = ["checkout", "verify", "--sandbox", url, "--root", own.certificate]
            let there = ["--connect-to", "127.0.0.1:\(server.port)"]
            let good = try await expect(0, verify + there)
            #expect(good.output.hasPrefix("ok: "), "\(good.output)")
            #expect(await server.stop() == .exited(0))
            try await expect(69, verify + there)
        }
    }

    @Test(
        "takes https alone, but for a sandbox on this machine",
        arguments: [
            "http://pay.example/pay/x", "pay.example", "ftp://localhost/x", "",
            "https://user@pay.example/pay/x", "http://localhost.evil.example/x",
        ])
    func url(_ text: String) async throws {
        try await expect(64, ["checkout", "verify", text])
    }
}
