import Events
import PaymentDomain
import StrictCoding
import Webhooks

/// InstaMed's notifications in JSON: the new status of a transaction.
///
/// Source: InstaMed's portal, "Webhook" (notifications, Basic authentication); a client's sample of one. The members that
/// Coster has nothing for are missing, but for those that the client reads without a look.
package struct InstaMedEvents: WebhookRendering {
    package init() {}

    package var format: WebhookFormat { .instamed }
    package var contentType: String { "application/json" }

    package func body(of event: Event) -> [UInt8]? {
        guard case .payment(let payment) = event.subject,
            payment.dialect == InstaMedClients().dialect,
            let primary = payment.names.beginning,
            let news = InstaMedNews(event.kind, payment)
        else { return nil }
        var writer = JSONWriter()
        writer.object { object in
            object.member("ResponseDateTime", event.at.instaMedMoment)
            object.write(news)
            object.write(payment, news)
            object.member("WorkflowStatus", "Complete")
            object.member("OriginalTransactionID", InstaMedTransactionID(primary).text)
        }
        return writer.bytes
    }

    /// Basic authentication. Source: InstaMed's portal, "Webhook", Security.
    package func proof(
        of message: WebhookMessage, with secrets: [WebhookSecret], at now: Timestamp
    ) -> [(name: String, value: String)] {
        guard let login = secrets.last?.login else { return [] }
        return [("authorization", "Basic " + Base64.encode(Array(login.text.utf8)))]
    }
}

extension JSONWriter.Object {
    /// Writes which transaction has which status now.
    fileprivate mutating func write(_ news: InstaMedNews) {
        member("PaymentTransactionID", InstaMedTransactionID(news.number).text)
        member("TransactionAction", news.action.rawValue)
        member("TransactionType", "CreditCard")
        member("ResponseCode", news.response.code)
        member("ResponseMessage", news.response.message)
        member("CurrentTransactionStatusCode", news.current.rawValue)
        member("OriginalTransactionStatusCode", news.original.rawValue)
        member("CurrentTransactionStatusDescription", news.current.text)
        member("OriginalTransactionStatusDescription", news.original.text)
    }

    /// Writes card and amounts. Each value is a text, as in the sample.
    fileprivate mutating func write(_ payment: EventPayment, _ news: InstaMedNews) {
        member("CardLastFourDigits", "************\(payment.lastFour)")
        member("CardType", payment.network.instaMedBrand)
        member("AuthorizationCode", nullable: news.authorizationCode(of: payment))
        member("AddressVerificationResponseCode", nullable: nil)
        member("CardVerificationResponseCode", nullable: nil)
        member(
            "RequestAmount",
            (news.action == .refund ? payment.amount : payment.requested).decimal)
        member("Amount", payment.amount.decimal)
        member("IsPartiallyApproved", news.partialApproval == nil ? "false" : "true")
        member("PartialApprovalAmount", nullable: news.partialApproval?.decimal)
    }
}

extension InstaMedStatus {
    /// Its description. Source: the sample has Approved; the others are ours.
    fileprivate var text: String {
        switch self {
        case .authorized: "Authorized"
        case .captured: "Approved"
        case .declined: "Declined"
        case .voided: "Voided"
        case .settled: "Settled"
        case .savedOnFile: "Saved On File"
        }
    }
}

extension Timestamp {
    /// `12/14/2017 11:58:06 PM`, in UTC. Source: the sample; its client takes it as UTC.
    fileprivate var instaMedMoment: String {
        let fields = calendarFields
        let hour = fields.hour % 12 == 0 ? 12 : fields.hour % 12
        let clock = [fields.minute, fields.second].map { String($0).withLeadingZeros(to: 2) }
        return
            "\(fields.month)/\(fields.day)/\(fields.year) \(hour):\(clock.joined(separator: ":")) "
            + (fields.hour < 12 ? "AM" : "PM")
    }
}
