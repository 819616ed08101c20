import CardVault
import Events
import MerchantStorage
import Merchants
import PaymentDomain
import PaymentStorage
import WebhookDelivery
import Webhooks

/// Carries out what merchants ask of their own endpoints, as `coster webhook` does for operators.
struct OwnWebhooks: Sendable {
    let store: SQLPaymentStore
    let keyring: VaultKeyring
    let client: WebhookClient

    /// - Parameter actor: Who asks, for the audit log.
    func perform(
        _ command: OwnWebhookCommand, of merchant: MerchantID, by actor: String
    ) async throws(OwnWebhookError) -> OwnWebhookResult {
        switch command {
        case .list: return .endpoints(try await records(of: merchant).map { OwnWebhook($0) })
        case .show(let id): return .endpoint(OwnWebhook(try await record(id, merchant)))
        case .create(let url, let kinds, let scheme):
            return try await create(url, kinds, scheme, merchant, actor)
        case .remove(let id):
            _ = try await record(id, merchant)
            try await administered { (store) async throws(AdministrationError) in
                try await store.remove(id, by: actor, at: SystemClock.now())
            }
            return .removed(id)
        case .test(let id): return try await test(try await record(id, merchant), actor)
        case .rotate(let id, let overlap):
            return try await rotate(try await record(id, merchant), overlap, actor)
        case .deliveries(let id, let limit):
            _ = try await record(id, merchant)
            let filter = DeliveryFilter(endpoint: id, merchant: merchant)
            let found = try await stored { (store) async throws(StoreError) in
                try await store.deliveries(filter, limit: limit)
            }
            return .deliveries(found.map { OwnDelivery($0) })
        }
    }

    private func create(
        _ url: String, _ kinds: Set<String>, _ scheme: WebhookSecret.Scheme,
        _ merchant: MerchantID, _ actor: String
    ) async throws(OwnWebhookError) -> OwnWebhookResult {
        let address: WebhookURL
        do throws(WebhookFault) {
            address = try WebhookURL(typed: url)
            _ = try await client.target(of: address)
        } catch {
            throw .refused(error)
        }
        let endpoint = WebhookEndpoint(
            id: WebhookID(), merchant: merchant, url: address, kinds: kinds,
            createdAt: SystemClock.now())
        let secret = WebhookSecret(scheme)
        let sealed = try await sealed(secret, of: endpoint)
        try await administered { (store) async throws(AdministrationError) in
            try await store.create(endpoint, secret: sealed, by: actor)
        }
        return .secret(OwnWebhook(endpoint), verifier: secret.verifier)
    }

    /// The new secret is of the old one's scheme.
    private func rotate(
        _ record: WebhookRecord, _ overlapSeconds: Int64, _ actor: String
    ) async throws(OwnWebhookError) -> OwnWebhookResult {
        let endpoint = record.endpoint
        let secret = WebhookSecret(record.newScheme(keyring.vault))
        let sealed = try await sealed(secret, of: endpoint)
        try await administered { (store) async throws(AdministrationError) in
            try await store.rotate(
                endpoint.id, to: sealed, overlapSeconds: secret.scheme.overlap(overlapSeconds),
                by: actor, at: SystemClock.now())
        }
        return .secret(OwnWebhook(record), verifier: secret.verifier)
    }

    private func test(
        _ record: WebhookRecord, _ actor: String
    ) async throws(OwnWebhookError) -> OwnWebhookResult {
        guard let endpoint = WebhookDirectory.Endpoint(record, keyring.vault) else {
            throw .unavailable
        }
        let now = SystemClock.now()
        let id = record.endpoint.id
        let event = TestEvent(of: id.value, record.endpoint.merchant, at: now)
        guard let request = endpoint.request(event, at: now) else { throw .refused(.noTest) }
        let act = AuditEntry(
            at: now, actor: actor, kind: .webhookTested, subject: "\(id) \(event.id)")
        try await stored { (store) async throws(StoreError) in try await store.record(act) }
        let trial = await WebhookTrial(of: event, request, by: client)
        return .tested(event: trial.event, trial.result, milliseconds: trial.milliseconds)
    }

    private func records(
        of merchant: MerchantID
    ) async throws(OwnWebhookError) -> [WebhookRecord] {
        try await stored { (store) async throws(StoreError) in try await store.merchantRecords() }
            .webhooks.filter { $0.endpoint.merchant == merchant }
    }

    /// An endpoint of the merchant; another merchant's isn't there.
    private func record(
        _ id: WebhookID, _ merchant: MerchantID
    ) async throws(OwnWebhookError) -> WebhookRecord {
        guard let found = try await records(of: merchant).first(where: { $0.endpoint.id == id })
        else { throw .refused(.webhookUnknown) }
        return found
    }

    private func sealed(
        _ secret: WebhookSecret, of endpoint: WebhookEndpoint
    ) async throws(OwnWebhookError) -> SealedRecord {
        do throws(CosterFailure) {
            return try await keyring.seal(secret, of: endpoint.id, endpoint.merchant)
        } catch {
            throw .unavailable
        }
    }

    private func stored<Value>(
        _ use: (SQLMerchantStore) async throws(StoreError) -> Value
    ) async throws(OwnWebhookError) -> Value {
        do {
            return try await use(store.merchantStore)
        } catch {
            throw .unavailable
        }
    }

    /// Makes a change, which running servers have with their next look at the database.
    private func administered(
        _ change: (SQLMerchantStore) async throws(AdministrationError) -> Administered<Void>
    ) async throws(OwnWebhookError) {
        do throws(AdministrationError) {
            _ = try await change(store.merchantStore)
        } catch .webhookRefused(let fault) {
            throw .refused(fault)
        } catch {
            throw .unavailable
        }
    }
}

extension OwnWebhook {
    fileprivate init(_ record: WebhookRecord) {
        self.init(
            record.endpoint, disabledAt: record.disabledAt, disabledBy: record.disabledBy,
            failingSince: record.failingSince)
    }
}

extension OwnDelivery {
    fileprivate init(_ record: DeliveryRecord) {
        self.init(
            event: record.event, queuedAt: record.queuedAt, state: record.state,
            tries: record.tries)
        dueAt = record.dueAt
        lastAt = record.last?.at
        lastStatus = record.last?.status
        lastError = record.last?.error
    }
}
