import Foundation
import Programs
import Testing

@testable import CosterServer

@Suite(
    "coster merchant domain check", .timeLimit(.minutes(20)),
    .enabled(if: OpenSSL.isThere, OpenSSL.absence))
struct DomainCheckTests {
    @Test("compares what the domain serves over HTTPS with the registered file")
    func check() async throws {
        try await TemporaryFolder.lend { place in
            let own = try await OpenSSL.makeCertificate(
                at: "\(place.path)/own", for: "DNS:shop.example")
            for folder in ["data", "here"] { try makeFolder("\(place.path)/\(folder)") }
            let server = try await RunningServer.start(
                "\(place.path)/data",
                [
                    "COSTER_TLS_CERTIFICATE_FILE": own.certificate, "COSTER_TLS_KEY_FILE": own.key,
                ])
            // The server works on one folder, and the operator checks against another's: it has what Apple gave last.
            let there = server.folder
            let here = "\(place.path)/here"
            for folder in [there, here] {
                try await expect(
                    0,
                    [
                        "merchant", "create", "shop", "--apple-merchant-id", "merchant.shop",
                        "--data", folder,
                    ])
            }
            func add(_ text: String, _ folder: String) async throws {
                let file = try place.write(text, to: "association")
                try await expect(
                    0,
                    [
                        "merchant", "domain", "add", "shop", "shop.example", "--file", file,
                        "--data", folder,
                    ])
            }
            func check(_ code: Int32, _ more: String...) async throws -> CommandRun {
                try await expect(
                    code,
                    [
                        "merchant", "domain", "check", "shop", "shop.example", "--data", here,
                        "--connect-to", "127.0.0.1:\(server.port)",
                    ] + more)
            }
            try await expect(
                0, ["merchant", "domain", "add", "shop", "shop.example", "--data", here])
            #expect(try await check(1).errors.contains("has no association file"))
            try await add("7B2270", here)
            let trust = ["--root", own.certificate]
            #expect(try await check(1, trust[0], trust[1]).errors.contains("HTTP 404"))
            try await add("7B2271", there)
            #expect(try await check(1, trust[0], trust[1]).errors.contains("byte 5 differs"))
            try await add("7B2270\n", there)
            #expect(try await check(1, trust[0], trust[1]).errors.contains("serves 7 bytes"))
            try await add("7B2270", there)
            let good = try await check(0, trust[0], trust[1])
            #expect(good.output.hasPrefix("ok: https://shop.example/.well-known/"))
            #expect(try await check(69).errors.contains("TLS failed"))
            _ = try await expect(
                64,
                [
                    "merchant", "domain", "check", "shop", "shop.example", "--data", here,
                    "--connect-to", "nowhere",
                ])
            #expect(await server.stop() == .exited(0))
            #expect(
                try await check(69, trust[0], trust[1]).errors.contains("the connection failed"))
        }
    }
}
