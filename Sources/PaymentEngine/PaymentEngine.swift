import PaymentDomain

/// The order of the steps of each operation.
///
/// It owns no data: the books, the vault, the acquirer's line and the clock are given to it. One value serves all
/// requests of a process.
public struct PaymentEngine: Sendable {
    let ports: EnginePorts
    let acquirerTimeout: Duration
    let inFlight: RequestsInFlight
    let refusedFollowUps = RefusedFollowUps()
    let timeouts: Timeouts
    /// Rings when an advice was queued, so that the delivery worker need not wait for its next round.
    let bell: DeliveryBell

    /// An engine.
    ///
    /// - Parameters:
    ///   - ports: What it works with.
    ///   - acquirerTimeout: How long an acquirer may take; after that the outcome is unknown.
    ///   - bell: Shared with the ``DeliveryWorker``.
    ///   - mostWaiting: How many requests may wait at once for others with their key; more are told that it is in work.
    public init(
        ports: EnginePorts, acquirerTimeout: Duration, bell: DeliveryBell,
        mostWaiting: Int = EngineLimits.waitingRequests
    ) {
        self.ports = ports
        self.acquirerTimeout = acquirerTimeout
        timeouts = Timeouts(time: acquirerTimeout, clock: ports.clock)
        self.bell = bell
        inFlight = RequestsInFlight(mostWaiting: mostWaiting)
    }

    /// Carries out a command.
    ///
    /// With an idempotency key, the same request again gets the same result again, from the books; the same key on
    /// another request is refused; and of two at once the second waits for the first.
    ///
    /// - Parameter receivedAt: When the request came. The age of a token counts to then, however long the request waits
    ///   for another one; deadlines count from the end of that wait.
    /// - Throws: ``PaymentRefusal``: nothing was done.
    public func execute(
        _ command: PaymentCommand, from origin: RequestOrigin, at receivedAt: Timestamp
    ) async throws(PaymentRefusal) -> PaymentResult {
        let result: PaymentResult
        let origin = digested(origin)
        do {
            result = await telling(
                of: command, try await performOnce(command, from: origin, receivedAt))
        } catch {
            throw await safely(refusing: error)
        }
        // An earlier renewal is told in the words of the command that asked for it.
        if case .confirmFunds = command, case .authorization(let renewal) = result {
            return .funds(FundsResult(of: renewal))
        }
        return result
    }

    /// The same origin, whose rule on duplicates has a digest of its content.
    private func digested(_ origin: RequestOrigin) -> RequestOrigin {
        guard var rule = origin.name.duplicates, !rule.content.isEmpty else { return origin }
        rule.contentDigest = ports.vault.digest(of: rule.content.map { Array($0.utf8) })
        var origin = origin
        origin.name.duplicates = rule
        return origin
    }

    func perform(
        _ command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        switch command {
        case .authorize(let command): return try await authorize(command, request)
        case .openToken(let command): return try await openToken(command, request)
        case .register(let command): return try await register(command, request)
        case .keepCard(let command): return try await keepCard(command, request)
        case .capture(let command): return try await capture(command, request)
        case .refund(let command): return try await refund(command, request)
        case .credit(let command): return try await credit(command, request)
        case .void(let command): return try await void(command, request)
        case .cancel(let command): return try await cancel(command, request)
        case .release(let command): return try await release(command, request)
        case .confirmFunds(let command): return try await confirmFunds(command, request)
        case .inquire(let command): return try await inquire(command, request)
        case .listBatches(let command): return try await listBatches(command, request)
        }
    }

    /// A refusal for what the books say, once they promise that too: who hears that nothing is left takes it for done.
    private func safely(refusing refusal: PaymentRefusal) async -> PaymentRefusal {
        guard refusal != .inFlight, refusal.mayBeOfRepetition else { return refusal }
        do {
            try await ports.reader.awaitCopies()
            return refusal
        } catch {
            return .inFlight
        }
    }

    /// What was only read, once the books promise it as they promise what they wrote.
    ///
    /// - Parameter refusal: What is said where they do not; that they cannot be used, unless something was done before.
    func safely<Answer>(
        _ answer: Answer, else refusal: PaymentRefusal = .storeUnavailable
    ) async throws(PaymentRefusal) -> Answer {
        do {
            try await stored { try await ports.reader.awaitCopies() }
        } catch .storeUnavailable {
            throw refusal
        }
        return answer
    }

    /// Calls the database; if it cannot be used nothing has happened yet, unless that is not known.
    func stored<Value>(
        _ body: () async throws -> Value
    ) async throws(PaymentRefusal) -> Value {
        do {
            return try await body()
        } catch StoreError.indeterminate {
            // It may stand: an intent is then found abandoned and undone, an advice is queued and told.
            throw .outcomeNotStored
        } catch {
            throw .storeUnavailable
        }
    }
}
