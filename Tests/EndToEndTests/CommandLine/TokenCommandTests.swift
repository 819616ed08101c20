import AppleSimulator
import Foundation
import PaymentDomain
import Testing

/// A card in a token of a version.
struct MintedToken: Sendable, CustomTestStringConvertible {
    let card: TestCard
    let version: SimulatedTokenVersion

    var testDescription: String { "\(card.rawValue) \(version.rawValue)" }

    static let all = TestCard.allCases.flatMap { card in
        SimulatedTokenVersion.allCases.map { MintedToken(card: card, version: $0) }
    }
}

@Suite("coster token", .timeLimit(.minutes(20)), .server())
struct TokenCommandTests {
    private let folder: String

    init() throws {
        folder = try #require(RunningServer.ofSuite).folder
    }

    private func mint(_ minted: MintedToken, _ more: [String] = []) async throws -> CommandRun {
        try await CommandRun.coster(
            [
                "token", "mint", "--data", folder, "--card", minted.card.rawValue, "--version",
                minted.version.rawValue,
            ] + more)
    }

    private var root: [String] { ["--root", "\(folder)/simulator/root.cert.pem"] }

    private func keys(_ version: SimulatedTokenVersion) -> [String] {
        let merchant = "\(folder)/simulator/merchants/\(RunningServer.merchantIdentifier)"
        let name = version == .ecV1 ? "ec" : "rsa"
        return [
            "--key", "\(merchant)/\(name).key.pem", "--certificate",
            "\(merchant)/\(name).cert.pem",
        ]
    }

    @Test("a minted token verifies and opens", arguments: MintedToken.all)
    func roundTrip(_ minted: MintedToken) async throws {
        let token = try await mint(minted)
        #expect(token.ending == .exited(0), "\(token.errors)")

        let verified = try await CommandRun.coster(
            ["token", "verify"] + root + ["-"], input: token.output)
        #expect(verified.ending == .exited(0), "\(verified.errors)")
        #expect(verified.json["valid"] as? Bool == true)
        #expect(verified.json["version"] as? String == minted.version.rawValue)
        for member in ["signedAt", "transactionId", "publicKeyHash", "signer"] {
            #expect(verified.json[member] is String, "\(member)")
        }

        let open = ["token", "open"] + keys(minted.version) + root
        let masked = try await CommandRun.coster(open + ["-"], input: token.output)
        #expect(masked.ending == .exited(0), "\(masked.errors)")
        let shown = try #require(masked.json["payload"] as? [String: Any])
        #expect(shown["transactionAmount"] as? Int == 1499)
        let number = try #require(shown["applicationPrimaryAccountNumber"] as? String)
        #expect(number.hasSuffix("*\(minted.card.lastFour)"))

        let revealed = try await CommandRun.coster(open + ["--reveal", "-"], input: token.output)
        let payload = try #require(revealed.json["payload"] as? [String: Any])
        let digits = try #require(payload["applicationPrimaryAccountNumber"] as? String)
        let proof = try #require(payload["paymentData"] as? [String: Any])
        let cryptogram = try #require(proof["onlinePaymentCryptogram"] as? String)
        #expect(digits.hasSuffix(minted.card.lastFour) && digits.utf8.count > 14)
        #expect(Data(base64Encoded: cryptogram)?.count == 20)
        #expect(!masked.output.contains(digits) && !masked.output.contains(cryptogram))
    }

    @Test("a file may hold the outer PKPaymentToken")
    func outerToken() async throws {
        let token = try await mint(MintedToken(card: .visa, version: .ecV1))
        let outer = """
            {"paymentMethod":{"network":"Visa"},"transactionIdentifier":"AB",\
            "paymentData":\(token.output)}
            """
        try await TemporaryFolder.lend { place in
            let file = try place.write(outer, to: "token.json")
            let verified = try await CommandRun.coster(["token", "verify"] + root + [file])
            #expect(verified.ending == .exited(0), "\(verified.errors)")
            let opened = try await CommandRun.coster(
                ["token", "open"] + keys(.ecV1) + root + [file])
            #expect(opened.ending == .exited(0), "\(opened.errors)")
        }
    }

    @Test("--amount, --currency, --merchant-id and --at are in the token")
    func mintOptions() async throws {
        let token = try await mint(
            MintedToken(card: .amex, version: .ecV1),
            [
                "--amount", "250", "--currency", "JPY", "--merchant-id", "merchant.test.other",
                "--at", "2026-01-02T03:04:05Z",
            ])
        let opened = try await CommandRun.coster(
            [
                "token", "open", "--key",
                "\(folder)/simulator/merchants/merchant.test.other/ec.key.pem", "--merchant-id",
                "merchant.test.other", "--at", "2026-01-02T03:04:06Z", "-",
            ] + root, input: token.output)
        #expect(opened.ending == .exited(0), "\(opened.errors)")
        let payload = try #require(opened.json["payload"] as? [String: Any])
        #expect(payload["transactionAmount"] as? Int == 250)
        #expect(payload["currencyCode"] as? String == "392")
        #expect((opened.json["signedAt"] as? String)?.hasPrefix("2026-01-02T03:04:05") == true)
    }

    @Test("--root takes the place of Apple's root, and --max-age that of five minutes")
    func rootsAndAge() async throws {
        let token = try await mint(
            MintedToken(card: .visa, version: .ecV1), ["--at", "2026-01-02T03:00:00Z"])
        let later = ["--at", "2026-01-02T03:10:00Z", "-"]
        let cases: [(arguments: [String], code: String?)] = [
            (["--at", "2026-01-02T03:00:01Z", "-"], "untrusted-root"),
            (root + later, "stale-signing-time"),
            (root + ["--max-age", "600"] + later, nil),
            (root + ["--max-age", "599"] + later, "stale-signing-time"),
        ]
        for (arguments, code) in cases {
            let run = try await CommandRun.coster(
                ["token", "verify"] + arguments, input: token.output)
            if let code {
                expectRefused(run, code)
            } else {
                #expect(run.ending == .exited(0), "\(run.errors)")
            }
        }
    }

    @Test("an invalid key, or a missing file, is bad input")
    func badFiles() async throws {
        let token = try await mint(MintedToken(card: .visa, version: .ecV1))
        try await TemporaryFolder.lend { place in
            let file = try place.write("no key", to: "key")
            for key in [file, "\(place.path)/absent"] {
                let run = try await CommandRun.coster(
                    ["token", "open", "--key", key, "--merchant-id", "m", "-"] + root,
                    input: token.output)
                #expect(run.ending == .exited(65), "\(run.errors)")
            }
            let absent = try await CommandRun.coster(
                ["token", "verify", "\(place.path)/absent"])
            #expect(absent.ending == .exited(65))
        }
    }
}

/// Expects a refused token as the contract has it: exit code 65, one line of reason, and the verdict as JSON.
func expectRefused(
    _ run: CommandRun, _ code: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(run.ending == .exited(65), sourceLocation: sourceLocation)
    #expect(
        run.output == "{\"valid\":false,\"code\":\"\(code)\"}\n", sourceLocation: sourceLocation)
    #expect(run.errors.hasPrefix("refused: \(code): "), sourceLocation: sourceLocation)
    #expect(run.errorLines == 1, sourceLocation: sourceLocation)
}
