#if DEBUG
    import PaymentDomain
    import PaymentEngine
    import Storage
    import Synchronization

    /// A ledger that is written in the wrong order on purpose; see ``Storage/PlantedBug``.
    final class PlantedLedger: PaymentLedger {
        /// How late a late write is.
        private static let lateness = Duration.milliseconds(300)

        private let ledger: any PaymentLedger
        private let bug: PlantedBug
        private let unwritten = Mutex<[PaymentID: AuthorizationIntent]>([:])

        init(ledger: any PaymentLedger, bug: PlantedBug) {
            self.ledger = ledger
            self.bug = bug
        }

        func traceNumber() async throws(StoreError) -> Int64 {
            try await ledger.traceNumber()
        }

        func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome {
            guard bug == .noIntentBeforeWire else { return try await ledger.begin(intent) }
            unwritten.withLock { $0[intent.payment.id] = intent }
            return .begun(intent.card.handle, isNewCard: true)
        }

        func change(_ step: PaymentStep) async throws(StoreError) -> StepOutcome {
            try await ledger.change(step)
        }

        func conclude(
            _ conclusion: AdviceConclusion
        ) async throws(StoreError) -> AnswerOutcome {
            try await ledger.conclude(conclusion)
        }

        func postpone(
            _ delivery: Delivery, until: Timestamp, at now: Timestamp
        ) async throws(StoreError) -> Bool {
            try await ledger.postpone(delivery, until: until, at: now)
        }

        func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> AnswerOutcome {
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
                    try await Task.sleep(for: PlantedLedger.lateness)
                    return try await ledger.finish(ending)
                }
                return .counted(followUps: [])
            case .refundWithoutGuard, .lateApprovalRevived, .leaseWithoutFencing:
                return try await ledger.finish(ending)
            }
        }
    }
#endif
