import Database
import Merchants
import PaymentDomain
import Routing
import StorageKit
import Webhooks

/// Why an administrative act was not done.
package enum AdministrationError: Error, Sendable, Hashable {
    /// It must not be, or cannot be, as things stand; it is recorded with that result.
    case refused(MerchantFault)
    /// The same of a change of lines or routes.
    case lineRefused(LineFault)
    /// The same of a change of endpoints.
    case webhookRefused(WebhookFault)
    case store(StoreError)

    package var code: String {
        switch self {
        case .refused(let fault): fault.code
        case .lineRefused(let fault): fault.code
        case .webhookRefused(let fault): fault.code
        case .store(let error): "store-\(error.rawValue)"
        }
    }

    /// The message, with the next step.
    package var sentence: String {
        switch self {
        case .refused(let fault): fault.sentence
        case .lineRefused(let fault): fault.sentence
        case .webhookRefused(let fault): fault.sentence
        case .store:
            "The database can't be used now. Check free space and that the database responds, then try again."
        }
    }

    /// The refusal of a change by a fault; nil if the database failed.
    fileprivate init?(refusal fault: any Error) {
        switch fault {
        case let fault as MerchantFault: self = .refused(fault)
        case let fault as LineFault: self = .lineRefused(fault)
        case let fault as WebhookFault: self = .webhookRefused(fault)
        default: return nil
        }
    }
}

package struct RecordedAct: Sendable, Hashable {
    /// Its place in the chain, from 1.
    package let number: Int64
    package let act: AuditEntry
}

/// The end of the audit log's chain. An operator who notes it elsewhere can later check that the entries up to it are
/// unchanged.
package struct AuditChainHead: Sendable, Hashable {
    package let count: Int64
    /// The last one's link, 32 bytes.
    package let link: [UInt8]
}

package struct Administered<Value: Sendable>: Sendable {
    package let value: Value
    /// Running servers have it when they took up this configuration version.
    package let configurationVersion: Int64

    /// A change that is made.
    package init(value: Value, configurationVersion: Int64) {
        self.value = value
        self.configurationVersion = configurationVersion
    }
}

extension SQLStore {
    /// Makes a change and records it in the audit log, in one database transaction; a refused change is recorded too,
    /// with the reason.
    ///
    /// One of them runs at a time, so that what the body reads doesn't change until it has ended.
    ///
    /// - Parameter body: Changes nothing if it throws a fault of merchants, lines or endpoints, which
    ///   refuses the change.
    /// - Returns: The body's result, and the configuration version that running servers must reach to have it.
    package func administer<Value: Sendable>(
        _ kind: AuditEntry.Kind, _ subject: String, by actor: String, at now: Timestamp,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(AdministrationError) -> Administered<Value> {
        let act = AuditEntry(at: now, actor: actor, kind: kind, subject: subject)
        let outcome: Result<Administered<Value>, AdministrationError>
        do {
            outcome = try await write { db in
                try db.beginAdministration()
                do {
                    let value = try body(db)
                    // A card is nothing that running servers have loaded.
                    let configurationVersion =
                        try kind == .cardErased ? db.record(act) : db.recordChange(act)
                    return .success(
                        Administered(value: value, configurationVersion: configurationVersion))
                } catch {
                    guard let refusal = AdministrationError(refusal: error) else { throw error }
                    try db.record(
                        AuditEntry(
                            at: now, actor: actor, kind: kind, subject: subject,
                            result: "refused: \(refusal.code)"))
                    return .failure(refusal)
                }
            }
        } catch {
            throw .store(error)
        }
        return try outcome.get()
    }
}

extension SQLMerchantStore {
    /// Records an act that changes nothing that servers must look at.
    package func record(_ act: AuditEntry) async throws(StoreError) {
        _ = try await write { db in try db.record(act) }
    }

    /// The newest acts, newest first.
    package func acts(limit: Int) async throws(StoreError) -> [RecordedAct] {
        try await read { db in
            try db.allRows(
                """
                SELECT number, at, actor, kind, subject, result FROM acts
                ORDER BY number DESC LIMIT ?
                """,
                min(max(limit, 0), MerchantStorageLimits.listedEntries)
            ) { columns in
                try RecordedAct(number: columns.integer(), act: columns.act())
            }
        }
    }

    package func actChainHead() async throws(StoreError) -> AuditChainHead {
        try await read { db in
            try db.first("SELECT acts, head FROM administration WHERE id = 1") { columns in
                try AuditChainHead(count: columns.integer(), link: columns.bytes())
            }.orCorrupt
        }
    }

    /// The chain link of one entry, or nil if there isn't one of that number; compared with an operator's note of an
    /// earlier head.
    package func link(ofAct number: Int64) async throws(StoreError) -> [UInt8]? {
        try await first("SELECT link FROM acts WHERE number = ?", number) { try $0.bytes() }
    }
}
