import ApplePayToken
import AppleSimulator
import PaymentDomain
import PaymentEngine
import SandboxAcquirer
import Storage

/// The parts of a sandbox: the simulator's root, and an acquirer that answers by test tables.
extension Server {
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
            throw CosterFailure(
                .configuration, "The simulator's folder cannot be used: \(error.code).")
        }
    }

    /// The ledger; or, in a debug build's sandbox that asks for it, the ledger with a mistake.
    static func planted(
        _ settings: ServerSettings, _ store: DatabaseStore
    ) throws(CosterFailure) -> any PaymentLedger {
        guard let name = settings.plantedBug else { return store }
        #if DEBUG
            if let bug = PlantedBug(rawValue: name) {
                store.plant(bug)
                return PlantedLedger(ledger: store, bug: bug)
            }
        #endif
        throw CosterFailure(
            .configuration,
            "There is no mistake called \(name) in this build. Unset COSTER_SANDBOX_PLANT.")
    }

    static func acquirer(
        _ settings: ServerSettings
    ) async throws(CosterFailure) -> SandboxAcquirer {
        // Later than the engine waits, so that the answer is always too late.
        let lateness = Duration.seconds(settings.acquirerTimeoutSeconds * 2)
        return SandboxAcquirer(
            host: try await host(settings),
            timing: SandboxTiming(lateness: lateness, sleep: SystemClock.engine.sleep),
            now: SystemClock.engine.now)
    }

    private static func host(
        _ settings: ServerSettings
    ) async throws(CosterFailure) -> any SandboxHost {
        if let address = settings.sandboxAcquirer { return RemoteSandbox(address: address) }
        do {
            return try await SandboxLedger(folder: settings.data.path)
        } catch {
            throw CosterFailure(
                .configuration,
                "The sandbox acquirer's books in \(settings.data.path) cannot be opened.")
        }
    }
}
