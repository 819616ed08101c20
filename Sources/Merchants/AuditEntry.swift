import Crypto
import PaymentDomain

/// One thing that an operator did, or one opening of card data outside an authorization.
///
/// Source: PCI DSS 4.0, 10.2: who, what, when, on what, and with what result.
package struct AuditEntry: Sendable, Hashable {
    package let at: Timestamp
    /// Who: the operator's name on the machine, or the dialect and the merchant of a client.
    package let actor: String
    /// What, from a closed set.
    package let kind: Kind
    /// On what: a merchant, a number; never card data and no secret.
    package let subject: String
    /// `done`, or a code of why not.
    package let result: String

    /// The kinds of entry.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A merchant was set up.
        case merchantCreated = "merchant-created"
        /// A key was made and a certificate requested.
        case certificateRequested = "certificate-requested"
        /// A certificate was imported.
        case certificateImported = "certificate-imported"
        /// A certificate was retired and its key erased.
        case certificateRetired = "certificate-retired"
        /// A client got its name and its first secret, or a further name.
        case credentialCreated = "credential-created"
        /// A client got a further secret.
        case credentialRotated = "credential-rotated"
        /// A secret was revoked.
        case credentialRevoked = "credential-revoked"
        /// A name was taken from a merchant's client.
        case credentialRemoved = "credential-removed"
        /// The pages of an origin were allowed to call for a merchant.
        case originAdded = "origin-added"
        /// The pages of an origin were allowed no longer.
        case originRemoved = "origin-removed"
        /// A domain was registered for a merchant's pages, or got its association file.
        case domainAdded = "domain-added"
        /// A domain was taken from a merchant's pages.
        case domainRemoved = "domain-removed"
        /// A merchant's pages got another name, country or currency.
        case storefrontSet = "storefront-set"
        /// A line to an acquirer was set up.
        case lineCreated = "line-created"
        /// A line got another address, user, report group or roots.
        case lineChanged = "line-changed"
        /// A line got a new secret.
        case lineSecretRotated = "line-secret-rotated"
        /// A line uses the secret before its newest one again.
        case lineSecretRestored = "line-secret-restored"
        /// An authorization of a test card and its reversal were sent over a line.
        case lineTried = "line-tried"
        /// A line was removed.
        case lineRemoved = "line-removed"
        /// A merchant got other routes.
        case routesSet = "routes-set"
        /// An endpoint for events was set up.
        case webhookCreated = "webhook-created"
        /// An endpoint got a new secret.
        case webhookSecretRotated = "webhook-secret-rotated"
        /// An endpoint gets no more events.
        case webhookDisabled = "webhook-disabled"
        case webhookEnabled = "webhook-enabled"
        /// Events were sent to endpoints again.
        case webhookResent = "webhook-resent"
        /// A test event was sent to an endpoint.
        case webhookTested = "webhook-tested"
        /// An endpoint was removed.
        case webhookRemoved = "webhook-removed"
        /// The master key was made.
        case masterKeyMade = "master-key-made"
        /// A server got its master key from custodians.
        case masterKeyUnsealed = "master-key-unsealed"
        /// A rotation of keys began.
        case rotationBegun = "rotation-begun"
        /// A rotation of keys ended.
        case rotationEnded = "rotation-ended"
        /// The new master key of an unfinished rotation was dropped.
        case masterKeyAbandoned = "master-key-abandoned"
        /// A backup was written.
        case backedUp = "backed-up"
        /// A backup was put in place.
        case restored = "restored"
        /// A batch was closed by hand.
        case batchClosed = "batch-closed"
        /// The number of a card was erased.
        case cardErased = "card-erased"
        /// Card data was opened for its merchant, outside an authorization.
        case cardDataOpened = "card-data-opened"
    }

    /// An act; a field that is too long is cut.
    package init(at: Timestamp, actor: String, kind: Kind, subject: String, result: String = "done")
    {
        self.at = at
        self.actor = AuditEntry.bounded(actor)
        self.kind = kind
        self.subject = AuditEntry.bounded(subject)
        self.result = AuditEntry.bounded(result)
    }

    private static func bounded(_ text: String) -> String {
        String(
            decoding: text.utf8.prefix(MerchantLimits.actFieldBytes).map {
                $0 < 0x20 ? UInt8(ascii: " ") : $0
            }, as: UTF8.self)
    }

    /// The act's link in the chain: a hash over all of it and the link before it, so that no act
    /// can be changed, taken out or put in between without changing every link behind it.
    ///
    /// - Parameters:
    ///   - number: The act's place, from 1.
    ///   - previous: The link before it; of the first, ``chainStart``.
    /// - Returns: 32 bytes.
    package func link(number: Int64, after previous: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        let parts = [
            "coster administrative act 1", String(number), String(at.milliseconds), actor,
            kind.rawValue, subject, result,
        ]
        // Each part behind its length, so that no two acts have the same bytes.
        for part in parts.map({ Array($0.utf8) }) + [previous] {
            withUnsafeBytes(of: UInt64(part.count).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: part)
        }
        return Array(hash.finalize())
    }

    /// The link before the first entry.
    package static let chainStart = [UInt8](repeating: 0, count: 32)
}
