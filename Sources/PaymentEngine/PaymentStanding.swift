import PaymentDomain

/// A payment as it stands, with what its captures came to.
public struct PaymentStanding: Sendable, Hashable {
    /// The payment and its card.
    public var authorization: StoredAuthorization
    /// Why it was declined, where it was.
    public var declineReason: DeclineReason?
    /// The number of the transaction that began it, in dialects that number them.
    public var number: TransactionNumber?
    /// How much of what was captured is settled, in minor units.
    public var settledCaptures: Int64
    /// The newest capture that stands, or is on its way: when it was asked for, and its batch.
    public var capture: Capture?

    /// A capture, as far as inquiries tell of it.
    public struct Capture: Sendable, Hashable {
        /// When it was asked for.
        public var at: Timestamp
        /// Its batch; the open one has no number.
        public var batch: FoundBatch
        /// Whether its own request is still telling the acquirer of it.
        public var isInWork = false

        /// A capture.
        public init(at: Timestamp, batch: FoundBatch) {
            self.at = at
            self.batch = batch
        }
    }

    /// A payment.
    public init(
        authorization: StoredAuthorization, declineReason: DeclineReason?,
        number: TransactionNumber?, settledCaptures: Int64, capture: Capture?
    ) {
        self.authorization = authorization
        self.declineReason = declineReason
        self.number = number
        self.settledCaptures = settledCaptures
        self.capture = capture
    }

    /// The payment as an inquiry tells of it.
    public var found: FoundPayment {
        let payment = authorization.payment
        let details = authorization.details
        var found = FoundPayment(
            state: payment.state, amounts: payment.amounts, requested: payment.requested,
            handle: payment.handle, issuerPrefix: details.issuerPrefix,
            lastFour: details.lastFour, isWallet: details.entryMode == .applePay,
            isSettled: settledCaptures > 0)
        found.expiry = details.expiry
        found.declineReason = declineReason
        found.capturedAt = capture?.at
        found.isCaptureInWork = capture?.isInWork ?? false
        found.isClosed = payment.isClosed
        return found
    }
}

extension PaymentEngine {
    /// A payment of ours as it stands.
    func standing(of id: PaymentID) async throws(PaymentRefusal) -> PaymentStanding {
        guard let standing = try await stored({ try await ports.reader.standing(of: id) }) else {
            throw .paymentNotFound
        }
        return standing
    }

    /// The result with its payment as it stands now, where the command's dialect tells of it: where payments keep one
    /// number all their life, and of what was cancelled.
    func telling(of command: PaymentCommand, _ result: PaymentResult) async -> PaymentResult {
        guard case .recorded(var recorded) = result, command.tellsOfPayment else { return result }
        // What was done stands; where the books cannot be read, the reply tells less.
        recorded.payment = try? await ports.reader.standing(of: recorded.paymentID)?.found
        return .recorded(recorded)
    }
}

extension PaymentCommand {
    fileprivate var tellsOfPayment: Bool {
        switch self {
        case .cancel: true
        case .capture(let capture): capture.reference.isBeginning
        case .refund(let refund): refund.reference.isBeginning
        case .authorize, .openToken, .register, .keepCard, .credit, .void, .release,
            .confirmFunds, .inquire, .listBatches:
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
