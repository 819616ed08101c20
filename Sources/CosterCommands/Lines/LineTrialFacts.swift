import CosterOperations
import CosterServer
import PaymentDomain

/// A trial of a line for a machine. The names in JSON are an interface.
struct LineTrialFacts: Encodable {
    let line: String
    let merchant: String
    let amount: String
    let currency: String
    /// `approved-and-reversed`, `approved`, `declined`, `refused`, `not-sent` or `unknown`.
    let outcome: String
    /// Why it was declined or not sent.
    let reason: String?
    let messages: [LineTrial.Message]

    init(_ trial: LineTrial, line: LineID, merchant: MerchantID) {
        self.line = line.value
        self.merchant = merchant.value
        amount = trial.amount.decimal
        currency = trial.amount.currency.code
        outcome = trial.outcome.code
        reason = trial.outcome.reason
        messages = trial.messages
    }

    /// The messages for a person.
    var table: TextTable {
        var table = TextTable(
            .init("exchange", isNumber: true), .init("direction"), .init("field"), .init("value"))
        for message in messages {
            for field in message.fields {
                table.add(String(message.exchange), message.direction, field.name, field.value)
            }
        }
        return table
    }
}

extension LineTrial.Outcome {
    /// The outcome's name.
    var code: String {
        switch self {
        case .reversed: "approved-and-reversed"
        case .notReversed: "approved"
        case .declined: "declined"
        case .refused: "refused"
        case .notSent: "not-sent"
        case .unknown: "unknown"
        }
    }

    /// Why it was declined or not sent.
    var reason: String? {
        switch self {
        case .declined(let reason): reason.rawValue
        case .notSent(_, let reason): reason
        case .reversed, .notReversed, .refused, .unknown: nil
        }
    }

    /// The command's exit code; nil if all went well.
    var exit: CosterExit? {
        switch self {
        case .reversed: nil
        case .declined, .refused: .doesNotHold
        case .notReversed, .unknown: .outcomeUnknown
        case .notSent: .notReachable
        }
    }
}

extension LineTrial {
    /// The outcome in one line.
    var sentence: String {
        switch outcome {
        case .reversed: "ok: \(amount) was authorized and reversed."
        case .notReversed:
            "unknown: \(amount) was authorized, but the reversal wasn't confirmed. Look for it in the acquirer's report."
        case .declined(let reason):
            "declined: \(reason.text) (\(reason.rawValue)). Nothing is held."
        case .refused:
            "refused: The host refused the message as a whole. Check the user, the secret and the merchant number."
        case .notSent(let finding, let reason): "not sent: \(reason): \(finding.message)"
        case .unknown(true):
            "unknown: The authorization had no usable answer. The reversal undid it, or found nothing."
        case .unknown(false):
            "unknown: The authorization had no usable answer, and the reversal wasn't confirmed. Look for it in the acquirer's report."
        }
    }
}
