import Merchants
import PaymentDomain
import PaymentEngine
import Books

/// An administrative act as it lies in the books.
public struct RecordedAct: Sendable, Hashable {
    /// Its place in the chain, from 1.
    public let number: Int64
    /// The act.
    public let act: AdministrativeAct
}

/// Where the chain of acts ends: who notes it elsewhere can tell later whether the acts up to it
/// are still the same.
public struct ActChainHead: Sendable, Hashable {
    /// How many acts there are.
    public let count: Int64
    /// The last one's link, 32 bytes.
    public let link: [UInt8]
}

extension DatabaseStore {
    /// Records an act that changes nothing that servers must look at.
    public func record(_ act: AdministrativeAct) async throws(StoreError) {
        try await write { db in _ = try db.record(act, isChange: false) }
    }

    /// Does what an act says and records it, in one database transaction; what is refused is
    /// recorded too, with why.
    ///
    /// One of them is done at a time, so that what the body looks at stands until it has ended.
    ///
    /// - Parameters:
    ///   - isChange: Whether running servers must look again.
    ///   - body: Changes nothing where it refuses.
    /// - Returns: What the body made, and the epoch that running servers must reach to have it.
    func administer<Value: Sendable>(
        _ act: AdministrativeAct, isChange: Bool = true,
        _ body: @escaping @Sendable (any BookConnection) throws -> Result<Value, MerchantFault>
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
    public func acts(limit: Int) async throws(StoreError) -> [RecordedAct] {
        try await read { db in
            try db.allRows(
                """
                SELECT number, at, actor, kind, subject, result FROM acts
                ORDER BY number DESC LIMIT ?
                """,
                [min(max(limit, 0), StorageLimits.recentPayments).bookValue]
            ) { columns in
                RecordedAct(number: try columns.integer(), act: try columns.act())
            }
        }
    }

    /// The end of the chain of acts.
    public func actChainHead() async throws(StoreError) -> ActChainHead {
        let head = try await read { db in
            try db.first("SELECT acts, head FROM administration WHERE id = 1", []) { columns in
                ActChainHead(count: try columns.integer(), link: try columns.bytes())
            }
        }
        guard let head else { throw .corrupt }
        return head
    }

    /// The link of one act, or nil where there is none of that number; what an operator's note of
    /// an earlier head is compared with.
    public func link(ofAct number: Int64) async throws(StoreError) -> [UInt8]? {
        try await read { db in
            try db.first("SELECT link FROM acts WHERE number = ?", [number.bookValue]) {
                try $0.bytes()
            }
        }
    }
}

/// What an administrative act made.
public struct Administered<Value: Sendable>: Sendable {
    /// What it made.
    public let value: Value
    /// Running servers have it when they took up this epoch.
    public let epoch: Int64
}
