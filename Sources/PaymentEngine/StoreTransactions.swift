import CardVault
import PaymentDomain

/// A client's name of a transaction.
package struct TransactionName: Sendable, Hashable {
    /// The number that it was given.
    package var number: TransactionNumber
    package var kind: TransactionKind
    /// The client's own name of its request.
    package var clientName: String?
    /// The order that it names in place of its payment's.
    package var orderReference: String?

    package init(number: TransactionNumber, kind: TransactionKind, clientName: String?) {
        self.number = number
        self.kind = kind
        self.clientName = clientName
    }
}

/// A transaction in the database.
package struct StoredTransaction: Sendable, Hashable {
    /// The client's name of it.
    package var name: TransactionName
    /// The payment that it began or belongs to.
    package var authorization: StoredAuthorization
    /// Why the payment was declined, if it was.
    package var declineReason: DeclineReason?
    /// The capture, refund, release, credit or void that it is; for a sale and a forced capture, the capture that came
    /// with the approval. Nil for an authorization, and if nothing was approved.
    package var operation: StoredOperation?
    package var operationState: OperationState?
    /// The part of the operation's amount that no refund that names it gives back, or is to.
    package var left: Money?
    /// The batch of the operation, if it is in one; the open one has no number.
    package var batch: FoundBatch?
    /// When it was written.
    package var at: Timestamp

    package init(
        name: TransactionName, authorization: StoredAuthorization,
        declineReason: DeclineReason?, operation: StoredOperation?,
        operationState: OperationState?, at: Timestamp
    ) {
        self.name = name
        self.authorization = authorization
        self.declineReason = declineReason
        self.operation = operation
        self.operationState = operationState
        self.at = at
    }
}

package enum OperationState: String, Sendable, Hashable, CaseIterable {
    /// Requested; its message is sent until the acquirer answers.
    case pending
    /// The acquirer took it; it is in the open batch.
    case confirmed
    /// The acquirer refused it.
    case refused
    /// It is being taken back.
    case voiding
    /// It was taken back.
    case voided
    /// Its batch is closed.
    case settled
}

/// Something that is kept for one payment.
package struct StoredRegistration: Sendable, Hashable {
    /// The client's name of it.
    package var id: RegistrationID
    package var merchant: MerchantID
    /// The sealed content; nil once it was spent or expired.
    package var sealedContent: SealedRecord?
    /// When its time is over.
    package var expiresAt: Timestamp
    /// Whether a payment was made with it.
    package var isSpent: Bool
    /// The payment that was made with it; nil too where its card was kept.
    package var spentBy: PaymentID?
    /// The card token under which its card was stored, if it was.
    package var keptHandle: VaultHandle?

    package init(
        id: RegistrationID, merchant: MerchantID, sealedContent: SealedRecord?,
        expiresAt: Timestamp, isSpent: Bool = false
    ) {
        self.id = id
        self.merchant = merchant
        self.sealedContent = sealedContent
        self.expiresAt = expiresAt
        self.isSpent = isSpent
    }
}

/// A card to be kept for good, without a payment.
package struct CardIntent: Sendable {
    package var merchant: MerchantID
    package var card: ProposedCard
    /// The Apple transaction that it spends; the handle is remembered under its name, see
    /// ``PaymentDomain/RegistrationID/init(keptWith:)``.
    package var spentToken: SpentToken?
    /// The registration that it spends.
    package var registration: RegistrationID?
    package var at: Timestamp
    /// When the card expires, if its merchant does not use it before; nil keeps it for good. A card that is kept for
    /// good already stays so.
    package var expiresAt: Timestamp?

    package init(
        merchant: MerchantID, card: ProposedCard, spentToken: SpentToken?,
        registration: RegistrationID?, at: Timestamp
    ) {
        self.merchant = merchant
        self.card = card
        self.spentToken = spentToken
        self.registration = registration
        self.at = at
    }
}
