import PaymentDomain

/// The order of the steps of each operation.
///
/// It owns no data: the database, the vault, the acquirer's line and the clock are its ports. One value serves all
/// requests of a process.
package struct PaymentEngine: Sendable {
    let ports: EnginePorts
    let acquirerTimeout: Duration
    let inFlight: RequestsInFlight
    let refusedFollowUps = RefusedFollowUps()
    let timeouts: Timeouts
    /// Rings when an advice was queued, so that the delivery worker need not wait for its next round.
    let wakeUp: WakeUpSignal

    /// An engine.
    ///
    /// - Parameters:
    ///   - ports: The ports that it works with.
    ///   - acquirerTimeout: The acquirer's time limit; after that the outcome is unknown.
    ///   - wakeUp: Shared with the ``DeliveryWorker``.
    ///   - mostWaiting: How many requests may wait at once for others with their key; more are refused as in progress.
    package init(
        ports: EnginePorts, acquirerTimeout: Duration, wakeUp: WakeUpSignal,
        mostWaiting: Int = EngineLimits.waitingRequests
    ) {
        self.ports = ports
        self.acquirerTimeout = acquirerTimeout
        timeouts = Timeouts(time: acquirerTimeout, clock: ports.clock)
        self.wakeUp = wakeUp
        inFlight = RequestsInFlight(mostWaiting: mostWaiting)
    }

    /// Carries out a command.
    ///
    /// With an idempotency key, the same request again gets the same result again, from the database. The same key on
    /// another request is refused. Of two at once the second waits for the first.
    ///
    /// - Parameter receivedAt: When the request came. The age of a token counts to then, even if the request waits for
    ///   another one; deadlines count from the end of that wait.
    /// - Throws: ``PaymentRefusal``: nothing was done.
    package func execute(
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
        // An earlier renewal is reported in the form that the command asked for.
        if case .confirmFunds = command, case .authorization(let renewal) = result {
            return .funds(FundsResult(of: renewal))
        }
        return result
    }

    /// The same origin, whose rule on duplicates has a digest of its content.
    private func digested(_ origin: RequestOrigin) -> RequestOrigin {
        guard var rule = origin.name.repetition.duplicates, !rule.content.isEmpty else {
            return origin
        }
        rule.contentDigest = ports.vault.digest(of: rule.content.map { Array($0.utf8) })
        var origin = origin
        origin.name.repetition.identity = .name(rule)
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
        case .account(let command): return try await account(command, request)
        case .capture(let command): return try await capture(command, request)
        case .refund(let command): return try await refund(command, request)
        case .credit(let command): return try await credit(command, request)
        case .void(let command): return try await void(command, request)
        case .cancel(let command): return try await cancel(command, request)
        case .release(let command): return try await release(command, request)
        case .confirmFunds(let command): return try await confirmFunds(command, request)
        case .inquire(let command): return try await inquire(command, request)
        case .listBatches(let command): return try await listBatches(command, request)
        case .findPayments(let command): return try await findPayments(command, request)
        case .checkToken(let command): return try await checkToken(command, request)
        }
    }

    /// A refusal because of the database's state, once the replicas have that state too: a client that hears that
    /// nothing is left believes that it was done.
    private func safely(refusing refusal: PaymentRefusal) async -> PaymentRefusal {
        guard refusal != .inFlight, refusal.mayBeOfRepetition else { return refusal }
        do {
            try await ports.reader.awaitCopies()
            return refusal
        } catch {
            return .inFlight
        }
    }

    /// The answer of a read, once the replicas have what it read.
    ///
    /// - Parameter refusal: Thrown if they don't; by default that the database can't be used.
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
            // It may be written: an intent is then found abandoned and reversed, and a queued message is sent.
            throw .outcomeNotStored
        } catch {
            throw .storeUnavailable
        }
    }
}
