import GRDB
import PaymentDomain
import PaymentEngine
import Database
import SQLiteDatabase

extension Database {
    /// Carries out a message once, and answers a repetition as the first.
    ///
    /// - Returns: The answer; unanswered if the table wants silence.
    func book(_ advice: AcquirerAdvice) throws -> AdviceOutcome {
        let id = advice.id.value.identifier
        let known = try knownAdvice(advice)
        if case .another = known { return .refused(.duplicateTransmission) }
        if case .answered(let outcome) = known { return outcome }
        let misbehaviour: SandboxAdviceAnswer =
            advice.kind == .reversal ? .answer : SandboxAdviceAnswer(advice.amount)
        if case .lost(let tries) = known {
            try change("UPDATE advices SET tries = tries + 1 WHERE id = ?", [id])
            if tries < SandboxLimits.lostTries { return .unanswered }
        } else {
            try insert(advice)
            if misbehaviour == .lose { return .unanswered }
        }
        let outcome: AdviceOutcome =
            try misbehaviour == .refuse ? .refused(.doNotHonor) : carryOut(advice)
        try change("UPDATE advices SET outcome = ? WHERE id = ?", [outcome.stored, id])
        return misbehaviour == .bookInSilence ? .unanswered : outcome
    }
}

/// The earlier message with the identifier of a new one.
private enum KnownAdvice {
    /// Nothing.
    case new
    /// It came before, and was lost this often.
    case lost(tries: Int)
    /// It was booked, with this answer.
    case answered(AdviceOutcome)
    /// Its identifier is another advice's.
    case another
}

extension AdviceOutcome {
    fileprivate static let acknowledgement = "acknowledged"

    /// The acknowledgement, or the refusal's code.
    fileprivate var stored: SQLValue {
        switch self {
        case .acknowledged: AdviceOutcome.acknowledgement.sqlValue
        case .refused(let reason): reason.rawValue.sqlValue
        case .unanswered, .tooEarly: .null
        }
    }
}

extension Database {
    fileprivate func knownAdvice(_ advice: AcquirerAdvice) throws -> KnownAdvice {
        let found = try first(
            """
            SELECT authorization_id = ? AND kind = ? AND currency = ? AND amount = ?, tries, outcome
            FROM advices WHERE id = ?
            """,
            [
                advice.authorizationID.value.identifier, advice.kind.rawValue.sqlValue,
                advice.amount.currency.code.sqlValue,
                advice.amount.minorUnits.sqlValue, advice.id.value.identifier,
            ]
        ) { columns -> KnownAdvice in
            guard try columns.integer() != 0 else { return .another }
            let tries = try columns.count()
            switch try columns.textOrNil() {
            case nil: return .lost(tries: tries)
            case AdviceOutcome.acknowledgement: return .answered(.acknowledged(nil))
            case let code?: return .answered(.refused(DeclineReason(networkCode: code)))
            }
        }
        return found ?? .new
    }

    fileprivate func insert(_ advice: AcquirerAdvice) throws {
        try change(
            """
            INSERT INTO advices (id, authorization_id, kind, currency, amount, tries)
            VALUES (?, ?, ?, ?, ?, 1)
            """,
            [
                advice.id.value.identifier, advice.authorizationID.value.identifier,
                advice.kind.rawValue.sqlValue, advice.amount.currency.code.sqlValue,
                advice.amount.minorUnits.sqlValue,
            ])
    }

    /// Changes an authorization as the advice says, or refuses.
    fileprivate func carryOut(_ advice: AcquirerAdvice) throws -> AdviceOutcome {
        guard let hold = try hold(advice.authorizationID) else {
            guard advice.kind == .reversal else { return .refused(.unableToLocateRecord) }
            try rememberReversal(of: advice)
            return .acknowledged(nil)
        }
        guard hold.merchantNumber == advice.merchant.merchantNumber else {
            return .refused(.invalidMerchant)
        }
        if advice.kind == .reversal { return try reverse(advice.authorizationID, hold) }
        guard !hold.isReversed else { return .refused(.invalidTransaction) }
        let amount = advice.amount.minorUnits
        guard hold.currency == advice.amount.currency.code, amount > 0,
            amount <= hold.left(for: advice.kind)
        else { return .refused(.invalidAmount) }
        let assignment =
            switch advice.kind {
            case .capture, .reversal: "captured = captured + ?"
            case .refund: "refunded = refunded + ?"
            case .release: "released = released + ?"
            case .captureVoid: "captured = captured - ?"
            case .refundVoid where hold.credited > 0: "credited = credited - ?"
            case .refundVoid: "refunded = refunded - ?"
            }
        try change(
            "UPDATE authorizations SET \(assignment) WHERE id = ?",
            [amount.sqlValue, advice.authorizationID.value.identifier])
        return .acknowledged(nil)
    }

    private func hold(_ id: OperationID) throws -> BookedHold? {
        try first(
            """
            SELECT merchant_number, currency, held, captured, refunded, released, credited, reversed
            FROM authorizations WHERE id = ?
            """,
            [id.value.identifier]
        ) { columns in
            BookedHold(
                merchantNumber: try columns.text(), currency: try columns.text(),
                held: try columns.integer(), captured: try columns.integer(),
                refunded: try columns.integer(), released: try columns.integer(),
                credited: try columns.integer(), isReversed: try columns.integer() != 0)
        }
    }

    /// A captured amount is undone by a refund, not by a reversal.
    private func reverse(_ id: OperationID, _ hold: BookedHold) throws -> AdviceOutcome {
        guard hold.captured == 0 else { return .refused(.invalidTransaction) }
        try change(
            "UPDATE authorizations SET reversed = 1 WHERE id = ?", [id.value.identifier])
        return .acknowledged(nil)
    }

    /// Remembers a reversal that overtook its authorization, which is declined when it comes.
    private func rememberReversal(of advice: AcquirerAdvice) throws {
        try change(
            """
            INSERT INTO authorizations
                (id, merchant_number, currency, last_four, requested, held, reversed)
            VALUES (?, ?, ?, '', ?, 0, 1)
            """,
            [
                advice.authorizationID.value.identifier,
                advice.merchant.merchantNumber.sqlValue,
                advice.amount.currency.code.sqlValue,
                advice.amount.minorUnits.sqlValue,
            ])
    }
}

/// An authorization as an advice finds it.
private struct BookedHold {
    let merchantNumber: String
    let currency: String
    let held: Int64
    let captured: Int64
    let refunded: Int64
    let released: Int64
    let credited: Int64
    let isReversed: Bool

    /// The most that an advice of a kind may ask for.
    func left(for kind: AdviceKind) -> Int64 {
        switch kind {
        case .capture, .release: held - captured - released
        case .refund, .captureVoid: captured - refunded
        case .refundVoid: credited > 0 ? credited : refunded
        case .reversal: held
        }
    }
}
