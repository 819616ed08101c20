import DialectKit
import PaymentDomain

/// The outcome of a request, for its log line and its metric.
struct RequestOutcome: Sendable {
    /// A code from a closed set, the same for all protocols.
    let code: String
    /// The payment, if there is one.
    var payment: PaymentID?

    /// The outcome of a request without a command: its protocol, or the gateway, names it.
    init(_ reply: DialectReply) {
        code = reply.outcomeCode
        payment = reply.payment
    }

    /// The outcome of a request that was carried out.
    init(_ result: Result<PaymentResult, PaymentRefusal>) {
        switch result {
        case .failure(let refusal): code = refusal.code
        case .success(.authorization(let authorization)):
            code = RequestOutcome.code(of: authorization.outcome)
            payment = authorization.paymentID
        case .success(.recorded(let recorded)):
            let answered = recorded.refusal == nil ? "recorded" : "declined"
            code = recorded.isAnswered ? answered : "recorded-unanswered"
            payment = recorded.paymentID
        case .success(.opened): code = "opened"
        case .success(.registered): code = "registered"
        case .success(.kept): code = "kept"
        case .success(.accounts(let accounts)):
            code = accounts.isEmpty ? "account-deleted" : "accounts"
        case .success(.funds(let funds)): code = "funds-\(funds.availability.rawValue)"
        case .success(.found(let found)): code = found.isEmpty ? "not-found" : "found"
        case .success(.batches): code = "settled"
        case .success(.payments): code = "payments"
        case .success(.checked): code = "token-checked"
        }
    }

    private static func code(of outcome: AuthorizationResult.Outcome) -> String {
        switch outcome {
        case .approved: "approved"
        case .declined: "declined"
        case .notSent: "not-sent"
        case .unknown: "unknown"
        }
    }
}
