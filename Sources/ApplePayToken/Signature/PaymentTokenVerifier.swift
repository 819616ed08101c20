import Crypto
import PaymentDomain
import X509

/// Checks that Apple signed a token, just now.
///
/// Cheap checks come first, so that garbage costs little: the shape, the digest, then the signature,
/// then the certificates behind it, which are remembered. The time comes last, so that a token that is
/// called stale is one that Apple signed.
///
/// Source: Apple, Payment token format reference, step 1; RFC 5652, sections 5.4 and 11.
public final class PaymentTokenVerifier: Sendable {
    private let prover: ChainVerifier
    private let policy: VerificationPolicy
    private let cache: ChainCache?
    private let earliestSigning: @Sendable () -> Timestamp?

    /// A token that was signed before this time is refused, and a registration from before it may have paid, because
    /// the database was restored from a backup; nil if it never was.
    public var earliestSigningTime: Timestamp? { earliestSigning() }

    /// A verifier that trusts these roots and no others.
    ///
    /// - Parameters:
    ///   - roots: ``AppleRoots/g3`` in production; a test or a sandbox brings others.
    ///   - policy: What is allowed beyond Apple's rules.
    ///   - cachesChains: Whether verified chains are remembered; false only to measure what that saves.
    ///   - earliestSigning: The earliest signing time that is accepted, asked at each token; nil for any. For a
    ///     database that was restored from a backup, which doesn't know the tokens that were spent since then.
    public init(
        roots: [Certificate], policy: VerificationPolicy = VerificationPolicy(),
        cachesChains: Bool = true,
        earliestSigning: @escaping @Sendable () -> Timestamp? = { nil }
    ) {
        prover = ChainVerifier(roots: roots)
        self.policy = policy
        cache = cachesChains ? ChainCache() : nil
        self.earliestSigning = earliestSigning
    }

    /// Checks a token at the time of its receipt.
    ///
    /// This runs on its caller's executor. It suspends only for a chain that wasn't seen before.
    ///
    /// - Throws: The first rule that the token breaks.
    nonisolated(nonsending)
        public func verify(_ token: PaymentToken, at now: Timestamp) async throws(PaymentTokenError)
        -> VerifiedPaymentToken
    {
        let signedData = try SignedData(token.signature)
        let signingTime = signedData.attributes.signingTime
        try TokenSignature.checkDigest(of: token, signedData)
        let chain = try await provenChain(of: token, signedData)
        try checkRoot(of: chain, at: signingTime)
        guard policy.allowsSandboxSigner || !chain.signer.isSandbox else { throw .sandboxSigner }
        try checkAge(of: signingTime, at: now)
        return VerifiedPaymentToken(
            token: token, signedAt: signingTime,
            signerName: chain.signer.commonName, isSandboxSigner: chain.signer.isSandbox)
    }

    /// The chain of a token whose signature it verifies.
    ///
    /// The signature is checked before an unknown chain is proven: both must hold, and it is the
    /// cheaper one.
    nonisolated(nonsending)
        private func provenChain(
            of token: PaymentToken, _ signedData: SignedData
        ) async throws(PaymentTokenError) -> VerifiedChain
    {
        let bytes = token.signature
        if let known = cache?.chain(of: bytes, in: signedData.certificateSet) {
            try TokenSignature.check(token, signedData, known.signer)
            return known
        }
        let signer = try SignerChain(bytes, certificates: signedData.certificates)
        try TokenSignature.check(token, signedData, signer)
        let proven = try await prover.prove(signer, at: signedData.attributes.signingTime)
        cache?.remember(proven, of: bytes, in: signedData.certificateSet)
        return proven
    }

    /// Source: Apple, Payment token format reference, step 1.e.
    private func checkAge(
        of signingTime: Timestamp, at now: Timestamp
    ) throws(PaymentTokenError) {
        let age = now.milliseconds(since: signingTime)
        let limit = Timestamp(seconds: max(0, policy.maximumAgeSeconds)).milliseconds
        // First, since a token that is also too old may have been spent in a lost database.
        if let earliest = earliestSigning(), signingTime < earliest {
            throw .signedBeforeRestore
        }
        guard age <= limit else { throw .staleSigningTime }
        guard age >= -limit else { throw .futureSigningTime }
    }

    private func checkRoot(
        of chain: VerifiedChain, at signingTime: Timestamp
    ) throws(PaymentTokenError) {
        guard chain.rootValidity.contains(signingTime) else { throw .issuerNotValidThen }
    }
}

/// A token that Apple signed, just now. Only ``PaymentTokenVerifier`` makes one.
public struct VerifiedPaymentToken: Sendable {
    /// The token.
    public let token: PaymentToken
    /// When Apple's signer signed it.
    public let signedAt: Timestamp
    /// The common name of the signer's certificate.
    public let signerName: String
    /// Whether the signer belongs to Apple's sandbox.
    public let isSandboxSigner: Bool

    fileprivate init(
        token: PaymentToken, signedAt: Timestamp, signerName: String, isSandboxSigner: Bool
    ) {
        self.token = token
        self.signedAt = signedAt
        self.signerName = signerName
        self.isSandboxSigner = isSandboxSigner
    }
}
