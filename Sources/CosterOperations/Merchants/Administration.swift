import MerchantStorage
import CardVault
import CosterServer
import Merchants
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// An operator's session with the database: the change, its actor, and whether running servers have it.
package struct Administration: Sendable {
    /// How long a command waits for running servers, in looks of a tenth of a second.
    private static let looks = 100
    private static let interval = Duration.milliseconds(100)

    package let store: SQLPaymentStore

    package init(store: SQLPaymentStore) {
        self.store = store
    }
    package var now: Timestamp { SystemClock.now() }
    package var actor: String { Operator.name }

    /// Makes a change and waits until every running server has loaded it.
    ///
    /// - Throws: Exit code 65 if it is refused, 78 if the database can't be used.
    package func done<Value>(
        _ act: (Administration) async throws(AdministrationError) -> Administered<Value>
    ) async throws(CosterFailure) -> Value {
        let done = try await quietly(act)
        await tellServers(done.configurationVersion)
        return done.value
    }

    /// Does an act without a wait or a word.
    package func quietly<Value>(
        _ act: (Administration) async throws(AdministrationError) -> Administered<Value>
    ) async throws(CosterFailure) -> Administered<Value> {
        do throws(AdministrationError) {
            return try await act(self)
        } catch {
            throw Administration.failure(of: error)
        }
    }

    /// Waits for running servers, and reports the result.
    package func tellServers(_ configurationVersion: Int64) async {
        let standing = await servers(reach: configurationVersion)
        switch (standing.late, standing.running) {
        case (_, 0): break
        case (0, let running): Operator.tell("Running servers that have the change: \(running).")
        case (let late, let running):
            Operator.tell(
                "Servers without the change: \(late) of \(running). Check that they can reach the database, and restart those that can't."
            )
        }
        if standing.late == 0, standing.keyless > 0 {
            Operator.tell(
                "Servers still using the old keys: \(standing.keyless) of \(standing.running). Restart them with the new master key."
            )
        }
    }

    /// How many servers run, how many of them have not taken up a configuration version, and how many not its keys.
    package struct RolloutStatus: Sendable {
        package var late: Int
        package var keyless: Int
        package var running: Int
    }

    /// Waits until every running server has loaded a configuration version.
    ///
    /// A server whose master key was replaced loads everything but keys.
    ///
    /// - Parameter withKeys: Whether the keys are waited for too.
    package func servers(reach configurationVersion: Int64, withKeys: Bool = false) async
        -> RolloutStatus
    {
        // Until the database has said which servers run, none is known to have it.
        var standing = RolloutStatus(late: 1, keyless: 1, running: 1)
        for _ in 0..<Administration.looks {
            let since = now.adding(seconds: -ServerCount.aliveSeconds)
            // A failed read is repeated.
            if let nodes = try? await store.merchantStore.nodes(seenSince: since) {
                standing = RolloutStatus(
                    late: nodes.count { $0.configurationVersion < configurationVersion },
                    keyless: nodes.count { $0.keysVersion < configurationVersion },
                    running: nodes.count)
                if standing.late == 0, !withKeys || standing.keyless == 0 { return standing }
            }
            await SystemClock.engine.sleep(Administration.interval)
        }
        return standing
    }

    /// The merchants' records in the database.
    package func records() async throws(CosterFailure) -> MerchantRecords {
        try await DatabaseSession.merchantRecords(store)
    }

    /// A merchant by name.
    ///
    /// - Throws: Exit code 65 if there isn't one.
    package func merchant(
        _ name: String, in records: MerchantRecords
    ) throws(CosterFailure) -> MerchantRecord {
        if let merchant = records.merchants.first(where: { $0.id.value == name }) {
            return merchant
        }
        guard name == SandboxMerchant.id.value else { throw CosterFailure(.merchantUnknown) }
        throw CosterFailure(
            .badInput,
            "refused: \(MerchantFault.merchantUnknown.code): The merchant \(name) is built in and can't be changed. Create your own with `coster merchant create`."
        )
    }

    /// Records a change that was refused before the database was asked.
    func recordRefusal(
        _ kind: AuditEntry.Kind, subject: String, code: String
    ) async {
        let act = AuditEntry(
            at: now, actor: actor, kind: kind, subject: subject, result: "refused: \(code)")
        // The operator hears of the refusal itself; the record matters to the database alone.
        try? await store.merchantStore.record(act)
    }

    package static func failure(of error: AdministrationError) -> CosterFailure {
        switch error {
        case .refused(let fault): CosterFailure(fault)
        case .lineRefused(let fault): CosterFailure(fault)
        case .webhookRefused(let fault): CosterFailure(fault)
        case .store: CosterFailure(.configuration, error.sentence)
        }
    }
}
