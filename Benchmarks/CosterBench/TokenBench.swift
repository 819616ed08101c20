import AppleSimulator
import ApplePayToken
import ArgumentParser
import Crypto
import Foundation
import PaymentDomain
import X509

/// Verify and decrypt, against the curve operations that no implementation can do without.
struct TokenBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Verify and decrypt, warm and with the chain anew.")

    @Option(help: "How many tokens.")
    var count = 4_000

    func run() async throws {
        let limit = try CurveLimit.measure(count)
        Figure(bench: "p256-verify", value: limit.verifies, unit: "1/cpu-s").report()
        Figure(bench: "p256-key-agreement", value: limit.agreements, unit: "1/cpu-s").report()
        let warm = try await TokenBench.openings(count, cachesChains: true)
        Figure(
            bench: "token-open-warm", value: warm, unit: "1/cpu-s",
            ratio: warm / limit.tokens, of: "P-256 verify + ECDH of the same library"
        ).report()
        let cold = try await TokenBench.openings(count / 8, cachesChains: false)
        Figure(
            bench: "token-open-chain-anew", value: cold, unit: "1/cpu-s",
            ratio: cold / limit.tokens, of: "P-256 verify + ECDH of the same library"
        ).report()
    }

    /// What a load measured, and tokens per CPU second, half of them before it and half after: a machine that others use
    /// too is not as fast now as it was a minute ago.
    static func beside<Measured>(
        _ load: () throws -> Measured
    ) async throws -> (measured: Measured, tokens: Double) {
        let before = try await openings(4_000, cachesChains: true)
        let measured = try load()
        let after = try await openings(4_000, cachesChains: true)
        return (measured, (before + after) / 2)
    }

    /// Tokens verified and decrypted per CPU second, from the JSON's bytes to the card.
    static func openings(_ count: Int, cachesChains: Bool) async throws -> Double {
        let apple = try SimulatedApple.create()
        let merchant = try apple.makeMerchant("merchant.coster.bench")
        let device = SimulatedDevice(apple: apple, merchant: merchant)
        let now = Timestamp(seconds: 1_800_000_000)
        let amount = try Money(minorUnits: 1499, currency: .usd)
        let tokens = try (0..<min(count, 1_000)).map { _ in
            Array(try device.pay(SimulatedOrder(amount: amount, at: now)).json.utf8)
        }
        let verifier = PaymentTokenVerifier(
            roots: [apple.root.identity.certificate],
            policy: VerificationPolicy(allowsSandboxSigner: true), cachesChains: cachesChains)
        let keyring = MerchantKeyring([
            try MerchantKey(
                privateKey: Array(merchant.keyPEM.utf8),
                certificate: Array(merchant.certificatePEM.utf8))
        ])
        for token in tokens.prefix(50) {
            _ = try await verifier.verify(PaymentToken(json: token), at: now)
        }
        let start = cpuSeconds()
        for index in 0..<count {
            let token = try PaymentToken(json: tokens[index % tokens.count])
            let verified = try await verifier.verify(token, at: now)
            _ = try verified.decrypt(with: keyring, at: now)
        }
        return Double(count) / (cpuSeconds() - start)
    }
}

/// What the curve alone allows: a token costs one verification and one key agreement.
struct CurveLimit {
    let verifies: Double
    let agreements: Double

    /// Tokens per second if nothing else cost anything.
    var tokens: Double { 1 / (1 / verifies + 1 / agreements) }

    static func measure(_ count: Int) throws -> CurveLimit {
        let signing = P256.Signing.PrivateKey()
        let digest = SHA256.hash(data: Data("a message".utf8))
        let signature = try signing.signature(for: digest)
        var valid = 0
        let verifies = perCPUSecond(count) {
            for _ in 0..<count where signing.publicKey.isValidSignature(signature, for: digest) {
                valid += 1
            }
        }
        let key = P256.KeyAgreement.PrivateKey()
        let peer = P256.KeyAgreement.PrivateKey().publicKey
        let agreements = try perCPUSecond(count) {
            for _ in 0..<count { _ = try key.sharedSecretFromKeyAgreement(with: peer) }
        }
        guard valid == count else { throw ExitCode.failure }
        return CurveLimit(verifies: verifies, agreements: agreements)
    }
}
