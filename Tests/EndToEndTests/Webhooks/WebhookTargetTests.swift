import AcquirerKit
import Foundation
import PaymentDomain
import StrictCoding
import Synchronization
import Testing
import WebhookDelivery
import WebhookFixtures
import Webhooks

@testable import CosterOperations
@testable import CosterServer
@testable import MerchantStorage

/// One due delivery to a URL.
private final class OneDelivery: WebhookLedger {
    private let endpoint: WebhookEndpoint
    private let state = Mutex<(isClaimed: Bool, result: DeliveryResult?)>((false, nil))

    init(_ endpoint: WebhookEndpoint) {
        self.endpoint = endpoint
    }

    var result: DeliveryResult? { state.withLock { $0.result } }

    func queueNewEvents(at now: Timestamp) async throws(StoreError) -> Bool { false }

    func endpointsDue(at now: Timestamp) async throws(StoreError) -> [DueEndpoint] {
        state.withLock { $0.isClaimed } ? [] : [DueEndpoint(id: endpoint.id, since: now)]
    }

    func claim(
        of endpoint: WebhookID, at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [ClaimedDelivery] {
        let wasClaimed = state.withLock { state in
            defer { state.isClaimed = true }
            return state.isClaimed
        }
        return wasClaimed
            ? [] : [ClaimedDelivery(endpoint: endpoint, event: "evt_1", tries: 1, lease: 1)]
    }

    func request(
        of delivery: ClaimedDelivery, at now: Timestamp
    ) async throws(StoreError) -> WebhookRequest? {
        WebhookRequest(url: endpoint.url, headers: [], body: [])
    }

    func conclude(_ deliveries: [ConcludedDelivery], at now: Timestamp) async throws(StoreError) {
        state.withLock { $0.result = deliveries.first?.result }
    }
}

@Suite("Where events aren't sent", .timeLimit(.minutes(20)))
struct WebhookTargetTests {
    @Test("what isn't public is refused at creation, at a test and at a delivery alike")
    func refused() async throws {
        try await DoctorFixture.lend { fixture in
            // Beside a live line nothing is a sandbox's.
            try await DoctorRow.createLine(
                fixture, to: "https://localhost:9/", mode: .live, rules: [])
            try await fixture.database { store in
                let keyring = try await VaultKeyring(store: store, master: fixture.master)
                for row in TargetRow.refused {
                    let fault = try #require(row.fault)
                    let addresses = row.addresses.compactMap { IPAddress($0) }
                    let resolver = HostResolver { _ in addresses }
                    let webhooks = WebhookOperations(
                        Administration(store: store), resolver: resolver)
                    do throws(CosterFailure) {
                        _ = try await webhooks.create(
                            DoctorFixture.shop.value, row.url, kinds: [], .standard,
                            secret: WebhookSecret(.hmac), keyring)
                        Issue.record("created: \(row.title)")
                    } catch {
                        #expect(error.message.contains(" \(fault.code): "), "\(row.title)")
                    }
                    let endpoint = WebhookEndpoint(
                        id: WebhookID(), merchant: DoctorFixture.shop,
                        url: try WebhookURL(typed: row.url), kinds: [], createdAt: fixture.now)
                    let sealed = try await keyring.seal(
                        WebhookSecret(.hmac), of: endpoint.id, endpoint.merchant)
                    let secret = WebhookSecretRecord(
                        sealed: sealed, validFrom: fixture.now, expiresAt: nil)
                    let trial = try await webhooks.test(
                        WebhookRecord(endpoint: endpoint, secrets: [secret]), keyring)
                    #expect(trial.result == .refused(fault), "\(row.title)")
                    let ledger = OneDelivery(endpoint)
                    let now = fixture.now
                    let client = WebhookClient(WebhookRules(), resolver: resolver, now: { now })
                    #expect(
                        await WebhookLane(ledger, client: client, now: { now }).runOnce().failed
                            == 1)
                    #expect(ledger.result == .refused(fault), "\(row.title)")
                }
                #expect(try await store.merchantStore.merchantRecords().webhooks.isEmpty)
            }
        }
    }
}
