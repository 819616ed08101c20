import PaymentDomain

extension PaymentEngine {
    /// Says what became of an earlier request, by the client's own name of it, by its number or by its order.
    func inquire(
        _ command: InquireCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        var found: [FoundTransaction] = []
        for transaction in try await transactions(command, request) {
            let snapshot = try await snapshot(of: transaction.authorization.payment.id)
            found.append(FoundTransaction(transaction, snapshot))
        }
        return try await safely(.found(found))
    }

    /// Says what was settled.
    func listBatches(
        _ command: ListBatchesCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let merchant = request.merchant.id
        return try await safely(
            .batches(try await stored({ try await ports.batches.batches(command, of: merchant) })))
    }

    /// The transactions that began payments of an order, and the refunds that bear its name: the newest of both, newest
    /// first.
    ///
    /// A refund can have an order of its own. If clients can ask for it, that is also its name of the refund, which the
    /// database has an index of.
    func transactions(
        ofOrder order: String, of merchant: MerchantID, upTo limit: Int
    ) async throws(PaymentRefusal) -> [StoredTransaction] {
        let begun = try await stored {
            try await ports.reader.transactions(.ofOrder(order), of: merchant, upTo: limit)
        }
        let named = try await stored {
            try await ports.reader.transactions(.named(order), of: merchant, upTo: limit)
        }
        let refunds = named.filter {
            $0.name.kind == .refund && $0.name.orderReference == order
        }
        // Sorting keeps the database's order within a millisecond; a number doesn't show it.
        return Array((refunds + begun).sorted { $0.at > $1.at }.prefix(limit))
    }

    private func transactions(
        _ command: InquireCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> [StoredTransaction] {
        let merchant = request.merchant.id
        let limit = command.limit ?? EngineLimits.transactionsPerInquiry
        var found: [StoredTransaction] = []
        if let number = command.number {
            if let one = try await stored({
                try await ports.reader.transaction(number, of: merchant)
            }) {
                found = [one]
            }
        } else if let name = command.clientName {
            found = try await stored {
                try await ports.reader.transactions(.named(name), of: merchant, upTo: limit)
            }
        } else if let order = command.orderReference {
            found = try await transactions(ofOrder: order, of: merchant, upTo: limit)
        }
        return found.filter { transaction in
            (command.clientName.map { $0 == transaction.name.clientName } ?? true)
                && (command.orderReference.map { $0 == transaction.orderReference } ?? true)
                && (command.kinds.isEmpty || command.kinds.contains(transaction.name.kind))
        }
    }
}

extension StoredTransaction {
    /// The order that it names, or its payment's.
    fileprivate var orderReference: String {
        name.orderReference ?? authorization.payment.orderReference
    }
}

extension StoredTransaction {
    /// A transaction that began a payment is reversed with the authorization; any other by itself.
    fileprivate var isReversed: Bool {
        switch name.kind {
        case .authorization, .sale, .forcedCapture: authorization.payment.state == .released
        case .capture, .refund, .credit, .void, .release: operationState == .voided
        }
    }
}

extension FoundTransaction {
    fileprivate init(_ stored: StoredTransaction, _ snapshot: PaymentSnapshot) {
        let payment = stored.authorization.payment
        self.init(
            number: stored.name.number, kind: stored.name.kind,
            orderReference: stored.orderReference, standing: Standing(stored),
            amount: stored.operation?.amount ?? payment.authorizedOrRequested,
            at: stored.at)
        clientName = stored.name.clientName
        authorizationCode = stored.authorization.authorizationCode
        network = stored.authorization.details.network
        self.payment = snapshot.found
        isReversed = stored.isReversed
        isBeingReversed = stored.operationState == .voiding
        switch stored.name.kind {
        // An authorization is settled with its capture; a sale keeps its number when it is captured again.
        case .authorization, .sale, .forcedCapture: batch = snapshot.capture?.batch
        case .credit: batch = stored.batch
        case .capture, .refund, .void, .release:
            batch = stored.batch
            originalNumber = snapshot.number
        }
    }
}

extension FoundTransaction.Standing {
    fileprivate init(_ stored: StoredTransaction) {
        if stored.operation != nil, let state = stored.operationState {
            switch state {
            // Its own request waits for the acquirer, and may say that it was refused.
            case .pending where stored.operation?.isInProgress == true: self = .inProgress
            // A pending operation is final for its client. A voided one was done before.
            case .pending, .confirmed, .voiding, .voided, .settled: self = .done
            case .refused: self = .refused(stored.operation?.refusal ?? .other)
            }
            return
        }
        switch stored.authorization.payment.state {
        case .authorizing: self = .inProgress
        case .authorized, .released, .credited: self = .done
        case .declined: self = .refused(stored.declineReason ?? .other)
        case .notSent: self = .refused(.unableToRoute)
        case .outcomeUnknown, .reversed: self = .unknown
        }
    }
}

extension Payment {
    fileprivate var authorizedOrRequested: Money {
        guard state == .authorized || state == .released,
            let authorized = try? Money(
                minorUnits: amounts.authorized, currency: requested.currency)
        else { return requested }
        return authorized
    }
}
