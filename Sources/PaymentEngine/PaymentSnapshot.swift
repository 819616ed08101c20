import PaymentDomain

/// A payment's current state with the total of its captures.
package struct PaymentSnapshot: Sendable, Hashable {
    /// The payment and its card.
    package var authorization: StoredAuthorization
    /// Why it was declined, if it was.
    package var declineReason: DeclineReason?
    /// The number of the transaction that began it, in dialects that number them.
    package var number: TransactionNumber?
    /// The settled part of the captured amount, in minor units.
    package var settledCaptures: Int64
    /// The newest capture that is approved or pending: its time, and its batch.
    package var capture: Capture?

    /// A capture, as inquiries report it.
    package struct Capture: Sendable, Hashable {
        /// When it was asked for.
        package var at: Timestamp
        /// Its batch; the open one has no number.
        package var batch: FoundBatch
        /// Whether its own request is still telling the acquirer of it.
        package var isInProgress = false

        package init(at: Timestamp, batch: FoundBatch) {
            self.at = at
            self.batch = batch
        }
    }

    package init(
        authorization: StoredAuthorization, declineReason: DeclineReason?,
        number: TransactionNumber?, settledCaptures: Int64, capture: Capture?
    ) {
        self.authorization = authorization
        self.declineReason = declineReason
        self.number = number
        self.settledCaptures = settledCaptures
        self.capture = capture
    }

    /// The payment as an inquiry reports it.
    package var found: FoundPayment {
        let payment = authorization.payment
        let details = authorization.details
        var found = FoundPayment(
            state: payment.state, amounts: payment.amounts, requested: payment.requested,
            handle: payment.handle, issuerPrefix: details.issuerPrefix,
            lastFour: details.lastFour, isWallet: details.entryMode == .applePay,
            isSettled: settledCaptures > 0)
        found.expiry = details.expiry
        found.authorizationCode = authorization.authorizationCode
        found.declineReason = declineReason
        found.capturedAt = capture?.at
        found.isCaptureInWork = capture?.isInProgress ?? false
        found.isClosed = payment.isClosed
        return found
    }
}

extension PaymentEngine {
    /// A payment of ours in its current state.
    func snapshot(of id: PaymentID) async throws(PaymentRefusal) -> PaymentSnapshot {
        guard let snapshot = try await stored({ try await ports.reader.snapshot(of: id) }) else {
            throw .paymentNotFound
        }
        return snapshot
    }

    /// The result with the payment's current state, if the command's dialect reports it: if payments keep one number
    /// all their life, and for cancelled ones.
    func telling(of command: PaymentCommand, _ result: PaymentResult) async -> PaymentResult {
        guard case .recorded(var recorded) = result, command.tellsOfPayment else { return result }
        // The operation is done; if the database can't be read, the reply says less.
        recorded.payment = try? await ports.reader.snapshot(of: recorded.paymentID)?.found
        return .recorded(recorded)
    }
}

extension PaymentCommand {
    fileprivate var tellsOfPayment: Bool {
        switch self {
        case .cancel: true
        case .capture(let capture): capture.reference.isBeginning
        case .refund(let refund): refund.reference.isBeginning
        case .authorize, .openToken, .register, .keepCard, .account, .credit, .void, .release,
            .confirmFunds, .inquire, .listBatches, .findPayments, .checkToken:
            false
        }
    }
}

extension PaymentReference {
    fileprivate var isBeginning: Bool {
        switch self {
        case .begunBy: true
        case .number, .order, .payment: false
        }
    }
}
