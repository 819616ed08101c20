#if DEBUG
    import PaymentDomain
    import PaymentEngine
    import Storage
    import Synchronization

    /// Books that are written in the wrong order on purpose; see ``Storage/PlantedBug``.
    final class PlantedStore: ForwardingStore {
        /// How late a late write is.
        private static let lateness = Duration.milliseconds(300)

        let books: any PaymentStore
        private let bug: PlantedBug
        private let unwritten = Mutex<[PaymentID: AuthorizationIntent]>([:])

        init(books: any PaymentStore, bug: PlantedBug) {
            self.books = books
            self.bug = bug
        }

        func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome {
            guard bug == .noIntentBeforeWire else { return try await books.begin(intent) }
            unwritten.withLock { $0[intent.payment.id] = intent }
            return .begun(intent.card.handle, isNewCard: true)
        }

        func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> AnswerOutcome {
            switch bug {
            case .noIntentBeforeWire:
                let intent = unwritten.withLock { $0.removeValue(forKey: ending.paymentID) }
                guard let intent, case .begun = try await books.begin(intent) else {
                    return .overtaken
                }
                return try await books.finish(ending)
            case .outcomeAfterReply:
                let books = books
                Task {
                    try await Task.sleep(for: PlantedStore.lateness)
                    return try await books.finish(ending)
                }
                return .counted(followUps: [])
            case .refundWithoutGuard, .lateApprovalRevived, .leaseWithoutFencing:
                return try await books.finish(ending)
            }
        }
    }
#endif
