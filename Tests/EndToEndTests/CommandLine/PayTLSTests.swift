import Glibc
import Programs
import Testing

@Suite(
    "coster pay over TLS", .timeLimit(.minutes(20)), .enabled(if: OpenSSL.isThere, OpenSSL.absence))
struct PayTLSTests {
    @Test("a server whose certificate is not trusted differs from a missing one")
    func untrusted() async throws {
        try await TemporaryFolder.lend { place in
            let own = try await OpenSSL.makeCertificate(
                at: "\(place.path)/own", for: "IP:127.0.0.1")
            let data = "\(place.path)/data"
            let server = try Child(
                Child.Launch(
                    program: Places.coster,
                    arguments: [
                        "serve", "--sandbox", "--listen", "127.0.0.1:0", "--data", data,
                    ],
                    environment: [
                        "COSTER_TLS_CERTIFICATE_FILE": own.certificate,
                        "COSTER_TLS_KEY_FILE": own.key,
                    ], errorFile: "\(place.path)/server.log"))
            let line = await server.firstLine() ?? ""
            let url = line.replacing("coster: ready on ", with: "")
            #expect(url.hasPrefix("https://127.0.0.1:"), "\(line)")
            let run = try await expect(69, ["pay", "radial", "--url", url, "--data", data])
            #expect(run.errors.contains("TLS failed"), "\(run.errors)")
            #expect(!run.errors.contains("coster serve --sandbox"), "\(run.errors)")
            server.signal(SIGTERM)
            #expect(await server.ending() == .exited(0))
        }
    }
}
