import Foundation
import Testing

@Suite(
    "coster token open with a PKCS#12 file", .timeLimit(.minutes(20)),
    .enabled(if: OpenSSL.isThere, OpenSSL.absence))
struct TokenOpenPKCS12Tests {
    /// A merchant's pair as Keychain exports it, its password, and a token for it.
    private struct Export {
        let file: String
        let password: String
        let token: String
        let root: String

        /// The arguments that open the token with a key.
        func open(_ key: [String]) -> [String] {
            ["token", "open"] + key + ["--root", root, token]
        }
    }

    private func export(_ place: TemporaryFolder, _ version: String) async throws -> Export {
        let data = place.path
        let token = try await expect(
            0, ["token", "mint", "--data", data, "--version", version])
        let merchant = "\(data)/simulator/merchants/\(RunningServer.merchantIdentifier)"
        let name = version == "EC_v1" ? "ec" : "rsa"
        let file = "\(place.path)/pair.p12"
        let made = try await CommandRun.run(
            OpenSSL.path,
            [
                "pkcs12", "-export", "-inkey", "\(merchant)/\(name).key.pem", "-in",
                "\(merchant)/\(name).cert.pem", "-out", file, "-passout", "pass:secret",
            ])
        #expect(made.ending == .exited(0), "\(made.errors)")
        return Export(
            file: file, password: try place.write("secret\n", to: "password"),
            token: try place.write(token.output, to: "token.json"),
            root: "\(data)/simulator/root.cert.pem")
    }

    @Test("it brings the key and its certificate", arguments: ["EC_v1", "RSA_v1"])
    func opens(_ version: String) async throws {
        try await TemporaryFolder.lend { place in
            let export = try await export(place, version)
            let key = ["--key", export.file, "--password-file", export.password]
            let run = try await expect(0, export.open(key))
            #expect(run.json["payload"] != nil)
        }
    }

    @Test(
        "a file without its password is refused with the flag to give, also without a certificate")
    func withoutPassword() async throws {
        try await TemporaryFolder.lend { place in
            let export = try await export(place, "EC_v1")
            let run = try await expect(65, export.open(["--key", export.file]))
            #expect(run.errors.contains("--password-file"), "\(run.errors)")
        }
    }

    @Test(
        "a byte order mark before the password is skipped",
        arguments: [[0xEF, 0xBB, 0xBF] + Array("secret\n".utf8), utf16])
    func byteOrderMark(_ password: [UInt8]) async throws {
        try await TemporaryFolder.lend { place in
            let export = try await export(place, "EC_v1")
            let file = "\(place.path)/marked"
            try Data(password).write(to: URL(filePath: file))
            _ = try await expect(
                0, export.open(["--key", export.file, "--password-file", file]))
        }
    }

    /// As a shell of Windows writes it.
    private static let utf16: [UInt8] =
        [0xFF, 0xFE] + Array("secret\r\n".utf8).flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }

    @Test("a wrong or missing password is bad input; a key alone still needs its merchant")
    func refused() async throws {
        try await TemporaryFolder.lend { place in
            let export = try await export(place, "EC_v1")
            for (password, code) in [
                ("wrong\n", "pkcs12-password-wrong"), ("", "pkcs12-password-unsuitable"),
            ] {
                let file = try place.write(password, to: "refused")
                let key = ["--key", export.file, "--password-file", file]
                let run = try await expect(65, export.open(key))
                #expect(run.errors.contains(code), "\(run.errors)")
            }
            let merchant =
                "\(place.path)/data/simulator/merchants/\(RunningServer.merchantIdentifier)"
            let alone = ["--key", "\(merchant)/ec.key.pem", "--password-file", export.password]
            let nameless = try await expect(64, export.open(alone))
            #expect(nameless.errors.contains("--merchant-id"))
        }
    }
}
