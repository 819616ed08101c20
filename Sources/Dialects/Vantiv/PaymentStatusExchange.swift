import DialectKit
import PaymentDomain
import StrictCoding

/// What the reply to a question for a transaction's state needs.
package struct PaymentStatusExchange: Sendable {
    /// The number in the path.
    let number: TransactionNumber
    let requestID: RequestIdentifier

    static let contentType = "application/json"

    /// The reply: the state, and the transaction if it was found.
    func reply(with found: FoundTransaction?) -> DialectReply {
        let state = PaymentStatusWord(found)
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("paymentId", number.value)
            reply.member("requestUuid", requestID.description)
            reply.member("paymentStatus", state.rawValue)
            guard let found else { return }
            reply.member("paymentDetail") { $0.write(found) }
        }
        return DialectReply(
            status: 200, contentType: Self.contentType, body: writer.bytes,
            outcomeCode: state.rawValue.lowercased())
    }
}

/// `paymentStatus`: the words that the connectors read.
private enum PaymentStatusWord: String {
    case processed = "PROCESSED_SUCCESSFULLY"
    case declined = "TRANSACTION_DECLINED"
    /// A connector keeps the payment as it is, and asks again.
    case pending = "NOT_YET_PROCESSED"
    case notFound = "PAYMENT_STATUS_NOT_FOUND"

    init(_ found: FoundTransaction?) {
        guard let found else {
            self = .notFound
            return
        }
        switch found.answeredCode {
        case nil: self = .pending
        case _ where found.standing == .done: self = .processed
        case .some: self = .declined
        }
    }
}

extension JSONWriter.Object {
    fileprivate mutating func write(_ found: FoundTransaction) {
        member("paymentId", found.number.value)
        if let batch = found.batch?.number { member("batchId", batch) }
        if let code = found.answeredCode {
            member("responseReasonCode", code.code)
            member("responseReasonMessage", code.message(in: .cnp))
        }
        member("amount", found.amount.decimal)
        member("purchaseCurrency", found.amount.currency.code)
        member("postDay", found.at.vantivDate)
        member("reportedTimestamp", found.at.vantivDateTime)
        member("paymentType", found.kind.word)
        member("merchantOrderNumber", found.orderReference)
        // A name in the database is `merchantId/id`: see VantivExchange.clientName.
        member(
            "merchantTxnId",
            optional: found.clientName?.split(separator: "/", maxSplits: 1).last.map(String.init))
        if let original = found.originalNumber { member("parentId", original.value) }
    }
}

extension TransactionKind {
    /// `paymentType`. Source: Vantiv, queryTransaction, origActionType names these kinds.
    fileprivate var word: String {
        switch self {
        case .authorization: "Authorization"
        case .sale: "Sale"
        case .forcedCapture, .capture: "Deposit"
        case .refund, .credit: "Refund"
        case .void: "Void"
        case .release: "Authorization Reversal"
        }
    }
}
