import PaymentDomain

extension PaymentEngine {
    /// Pays an order with a token, at most once whatever crashes, and however many try at once.
    ///
    /// The next number of a try is one more than the tries that are declined. Two requests that read the same tries take
    /// the same number, and so the same idempotency key, which the database gives to one of them. The other one then
    /// looks again. A number is only counted if its try can't be approved any more.
    ///
    /// - Parameters:
    ///   - token: The token's JSON. The same token again is the same try, with the same result.
    ///   - billing: What the page said of the customer, for address verification alone.
    package func pay(
        _ order: WebOrder, with token: [UInt8], billing: BillingDetails, id: RequestIdentifier,
        at receivedAt: Timestamp
    ) async throws(WebOrderRefusal) -> AuthorizationResult {
        var command = AuthorizeCommand(
            source: .applePay(.json(token)), orderReference: order.reference,
            amount: order.amount, billing: billing)
        command.capturesAtOnce = order.capturesAtOnce
        var origin = RequestOrigin(
            merchant: order.merchant, dialect: WebOrder.dialect, name: RequestIdentity(),
            path: order.id.value, body: token, id: id)
        let digest = ports.vault.digest(of: [Array(origin.path.utf8), token])
        for _ in 1...WebOrderLimits.tries {
            let tries = try await tries(of: order)
            let number =
                if let same = tries.firstIndex(where: { $0.requestDigest == digest }) {
                    same + 1
                } else {
                    try nextTry(of: order, after: tries, at: receivedAt)
                }
            origin.name.repetition = RepetitionPolicy(.key(order.tryKey(number)))
            do throws(PaymentRefusal) {
                let result = try await execute(.authorize(command), from: origin, at: receivedAt)
                guard case .authorization(let answer) = result else { throw .wrongState }
                return answer
            } catch .idempotencyConflict {
                // Another request took the number in the meantime.
                continue
            } catch .inFlight {
                throw .inProgress
            } catch {
                throw .payment(error)
            }
        }
        throw .tooManyTries
    }

    /// The number of the next try.
    private func nextTry(
        of order: WebOrder, after tries: [PriorRequest], at now: Timestamp
    ) throws(WebOrderRefusal) -> Int {
        let standing = order.standing(
            after: tries, earliestSigning: ports.verifier.earliestSigningTime, at: now)
        switch standing.state {
        case .paying: throw .inProgress
        case .paid: throw .paid
        case .unknown: throw .outcomeUnknown
        case .expired: throw .expired
        case .open, .declined: break
        }
        guard tries.count < WebOrderLimits.tries else { throw .tooManyTries }
        return tries.count + 1
    }

    private func tries(of order: WebOrder) async throws(WebOrderRefusal) -> [PriorRequest] {
        do {
            return try await stored {
                let tries = try await ports.reader.priors(order.tryKeys)
                // Who hears that an order is paid acts on it.
                if !tries.isEmpty { try await ports.reader.awaitCopies() }
                return tries
            }
        } catch {
            throw .payment(error)
        }
    }
}

extension WebOrder {
    /// What became of the order by its tries, the last of which decides: no try follows one that may be approved.
    ///
    /// - Parameter earliestSigning: When the last restore of a backup was over: an order from before may have been paid in
    ///   the database that was replaced.
    package func standing(
        after tries: [PriorRequest], earliestSigning: Timestamp?, at now: Timestamp
    ) -> WebOrderStanding {
        let state: WebOrderState =
            switch tries.last?.outcome {
            case .inProgress: .paying
            case .approved: .paid
            case .unknown: .unknown
            case .cameToNothing, nil:
                if let earliestSigning, createdAt < earliestSigning {
                    .unknown
                } else if expiresAt <= now {
                    .expired
                } else {
                    tries.isEmpty ? .open : .declined
                }
            }
        return WebOrderStanding(state, tries: tries.count, payment: tries.last?.payment)
    }

    /// The keys of its tries.
    package var tryKeys: [IdempotencyKey] {
        (1...WebOrderLimits.tries).map {
            IdempotencyKey(merchant: merchant, dialect: Self.dialect, key: tryKey($0))
        }
    }
}

/// The outcome of a try.
private enum TryOutcome {
    case inProgress
    case approved
    case unknown
    /// It was declined or never sent. No money can move by it any more.
    case cameToNothing
}

extension PriorRequest {
    fileprivate var payment: PaymentID? {
        guard case .authorization(let prior) = subject else { return nil }
        return prior.authorization.payment.id
    }

    fileprivate var outcome: TryOutcome {
        guard let result = try? answerByKey(), case .authorization(let authorization) = result
        else { return .inProgress }
        return switch authorization.outcome {
        case .approved: .approved
        case .unknown: .unknown
        case .declined, .notSent: .cameToNothing
        }
    }
}
