import PaymentDomain

/// What every operation knows of its request.
struct EngineRequest: Sendable {
    let merchant: Merchant
    let dialect: String
    private(set) var name: RequestIdentity
    let handles: HandleShape
    private(set) var claim: IdempotencyClaim?
    /// When the request came: the age of its token counts to then.
    let receivedAt: Timestamp
    /// When the request had its turn: what it writes and sends counts from then.
    let now: Timestamp
    /// The server's own name for the request: what it writes bears it.
    let id: RequestIdentifier?

    init(
        merchant: Merchant, origin: RequestOrigin, claim: IdempotencyClaim?,
        receivedAt: Timestamp, now: Timestamp
    ) {
        self.merchant = merchant
        dialect = origin.dialect
        name = origin.name
        handles = origin.handles
        self.claim = claim
        self.receivedAt = receivedAt
        self.now = now
        id = origin.id
    }

    /// The same request with nothing of its name: what the engine does beside what was asked for.
    var unnamed: EngineRequest {
        var request = self
        request.name = RequestIdentity()
        request.claim = nil
        return request
    }

    /// The same request about one payment: its rule on duplicates holds for that payment alone.
    func about(_ payment: PaymentID) -> EngineRequest {
        guard var rule = name.repetition.duplicates else { return self }
        rule.name += "/\(payment.value)"
        var request = self
        request.name.repetition.identity = .name(rule)
        return request
    }

    /// The same request without its rule on duplicates.
    var withoutDuplicateRule: EngineRequest {
        guard name.repetition.duplicates != nil else { return self }
        var request = self
        request.name.repetition.identity = .none
        return request
    }

    /// The claim that it makes on a card: its own idempotency key, or by the rule on duplicates, under which the same
    /// name on the same card is the same transaction, or is refused.
    func claim(on card: @autoclosure () -> VaultHandle) -> IdempotencyClaim? {
        guard let rule = name.repetition.duplicates else { return claim }
        return IdempotencyClaim(
            key: IdempotencyKey(
                merchant: merchant.id, dialect: dialect, key: rule.name + "/" + card().value),
            requestDigest: rule.contentDigest, countsSince: now.adding(seconds: -rule.seconds))
    }

    /// The client's name and number of the transaction, in dialects that number them.
    func transaction(_ kind: TransactionKind, number: TransactionNumber?) -> TransactionName? {
        number.map {
            TransactionName(number: $0, kind: kind, clientName: name.clientName)
        }
    }
}
