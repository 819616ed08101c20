import FaultInjection
import PaymentEngine
import PaymentStorage

/// The faults that a sandbox is asked to have. Without `--sandbox` their settings are not read.
extension Server {
    /// The ledger; or, in a debug build's sandbox that asks for it, the ledger with a mistake.
    static func planted(
        _ settings: ServerSettings, _ store: SQLPaymentStore
    ) throws(CosterFailure) -> any PaymentLedger {
        guard let name = settings.plantedBug else { return store }
        #if DEBUG
            if let bug = PlantedBug(rawValue: name) {
                store.alterChanges { AlteringConnection($0, bug.alter) }
                return FaultInjectingLedger(store, bug: bug)
            }
        #endif
        throw CosterFailure(
            .configuration,
            "This build has no planted mistake '\(name)'. Unset COSTER_SANDBOX_PLANT.")
    }

    /// The step at which the sandbox dies, if it is asked to.
    static func crashPoint(_ settings: ServerSettings) throws(CosterFailure) -> CrashPoint? {
        guard let name = settings.stopAt else { return nil }
        guard let point = CrashPoint(rawValue: name) else {
            let steps = CrashPoint.allCases.map(\.rawValue).joined(separator: ", ")
            throw CosterFailure(
                .configuration,
                "Invalid step '\(name)' in COSTER_SANDBOX_STOP_AT. Use one of: \(steps).")
        }
        return point
    }
}
