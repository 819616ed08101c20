import PaymentEngine
import Storage

extension Server {
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
            "This build has no planted mistake '\(name)'. Unset COSTER_SANDBOX_PLANT.")
    }
}
