import ApplePayToken
import ArgumentParser
import CosterServer
import Foundation
import PaymentDomain

/// `coster token verify`: checks that Apple signed it, and recently.
struct TokenVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check that Apple signed a token, and recently.",
        discussion: Examples.text([
            "coster token verify token.json",
            "coster token verify --root root.pem --at 2026-11-21T08:00:00Z token.json",
        ]))

    @OptionGroup var verification: VerificationOptions

    func run() async throws {
        try await TokenReport.guarding {
            let verified = try await verification.verify()
            print("{\(try TokenReport.members(of: verified))}")
        }
    }
}

/// The options of `verify` and `open`.
struct VerificationOptions: ParsableArguments {
    @Option(help: "A root certificate in PEM, in place of Apple Root CA - G3; may be repeated.")
    var root: [String] = []

    @Option(help: "When the token was received, ISO 8601 with a zone. (default: now)")
    var at: String?

    @Option(name: .customLong("max-age"), help: "How many seconds old the signature may be.")
    var maxAge: Int64 = 300

    @Argument(help: "The token's JSON, paymentData or PKPaymentToken; - for standard input.")
    var file: String

    func validate() throws {
        guard maxAge > 0 else { throw ValidationError("--max-age must be above zero.") }
        _ = try moment()
    }

    func verify() async throws -> VerifiedPaymentToken {
        let now = try moment()
        let roots =
            try root.isEmpty
            ? [AppleRoots.g3] : root.flatMap { try Files.certificates($0) }
        let verifier = PaymentTokenVerifier(
            roots: roots,
            policy: VerificationPolicy(maximumAgeSeconds: maxAge, allowsSandboxSigner: true))
        let token = try PaymentToken(json: try Files.bytes(file, limit: TokenLimits.jsonBytes + 1))
        return try await verifier.verify(token, at: now)
    }

    func moment() throws -> Timestamp { try DateOption.time(at) }
}

/// Prints the result of a token.
enum TokenReport {
    /// Runs a check; a refused token prints its verdict and ends with exit code 65.
    static func guarding(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let refusal as PaymentTokenError {
            print("{\"valid\":false,\"code\":\"\(refusal.code)\"}")
            throw CosterFailure(.badInput, "refused: \(refusal.code): \(sentence(of: refusal))")
        }
    }

    /// The message about a refused token; that about the root says how to accept the simulator's.
    static func sentence(of refusal: PaymentTokenError) -> String {
        guard refusal == .untrustedRoot else { return refusal.sentence }
        return
            "The token wasn't signed by Apple. To accept simulator tokens, run `coster simulator root > root.pem` and pass `--root root.pem`."
    }

    /// The members that `verify` and `open` print alike.
    static func members(of verified: VerifiedPaymentToken) throws -> String {
        let token = verified.token
        let hash = token.publicKeyHashBase64 ?? ""
        return [
            "\"valid\":true",
            "\"version\":\"\(token.version.rawValue)\"",
            "\"signedAt\":\"\(verified.signedAt.iso8601Seconds)\"",
            "\"transactionId\":\"\(token.transactionID.value)\"",
            "\"publicKeyHash\":\"\(hash)\"",
            "\"signer\":\(try text(verified.signerName))",
        ].joined(separator: ",")
    }

    private static func text(_ value: String) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
