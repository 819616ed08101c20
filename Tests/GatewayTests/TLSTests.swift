import Foundation
import Gateway
import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOSSL
import Programs
import Testing

@Suite(
    "TLS is spoken with the operator's certificate", .timeLimit(.minutes(5)),
    .enabled(if: ThrowAwayTLS.isAvailable))
struct TLSTests {
    @Test("a client that trusts the certificate is served")
    func serves() async throws {
        let files = try ThrowAwayTLS()
        try await RunningGateway.run(configure: { $0.tls = files.server }) { running in
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(files.server.certificate)
            let client = TestClient(
                host: "127.0.0.1", port: running.port,
                configuration: .init(tlsConfiguration: tls, serverName: "localhost"))
            client.connect()
            let apikey = try #require(HTTPField.Name("apikey"))
            let reply = try await client.execute(
                TestClient.Request(
                    "/parrot/green/say/hello.xml", method: .post, authority: "localhost",
                    headers: [apikey: StubBackend.secret],
                    body: ByteBuffer(string: "a-1")))
            #expect(reply.status == .ok)
            try await client.shutdown()
            #expect(running.house.asked == ["a-1"])
        }
    }

    @Test("plain HTTP at the door of TLS is not answered")
    func refusesPlain() async throws {
        let files = try ThrowAwayTLS()
        try await RunningGateway.run(configure: { $0.tls = files.server }) { running in
            try await RawClient.with(port: running.port) { client in
                try await client.send(HTTPWords(body: "a-1").text)
                client.finishSending()
                #expect(!(await client.untilClosed()).contains("HTTP/1.1 200"))
            }
            #expect(running.house.origins.isEmpty)
        }
    }

    @Test(
        "TLS 1.2 takes ECDHE with an AEAD cipher alone, with either kind of certificate",
        arguments: [
            ("rsa", "ECDHE-RSA-AES128-GCM-SHA256", true),
            ("rsa", "ECDHE-RSA-AES256-GCM-SHA384", true),
            ("rsa", "ECDHE-RSA-CHACHA20-POLY1305", true), ("rsa", "AES128-GCM-SHA256", false),
            ("rsa", "AES256-GCM-SHA384", false), ("rsa", "AES128-SHA", false),
            ("rsa", "AES256-SHA", false), ("rsa", "ECDHE-RSA-AES128-SHA", false),
            ("rsa", "ECDHE-RSA-AES256-SHA", false),
            ("ec", "ECDHE-ECDSA-AES128-GCM-SHA256", true),
            ("ec", "ECDHE-ECDSA-AES256-GCM-SHA384", true),
            ("ec", "ECDHE-ECDSA-AES128-SHA", false),
        ])
    func suites(key: String, suite: String, isTaken: Bool) async throws {
        let files = try ThrowAwayTLS(key: key)
        try await RunningGateway.run(configure: { $0.tls = files.server }) { running in
            // Level 0: openssl itself must not leave the suite out.
            let arguments = [
                "s_client", "-connect", "127.0.0.1:\(running.port)", "-tls1_2", "-cipher",
                "\(suite):@SECLEVEL=0",
            ]
            let status: Int32? = await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let ending = try? Program("/usr/bin/openssl").run(arguments)
                    continuation.resume(returning: ending?.status)
                }
            }
            #expect(status == (isTaken ? 0 : 1))
        }
    }

    @Test("files that are none, or do not belong together, are known before the first client")
    func wrongFiles() throws {
        let one = try ThrowAwayTLS()
        let other = try ThrowAwayTLS()
        let (certificate, key) = (one.server.certificate, one.server.key)
        try one.server.check()
        for (files, error) in [
            (TLSFiles(certificate: key, key: key), GatewayError.badCertificate),
            (TLSFiles(certificate: "/nowhere", key: key), .badCertificate),
            (TLSFiles(certificate: certificate, key: certificate), .badKey),
            (TLSFiles(certificate: certificate, key: other.server.key), .keyMismatch),
        ] {
            #expect(throws: error) { try files.check() }
        }
    }
}

/// A certificate for `localhost` and its key, made by openssl for one test.
struct ThrowAwayTLS {
    private struct NotMade: Error {}

    static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")

    let server: TLSFiles

    /// - Parameter key: The kind of its key: `ec` or `rsa`.
    init(key: String = "ec") throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "gateway-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        server = TLSFiles(
            certificate: folder.appending(path: "certificate.pem").path,
            key: folder.appending(path: "key.pem").path)
        let openssl = try Program("/usr/bin/openssl").run([
            "req", "-x509", "-newkey", key, "-pkeyopt",
            key == "ec" ? "ec_paramgen_curve:prime256v1" : "rsa_keygen_bits:2048", "-nodes",
            "-keyout", server.key, "-out", server.certificate, "-days", "2", "-subj",
            "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        ])
        guard openssl.status == 0 else { throw NotMade() }
    }
}
