import CosterOperations
import CosterServer

/// Says what a restored database doesn't know, because nothing else will.
struct RestoredSentence {
    private let restored: Restoration.Outcome
    private let place: String

    init(_ restored: Restoration.Outcome, place: String) {
        self.restored = restored
        self.place = place
    }

    /// Prints it.
    ///
    /// - Parameter next: What to do, a numbered line each.
    func say(next: String) {
        let last = restored.database.lastPaymentAt.map { "the newest payment began \($0)" }
        print(
            """
            restore: \(restored.payments) payments and \(restored.operations) operations are in \(place), and \
            the audit found no breach
            restore: \(last ?? "no payment is in it yet")

            What happened after the backup is not in these books:
            - Payments since then are known to the acquirer and the shops alone. Compare with the acquirer's report \
            from that moment on, and capture, refund or undo them there.
            - Captures, refunds and releases since then may be asked for again here: the books hold them for undone.
            - \(restored.database.authorizing) authorizations were being asked for. They are reversed, those too that \
            were approved a moment later: look for them in the acquirer's report.
            - \(restored.database.advices) messages to the acquirer were not answered. They are told again under the same \
            names; what it has booked it does not book again.
            - Idempotency keys since then are forgotten: a shop that repeats such a request pays again. Apple Pay \
            tokens that were signed before this command began, or in the \(RestoreLimits.signingMarginSeconds) seconds \
            after, are refused, so that none is spent twice.
            - What operators did since then is undone: secrets that were revoked and certificates that were retired \
            are good again; merchants, clients and keys are as they were. Do it again before shops are let in.

            Next:
            \(next)
            """)
    }
}
