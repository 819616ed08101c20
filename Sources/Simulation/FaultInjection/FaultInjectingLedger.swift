#if DEBUG
    import PaymentDomain
    import PaymentEngine
    import Synchronization

    /// A ledger that is written in the wrong order on purpose; see ``PlantedBug``.
    package final class FaultInjectingLedger: PaymentLedger {
        /// How late a late write is.
        private static let lateness = Duration.milliseconds(300)
        /// How long the messages of an operation that is counted once more wait, in seconds: longer than that takes.
        private static let messageSeconds: Int64 = 60

        private let ledger: any PaymentLedger
        private let bug: PlantedBug
        private let unwritten = Mutex<[PaymentID: AuthorizationIntent]>([:])

        /// A ledger with a mistake.
        package init(_ ledger: any PaymentLedger, bug: PlantedBug) {
            self.ledger = ledger
            self.bug = bug
        }

        package func traceNumber() async throws(StoreError) -> Int64 {
            try await ledger.traceNumber()
        }

        package func begin(
            _ intent: AuthorizationIntent
        ) async throws(StoreError) -> BeginOutcome {
            guard bug == .noIntentBeforeWire else { return try await ledger.begin(intent) }
            unwritten.withLock { $0[intent.payment.id] = intent }
            return .begun(intent.card.handle, isNewCard: true)
        }

        package func reroute(
            _ payment: PaymentID, to line: LineID, as merchant: AcquirerMerchant
        ) async throws(StoreError) -> Bool {
            try await ledger.reroute(payment, to: line, as: merchant)
        }

        package func change(_ step: PaymentStep) async throws(StoreError) -> StepOutcome {
            try await ledger.change(step)
        }

        package func conclude(
            _ conclusion: AdviceConclusion
        ) async throws(StoreError) -> AnswerOutcome {
            let outcome = try await ledger.conclude(conclusion)
            if bug == .leaseWithoutFencing, outcome == .overtaken, conclusion.refusal == nil {
                try await countAgain(conclusion)
            }
            return outcome
        }

        package func postpone(
            _ delivery: Delivery, until: Timestamp, at now: Timestamp
        ) async throws(StoreError) -> Bool {
            try await ledger.postpone(delivery, until: until, at: now)
        }

        package func finish(
            _ ending: AuthorizationEnding
        ) async throws(StoreError) -> AnswerOutcome {
            switch bug {
            case .noIntentBeforeWire:
                let intent = unwritten.withLock { $0.removeValue(forKey: ending.paymentID) }
                guard let intent, case .begun = try await ledger.begin(intent) else {
                    return .overtaken
                }
                return try await ledger.finish(ending)
            case .outcomeAfterReply:
                let ledger = ledger
                Task {
                    try await Task.sleep(for: FaultInjectingLedger.lateness)
                    return try await ledger.finish(ending)
                }
                return .counted(followUps: [])
            case .refundWithoutGuard, .lateApprovalRevived, .leaseWithoutFencing:
                return try await ledger.finish(ending)
            }
        }

        /// Counts an answer under an ended lease once more, if the payment has room for it: as another operation of the
        /// same kind and amount, which the acquirer took.
        private func countAgain(_ late: AdviceConclusion) async throws(StoreError) {
            let (id, now) = (late.delivery.advice.id, late.at)
            let due = now.adding(seconds: FaultInjectingLedger.messageSeconds)
            let step = PaymentStep(of: .payment(late.delivery.paymentID), at: now, messagesDue: due)
            {
                order in
                guard let record = order.payments.first?.record,
                    let answered = record.operation(id), !answered.isVoid
                else { return .refuse(.wrongState) }
                let copy = PaymentOperation(
                    id: OperationID(at: now), answered.kind, answered.amount, at: now)
                return .request([StepOperation(copy, of: record.payment.id)])
            }
            guard case .written(_, let messages) = try await ledger.change(step) else { return }
            for message in messages {
                _ = try await ledger.conclude(
                    AdviceConclusion(delivery: message, refusal: nil, at: now))
            }
        }
    }
#endif
