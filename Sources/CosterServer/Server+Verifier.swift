import ApplePayToken
import AppleSimulator
import PaymentDomain

extension Server {
    /// The verifier of tokens, which trusts Apple's root; a sandbox trusts the simulator's too.
    static func verifier(
        _ simulator: SimulatedAppleStore, _ settings: ServerSettings,
        earliestSigning: @escaping @Sendable () -> Timestamp?
    ) throws(CosterFailure) -> PaymentTokenVerifier {
        do {
            // Anyone who can read the data folder can sign as the simulator does.
            let roots =
                settings.isSandbox
                ? [AppleRoots.g3, try simulator.apple().root.identity.certificate]
                : [AppleRoots.g3]
            return PaymentTokenVerifier(
                roots: roots,
                policy: VerificationPolicy(
                    maximumAgeSeconds: Int64(settings.tokenMaximumAgeSeconds),
                    allowsSandboxSigner: settings.isSandbox),
                earliestSigning: earliestSigning)
        } catch {
            throw CosterFailure(StartError.simulatorUnusable(code: error.code))
        }
    }
}
