/// What a verifier allows beyond Apple's rules.
public struct VerificationPolicy: Sendable, Hashable {
    /// How far, in seconds and in either direction, the signing time may be from the time of receipt.
    ///
    /// Source: Apple, Payment token format reference, step 1.e: "more than a few minutes", since 2023 five.
    public var maximumAgeSeconds: Int64
    /// Whether tokens of Apple's sandbox are taken; a live shop must not ship goods for them.
    public var allowsSandboxSigner: Bool

    /// A policy; by default five minutes and no sandbox.
    public init(
        maximumAgeSeconds: Int64 = TokenLimits.defaultAgeSeconds,
        allowsSandboxSigner: Bool = false
    ) {
        self.maximumAgeSeconds = maximumAgeSeconds
        self.allowsSandboxSigner = allowsSandboxSigner
    }
}
