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
    private let prover: ChainProver
    private let policy: VerificationPolicy
    private let cache: ChainCache?
    private let earliestSigning: @Sendable () -> Timestamp?

    /// What was signed before this moment is refused, and what was registered until then may have
    /// paid, since books were put back from a backup; nil where none were.
    public var earliestSigningTime: Timestamp? { earliestSigning() }

    /// A verifier that trusts these roots and no others.
    ///
    /// - Parameters:
    ///   - roots: ``AppleRoots/g3`` in production; a test or a sandbox brings others.
    ///   - policy: What is allowed beyond what Apple fixes.
    ///   - cachesChains: Whether proven chains are remembered; false only to measure what that
    ///     saves.
    ///   - earliestSigning: What was signed before this moment is refused; asked at each token, and
    ///     nil for no such moment. For books that were put back from a backup: which tokens were
    ///     spent since then is not known.
    public init(
        roots: [Certificate], policy: VerificationPolicy = VerificationPolicy(),
        cachesChains: Bool = true,
        earliestSigning: @escaping @Sendable () -> Timestamp? = { nil }
    ) {
        prover = ChainProver(roots: roots)
        self.policy = policy
        cache = cachesChains ? ChainCache() : nil
        self.earliestSigning = earliestSigning
    }

    /// Checks a token for the moment of its receipt.
    ///
    /// This runs where its caller runs. It suspends only for a chain that was not seen before.
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
        ) async throws(PaymentTokenError) -> ProvenChain
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
        // First, since what is too old as well may have been spent in books that are lost.
        if let earliest = earliestSigning(), signingTime < earliest {
            throw .signedBeforeRestore
        }
        guard age <= limit else { throw .staleSigningTime }
        guard age >= -limit else { throw .futureSigningTime }
    }

    private func checkRoot(
        of chain: ProvenChain, at signingTime: Timestamp
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
