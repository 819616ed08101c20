import AppleSimulator
import ApplePayToken
import PaymentDomain
import SandboxAcquirer

/// What only a sandbox has: the simulator's root, and an acquirer that answers by test tables.
extension Server {
    static func verifier(
        _ simulator: SimulatedAppleStore, _ settings: ServerSettings, restoredAt: Timestamp?
    ) throws(CosterFailure) -> PaymentTokenVerifier {
        do {
            let roots = [AppleRoots.g3, try simulator.apple().root.identity.certificate]
            return PaymentTokenVerifier(
                roots: roots,
                policy: VerificationPolicy(
                    maximumAgeSeconds: Int64(settings.tokenMaximumAgeSeconds),
                    allowsSandboxSigner: true, earliestSigning: restoredAt))
        } catch {
            throw CosterFailure(
                .configuration, "The simulator's folder cannot be used: \(error.code).")
        }
    }

    static func acquirer(
        _ settings: ServerSettings
    ) throws(CosterFailure) -> SandboxAcquirer {
        do {
            // Later than the engine waits, so that the answer is always too late.
            let lateness = Duration.seconds(settings.acquirerTimeoutSeconds * 2)
            return SandboxAcquirer(
                books: try SandboxBooks(folder: settings.data.path),
                timing: SandboxTiming(lateness: lateness, sleep: SystemClock.engine.sleep))
        } catch {
            throw CosterFailure(
                .configuration,
                "The sandbox acquirer's books in \(settings.data.path) cannot be opened.")
        }
    }
}
