import CosterOperations
import CosterServer
import PaymentDomain

/// Says what a restored database doesn't know, because nothing else will.
struct RestoreSummary {
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
        let database = restored.database
        let last = database.lastPaymentAt.map { "the newest payment began \($0)" }
        print(
            """
            restore: the database in \(place) has \(restored.payments.counted("payment")) and \
            \(restored.operations.counted("operation")), and the audit found no breach
            restore: \(last ?? "there is no payment in it yet")

            The restored database doesn't include what happened after the backup:
            - Only the acquirer and the merchants know later payments. Compare with the acquirer's report from then on, \
            and capture, refund or void them there.
            - Captures, refunds and releases made after the backup aren't included. Repeating one could move money \
            twice, so check the acquirer's report first.
            - Authorizations in progress: \(database.authorizing). Coster reverses each. Some may have been approved: \
            look for them in the acquirer's report.
            - Messages to the acquirer without an answer: \(database.advices). Coster sends each again with the same \
            identifier, so the acquirer doesn't book one twice.
            - Later idempotency keys are lost: a client that repeats such a request pays again. Coster refuses Apple Pay \
            tokens that were signed before now or in the next \(RestoreLimits.signingMarginSeconds) seconds, so none is \
            spent twice.
            - Later changes by operators are undone: revoked secrets and retired certificates are valid again. Repeat \
            those changes before clients connect.

            Next:
            \(next)
            """)
    }
}
