import Dispatch
import Foundation
import PaymentDomain
import PaymentEngine
import Synchronization
import Testing

@testable import SandboxAcquirer

/// A sandbox acquirer in a folder of its own; its sleep returns at once and notes how long it was.
final class SandboxFixture: Sendable {
    let folder: String
    let database: SandboxLedger
    let acquirer: SandboxAcquirer
    private let slept: Naps

    private final class Naps: Sendable {
        let all = Mutex<[Duration]>([])
    }

    static let merchant = AcquirerMerchant(
        merchantNumber: "123456789012345", terminalNumber: "TERM0001", categoryCode: "5411")
    static let now = Timestamp(milliseconds: 1_795_000_000_000)
    static let identity = MessageIdentity(traceNumber: 1, transmittedAt: now)

    init() async throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("coster-\(PaymentID().value)").path
        database = try await SandboxLedger(folder: folder)
        let naps = Naps()
        slept = naps
        acquirer = SandboxAcquirer(
            host: database,
            timing: SandboxTiming(sleep: { length in
                naps.all.withLock { $0.append(length) }
            }), now: { SandboxFixture.now })
    }

    /// Where fixtures are cleaned up. The last to use one may be a statement on the database's own queue, which cannot
    /// close the database.
    private static let cleaner = DispatchQueue(
        label: "coster.fixtures", attributes: .concurrent)

    deinit {
        // Nothing depends on the cleaning up of a test's own folder.
        SandboxFixture.cleaner.async { [database, folder] in
            try? database.close()
            try? FileManager.default.removeItem(atPath: folder)
        }
    }

    var naps: [Duration] { slept.all.withLock { $0 } }

    static func money(_ decimal: String, _ currency: String = "USD") throws -> Money {
        try Money(decimal: decimal, currency: try #require(Currency(code: currency)))
    }

    static func request(
        _ decimal: String, _ currency: String = "USD", pan: String = "4111111111111111",
        partial: Bool = false, billing: BillingDetails = BillingDetails()
    ) throws -> AcquirerAuthorization {
        AcquirerAuthorization(
            id: OperationID(), identity: identity, sendBy: now, merchant: merchant,
            pan: try PAN(digits: pan), expiry: CardExpiry(year: 2030, month: 1),
            amount: try money(decimal, currency), entryMode: .applePay, billing: billing,
            allowsPartialApproval: partial)
    }

    static func advice(
        _ kind: AdviceKind, _ decimal: String, of authorization: OperationID
    ) throws -> AcquirerAdvice {
        AcquirerAdvice(
            id: OperationID(), line: .sandbox, kind: kind, identity: identity,
            authorizationID: authorization,
            authorization: MessageReference(identity), merchant: merchant,
            amount: try money(decimal))
    }

    /// A request that gives the card money.
    static func credit(_ decimal: String) throws -> AcquirerAuthorization {
        var request = try request(decimal)
        request.purpose = .credit
        request.expiry = nil
        return request
    }

    /// A credit of an amount.
    func credited(_ decimal: String) async throws -> OperationID {
        let request = try SandboxFixture.credit(decimal)
        guard case .approved = await acquirer.authorize(request) else {
            Issue.record("not approved")
            return request.id
        }
        return request.id
    }

    /// A hold of an amount.
    func held(_ decimal: String) async throws -> OperationID {
        let request = try SandboxFixture.request(decimal)
        guard case .approved = await acquirer.authorize(request) else {
            Issue.record("not approved")
            return request.id
        }
        return request.id
    }

    func row(_ id: OperationID) async throws -> SandboxRow? {
        try await database.rows().first { $0.authorizationID == id }
    }
}

extension AcquirerAnswer {
    /// The outcome in a word, for tables: the amount held in minor units, the code of a decline.
    var word: String {
        switch self {
        case .approved(let approval): "approved \(approval.amount.minorUnits)"
        case .declined(let reason, _): "declined \(reason.rawValue)"
        case .notSent: "notSent"
        case .unknown: "unknown"
        }
    }
}
