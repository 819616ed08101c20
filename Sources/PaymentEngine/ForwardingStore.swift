import CardVault
import PaymentDomain

/// Books in front of other books: what it does not do itself, the others do.
///
/// A sandbox that is to die at a step, and tests whose writes are to fail, change a few functions of real books.
package protocol ForwardingStore: PaymentStore {
    /// The books behind.
    var books: any PaymentStore { get }
}

// What each function does is said at ``PaymentStore``.
extension ForwardingStore {
    package func begin(_ intent: AuthorizationIntent) async throws(StoreError) -> BeginOutcome {
        try await books.begin(intent)
    }

    package func finish(_ ending: AuthorizationEnding) async throws(StoreError) -> AnswerOutcome {
        try await books.finish(ending)
    }

    package func change(_ step: PaymentStep) async throws(StoreError) -> StepOutcome {
        try await books.change(step)
    }

    package func conclude(_ conclusion: AdviceConclusion) async throws(StoreError) -> AnswerOutcome
    {
        try await books.conclude(conclusion)
    }

    package func prior(_ claim: IdempotencyClaim) async throws(StoreError) -> PriorRequest? {
        try await books.prior(claim)
    }

    package func spend(_ token: SpentToken) async throws(StoreError) -> Bool {
        try await books.spend(token)
    }

    package func payments(
        _ reference: PaymentReference, of merchant: MerchantID
    ) async throws(StoreError) -> [Payment] {
        try await books.payments(reference, of: merchant)
    }

    package func order(_ name: OrderName) async throws(StoreError) -> OrderRecord? {
        try await books.order(name)
    }

    package func authorization(
        of payment: PaymentID
    ) async throws(StoreError) -> StoredAuthorization? {
        try await books.authorization(of: payment)
    }

    package func card(
        _ handle: VaultHandle, of merchant: MerchantID
    ) async throws(StoreError) -> StoredCard? {
        try await books.card(handle, of: merchant)
    }

    package func operation(_ id: OperationID) async throws(StoreError) -> StoredOperation? {
        try await books.operation(id)
    }

    package func standing(
        of payment: PaymentID
    ) async throws(StoreError) -> PaymentStanding? {
        try await books.standing(of: payment)
    }

    package func openCaptures(
        of payment: PaymentID
    ) async throws(StoreError) -> [StoredOperation] {
        try await books.openCaptures(of: payment)
    }

    package func claimDeliveries(
        at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [Delivery] {
        try await books.claimDeliveries(at: now, leasedUntil: leasedUntil, limit: limit)
    }

    package func awaitCopies() async throws(StoreError) {
        try await books.awaitCopies()
    }

    @discardableResult
    package func postpone(
        _ delivery: Delivery, until: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await books.postpone(delivery, until: until, at: now)
    }

    package func endLeases(at now: Timestamp) async throws(StoreError) {
        try await books.endLeases(at: now)
    }

    @discardableResult
    package func bringForward(
        dueAfter: Timestamp, deadlineAfter: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int {
        try await books.bringForward(dueAfter: dueAfter, deadlineAfter: deadlineAfter, at: now)
    }

    package func recoverAbandoned(
        deadlineBefore: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int {
        try await books.recoverAbandoned(deadlineBefore: deadlineBefore, at: now)
    }

    package func register(
        _ registration: StoredRegistration
    ) async throws(StoreError) -> Bool {
        try await books.register(registration)
    }

    package func registration(
        _ id: RegistrationID, of merchant: MerchantID
    ) async throws(StoreError) -> StoredRegistration? {
        try await books.registration(id, of: merchant)
    }

    package func eraseRegistrations(
        expiredBefore moment: Timestamp
    ) async throws(StoreError) -> Int {
        try await books.eraseRegistrations(expiredBefore: moment)
    }

    package func eraseCards(expiredBefore moment: Timestamp) async throws(StoreError) -> Int {
        try await books.eraseCards(expiredBefore: moment)
    }

    package func payment(
        spending transactionID: String, of merchant: MerchantID
    ) async throws(StoreError) -> PaymentID? {
        try await books.payment(spending: transactionID, of: merchant)
    }

    package func isSpent(
        _ transactionID: String, cryptogram: String?, of merchant: MerchantID
    ) async throws(StoreError) -> Bool {
        try await books.isSpent(transactionID, cryptogram: cryptogram, of: merchant)
    }

    package func keepCard(_ intent: CardIntent) async throws(StoreError) -> BeginOutcome {
        try await books.keepCard(intent)
    }

    package func transaction(
        _ number: TransactionNumber, of merchant: MerchantID
    ) async throws(StoreError) -> StoredTransaction? {
        try await books.transaction(number, of: merchant)
    }

    package func transactions(
        named clientName: String, of merchant: MerchantID, upTo limit: Int
    ) async throws(StoreError) -> [StoredTransaction] {
        try await books.transactions(named: clientName, of: merchant, upTo: limit)
    }

    package func transactions(
        ofOrder order: String, of merchant: MerchantID, upTo limit: Int
    ) async throws(StoreError) -> [StoredTransaction] {
        try await books.transactions(ofOrder: order, of: merchant, upTo: limit)
    }

    package func batches(
        _ command: ListBatchesCommand, of merchant: MerchantID
    ) async throws(StoreError) -> [SettledBatch] {
        try await books.batches(command, of: merchant)
    }
}
