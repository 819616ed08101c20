import Merchants
import PaymentDomain
import PaymentEngine
import Database

/// An entry of the audit log in the database.
package struct RecordedAct: Sendable, Hashable {
    /// Its place in the chain, from 1.
    package let number: Int64
    package let act: AdministrativeAct
}

/// The end of the audit log's chain. An operator who notes it elsewhere can later check that the entries up to it are
/// unchanged.
package struct ActChainHead: Sendable, Hashable {
    /// How many acts there are.
    package let count: Int64
    /// The last one's link, 32 bytes.
    package let link: [UInt8]
}

extension DatabaseStore {
    /// Records an act that changes nothing that servers must look at.
    package func record(_ act: AdministrativeAct) async throws(StoreError) {
        try await write { db in _ = try db.record(act, isChange: false) }
    }

    /// Makes the change that an audit log entry describes and records it, in one database transaction; a refused change
    /// is recorded too, with the reason.
    ///
    /// One of them runs at a time, so that what the body reads doesn't change until it has ended.
    ///
    /// - Parameters:
    ///   - isChange: Whether running servers must reload.
    ///   - body: Changes nothing if it refuses.
    /// - Returns: The body's result, and the configuration version that running servers must reach to have it.
    func administer<Value: Sendable>(
        _ act: AdministrativeAct, isChange: Bool = true,
        _ body: @escaping @Sendable (any SQLConnection) throws -> Result<Value, MerchantFault>
    ) async throws(AdministrationError) -> Administered<Value> {
        let outcome: Result<Administered<Value>, MerchantFault>
        do {
            outcome = try await write { db in
                try db.beginAdministration()
                switch try body(db) {
                case .success(let value):
                    let epoch = try db.record(act, isChange: isChange)
                    return .success(Administered(value: value, epoch: epoch))
                case .failure(let fault):
                    let refused = AdministrativeAct(
                        at: act.at, actor: act.actor, kind: act.kind, subject: act.subject,
                        result: "refused: \(fault.code)")
                    try db.record(refused, isChange: false)
                    return .failure(fault)
                }
            }
        } catch {
            throw .store(error)
        }
        switch outcome {
        case .success(let done): return done
        case .failure(let fault): throw .refused(fault)
        }
    }

    /// The newest acts, newest first.
    package func acts(limit: Int) async throws(StoreError) -> [RecordedAct] {
        try await read { db in
            try db.allRows(
                """
                SELECT number, at, actor, kind, subject, result FROM acts
                ORDER BY number DESC LIMIT ?
                """,
                [min(max(limit, 0), StorageLimits.recentPayments).sqlValue]
            ) { columns in
                RecordedAct(number: try columns.integer(), act: try columns.act())
            }
        }
    }

    /// The end of the chain of acts.
    package func actChainHead() async throws(StoreError) -> ActChainHead {
        let head = try await read { db in
            try db.first("SELECT acts, head FROM administration WHERE id = 1", []) { columns in
                ActChainHead(count: try columns.integer(), link: try columns.bytes())
            }
        }
        guard let head else { throw .corrupt }
        return head
    }

    /// The chain link of one entry, or nil if there isn't one of that number; compared with an operator's note of an
    /// earlier head.
    package func link(ofAct number: Int64) async throws(StoreError) -> [UInt8]? {
        try await read { db in
            try db.first("SELECT link FROM acts WHERE number = ?", [number.sqlValue]) {
                try $0.bytes()
            }
        }
    }
}

/// The result of an administrative change.
package struct Administered<Value: Sendable>: Sendable {
    package let value: Value
    /// Running servers have it when they took up this epoch.
    package let epoch: Int64
}
