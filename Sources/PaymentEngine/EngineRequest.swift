import PaymentDomain

/// What every operation knows of its request.
struct EngineRequest: Sendable {
    let merchant: Merchant
    let dialect: String
    let name: RequestIdentity
    let handles: HandleShape
    let claim: IdempotencyClaim?
    /// When the request came: the age of its token counts to then.
    let receivedAt: Timestamp
    /// When the request had its turn: what it writes and sends counts from then.
    let now: Timestamp

    init(
        merchant: Merchant, origin: RequestOrigin, claim: IdempotencyClaim?,
        receivedAt: Timestamp, now: Timestamp
    ) {
        self.init(
            merchant: merchant, dialect: origin.dialect, name: origin.name,
            handles: origin.handles, claim: claim, receivedAt: receivedAt, now: now)
    }

    private init(
        merchant: Merchant, dialect: String, name: RequestIdentity, handles: HandleShape,
        claim: IdempotencyClaim?, receivedAt: Timestamp, now: Timestamp
    ) {
        self.merchant = merchant
        self.dialect = dialect
        self.name = name
        self.handles = handles
        self.claim = claim
        self.receivedAt = receivedAt
        self.now = now
    }

    /// The same request with nothing of its name: what the engine does beside what was asked for.
    var unnamed: EngineRequest {
        EngineRequest(
            merchant: merchant, dialect: dialect, name: RequestIdentity(), handles: handles,
            claim: nil, receivedAt: receivedAt, now: now)
    }

    /// The same request about one payment: what its rule on duplicates says is said of that payment alone.
    func about(_ payment: PaymentID) -> EngineRequest {
        var rule = name.duplicates
        rule?.name += "/\(payment.value)"
        return ruled(by: rule)
    }

    /// The same request under another rule on duplicates, or none.
    func ruled(by rule: DuplicateRule?) -> EngineRequest {
        var name = name
        name.duplicates = rule
        return EngineRequest(
            merchant: merchant, dialect: dialect, name: name, handles: handles, claim: claim,
            receivedAt: receivedAt, now: now)
    }

    /// The claim that it makes on a card: its own idempotency key, or by the rule on duplicates, under which the same
    /// name on the same card is the same transaction, or is refused.
    func claim(on card: @autoclosure () -> VaultHandle) -> IdempotencyClaim? {
        guard let rule = name.duplicates else { return claim }
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
