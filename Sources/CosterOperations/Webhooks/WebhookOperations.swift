import CosterServer
import Events
import MerchantStorage
import Merchants
import PaymentDomain
import PaymentStorage
import WebhookDelivery
import Webhooks

/// Changes of endpoints; running servers have each when it returns.
package struct WebhookOperations: Sendable {
    private let administration: Administration
    private let resolver: HostResolver

    /// - Parameter resolver: How hosts are looked up; another one in tests.
    package init(_ administration: Administration, resolver: HostResolver = .system) {
        self.administration = administration
        self.resolver = resolver
    }

    /// An endpoint by its identifier.
    ///
    /// - Throws: Exit code 65 if there isn't one.
    package func webhook(_ text: String) async throws(CosterFailure) -> WebhookRecord {
        let records = try await administration.records()
        guard let found = records.webhooks.first(where: { $0.endpoint.id.value == text }) else {
            throw CosterFailure(WebhookFault.webhookUnknown)
        }
        return found
    }

    /// Sets up an endpoint, whose address is checked as at each delivery.
    ///
    /// - Parameter kinds: The kinds of events that it gets; empty for all.
    package func create(
        _ merchant: String, _ url: String, kinds: Set<String>, _ format: WebhookFormat,
        secret: WebhookSecret, _ vault: VaultKeyring
    ) async throws(CosterFailure) -> WebhookEndpoint {
        let records = try await administration.records()
        let owner =
            merchant == SandboxMerchant.id.value
            ? SandboxMerchant.id : try administration.merchant(merchant, in: records).id
        let address: WebhookURL
        do throws(WebhookFault) {
            guard kinds.allSatisfy({ EventKind(rawValue: $0) != nil }) else { throw .badKind }
            guard format.schemes.contains(secret.scheme) else { throw .badSecret }
            address = try WebhookURL(typed: url)
            _ = try await client(records).target(of: address)
        } catch {
            throw CosterFailure(error)
        }
        let endpoint = WebhookEndpoint(
            id: WebhookID(), merchant: owner, url: address, kinds: kinds, format: format,
            createdAt: administration.now)
        let sealed = try await vault.seal(secret, of: endpoint.id, owner)
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.create(endpoint, secret: sealed, by: office.actor)
        }
        return endpoint
    }

    /// Gives an endpoint a new secret. The one before it signs too for an overlap, if there can be one.
    package func rotate(
        _ webhook: WebhookRecord, to secret: WebhookSecret, overlapSeconds: Int64,
        _ vault: VaultKeyring
    ) async throws(CosterFailure) {
        let endpoint = webhook.endpoint
        guard endpoint.format.schemes.contains(secret.scheme) else {
            throw CosterFailure(WebhookFault.badSecret)
        }
        let sealed = try await vault.seal(secret, of: endpoint.id, endpoint.merchant)
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.rotate(
                endpoint.id, to: sealed, overlapSeconds: secret.scheme.overlap(overlapSeconds),
                by: office.actor, at: office.now)
        }
    }

    /// Sends an endpoint no more events.
    package func disable(_ endpoint: WebhookID) async throws(CosterFailure) {
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.disable(
                endpoint, because: .byOperator, by: office.actor, at: office.now)
        }
    }

    /// Sends an endpoint events again.
    package func enable(_ endpoint: WebhookID) async throws(CosterFailure) {
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.enable(
                endpoint, by: office.actor, at: office.now)
        }
    }

    /// Removes an endpoint with its secrets and deliveries.
    package func remove(_ endpoint: WebhookID) async throws(CosterFailure) {
        try await administration.done { (office) async throws(AdministrationError) in
            try await office.store.merchantStore.remove(endpoint, by: office.actor, at: office.now)
        }
    }

    /// Sends an endpoint a test event once, as a delivery is sent.
    ///
    /// - Throws: Exit code 78 if a secret of the endpoint doesn't decrypt.
    package func test(
        _ webhook: WebhookRecord, _ vault: VaultKeyring
    ) async throws(CosterFailure) -> WebhookTrial {
        guard let endpoint = WebhookDirectory.Endpoint(webhook, vault.vault) else {
            let kind = FindingKind.webhookSecretClosed
            throw CosterFailure(.configuration, "\(kind.rawValue): \(kind.message)")
        }
        let now = administration.now
        let event = TestEvent(of: webhook.endpoint.id.value, webhook.endpoint.merchant, at: now)
        guard let request = endpoint.request(event, at: now) else {
            throw CosterFailure(WebhookFault.noTest)
        }
        let client = client(try await administration.records())
        try await record(.webhookTested, "\(webhook.endpoint.id) \(event.id)")
        return await WebhookTrial(of: event, request, by: client)
    }

    /// Sends an event again, from its first try on, to the endpoints that it was queued for.
    ///
    /// - Parameter endpoint: Only to this one; nil for all.
    /// - Returns: How many endpoints there are.
    package func resend(
        _ event: EventID, to endpoint: WebhookRecord?
    ) async throws(CosterFailure) -> Int {
        let scope = endpoint.map { ResendScope.endpoint($0.endpoint.id) } ?? .everyMerchant
        let isThere: Bool
        do throws(StoreError) {
            isThere = try await administration.store.event(event) != nil
        } catch {
            throw DatabaseSession.unusable(error)
        }
        guard isThere else {
            throw CosterFailure(
                .badInput, "There is no event \(event), or it was erased by `events-kept-days`.")
        }
        try await record(
            .webhookResent, "\(event) \(endpoint?.endpoint.id.value ?? "all endpoints")")
        return try await stored { (store) async throws(StoreError) in
            try await store.resend(event: event.description, to: scope, at: administration.now)
        }
    }

    /// Sends again what had ended without success and was queued since a time.
    ///
    /// - Parameter endpoint: Only to this one; nil for all.
    /// - Returns: How many deliveries there are.
    package func resendFailed(
        since time: Timestamp, to endpoint: WebhookRecord?
    ) async throws(CosterFailure) -> Int {
        try await record(
            .webhookResent,
            "failed since \(time.iso8601Seconds) \(endpoint?.endpoint.id.value ?? "all endpoints")")
        var webhooks = [endpoint].compactMap { $0 }
        if endpoint == nil { webhooks = try await administration.records().webhooks }
        var count = 0
        for webhook in webhooks {
            count += try await stored { (store) async throws(StoreError) in
                try await store.resendFailed(
                    since: time, to: webhook.endpoint.id, at: administration.now)
            }
        }
        return count
    }

    /// The audit log has an act before it is done.
    private func record(
        _ kind: AuditEntry.Kind, _ subject: String
    ) async throws(CosterFailure) {
        let act = AuditEntry(
            at: administration.now, actor: administration.actor, kind: kind, subject: subject)
        try await stored { (store) async throws(StoreError) in try await store.record(act) }
    }

    private func stored<Value>(
        _ use: (SQLMerchantStore) async throws(StoreError) -> Value
    ) async throws(CosterFailure) -> Value {
        do {
            return try await use(administration.store.merchantStore)
        } catch {
            throw DatabaseSession.unusable(error)
        }
    }

    /// A database without a live line is a sandbox's, which may send to its own machine.
    private func client(_ records: MerchantRecords) -> WebhookClient {
        let rules = WebhookRules(
            allowed: CommandSettings.webhookNetworks, allowsLoopback: !records.hasLiveLine)
        return WebhookClient(rules, resolver: resolver, now: SystemClock.engine.now)
    }
}
