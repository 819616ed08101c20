import Foundation
import Testing

@Suite(
    "A certificate beside a PKCS#12 file with a key alone", .timeLimit(.minutes(20)),
    .enabled(if: OpenSSL.isThere, OpenSSL.absence))
struct CertificateBesideKeyTests {
    @Test("is imported with it as a pair; the key alone is refused")
    func pair() async throws {
        try await RunningServer.lend { server in
            try await TemporaryFolder.lend { folder in
                let identifier = "merchant.com.example.roses"
                let key = "\(folder.path)/key.pem"
                let request = "\(folder.path)/request.pem"
                let file = "\(folder.path)/key.p12"
                for arguments in [
                    ["ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key],
                    ["req", "-new", "-key", key, "-subj", "/CN=roses", "-out", request],
                    [
                        "pkcs12", "-export", "-nocerts", "-inkey", key, "-out", file, "-passout",
                        "pass:secret",
                    ],
                ] {
                    let run = try await CommandRun.run(OpenSSL.path, arguments)
                    #expect(run.ending == .exited(0), "\(run.errors)")
                }
                let data = ["--data", server.folder]
                let certificate = "\(folder.path)/apple_pay.cer"
                let password = try folder.write("secret\n", to: "password")
                _ = try await expect(
                    0, ["merchant", "create", "roses", "--apple-merchant-id", identifier] + data)
                _ = try await expect(
                    0,
                    [
                        "simulator", "certificate", "--request", request, "--apple-merchant-id",
                        identifier, "--output", certificate,
                    ] + data)
                let take = [
                    "merchant", "certificate", "roses", "--import-p12", file, "--password-file",
                    password,
                ]
                let alone = try await expect(65, take + data)
                #expect(alone.errors.contains("pkcs12-no-certificate"), "\(alone.errors)")
                let pair = try await expect(0, take + ["--import", certificate] + data)
                #expect(pair.output.contains("is in use"), "\(pair.output)")
            }
        }
    }
}
