import Events
import PaymentDomain
import StrictXML
import Webhooks

/// Radial's events: the end of a settlement, and of a cancel, once the acquirer has answered.
///
/// Radial sends lists; each of ours has one element. What no Radial request asked for has no event.
///
/// Source: Radial, "Payment Settlement" and "Payment Authorization Cancel" (asynchronous operations through webhooks);
/// Payment-Service-PaymentSettlementList-1.0.xsd and Payment-Service-PaymentAuthCancelList-1.0.xsd (2017).
package struct RadialEvents: WebhookRendering {
    package init() {}

    package var format: WebhookFormat { .radial }
    package var contentType: String { "application/xml; charset=UTF-8" }

    package func body(of event: Event) -> [UInt8]? {
        guard case .payment(let payment) = event.subject, let handle = payment.names.handle,
            let asking = payment.names.askedAs.flatMap({ RadialAsking($0) }),
            let ending = Ending(of: asking.kind, event.kind)
        else { return nil }
        var writer = XMLWriter()
        switch asking.kind {
        case .debit, .credit:
            writer.root(
                "PaymentSettlementStatusList", namespace: RadialDialect.namespaceName
            ) { list in
                list.element("PaymentSettlementStatus") { status in
                    status.paymentContext(orderID: payment.orderReference, handle: handle)
                    status.settlementStatus(of: payment, asking, ending)
                }
            }
        case .cancel:
            writer.root(
                "PaymentAuthCancelReplyList", namespace: RadialDialect.namespaceName
            ) { list in
                list.element("PaymentAuthCancelReply") { reply in
                    reply.paymentContext(orderID: payment.orderReference, handle: handle)
                    reply.cancelReply(of: payment, asking, ending)
                }
            }
        }
        return writer.bytes
    }

    /// Source: a public client of Radial's webhooks (node-radial) compares the headers `username` and `password`.
    package func proof(
        of message: WebhookMessage, with secrets: [WebhookSecret], at now: Timestamp
    ) -> [(name: String, value: String)] {
        guard let login = secrets.last?.login else { return [] }
        return [("username", login.username), ("password", login.password)]
    }

    /// How a request ended.
    fileprivate struct Ending {
        let isRefused: Bool
        /// Whether it is a settlement of nothing, which releases the remainder.
        let isOfNothing: Bool

        /// Nil for an event that isn't the end of such a request.
        init?(of kind: RadialAsking.Kind, _ event: EventKind) {
            switch (kind, event) {
            case (.debit, .captured), (.credit, .refunded):
                (isRefused, isOfNothing) = (false, false)
            case (.debit, .captureRefused), (.credit, .refundRefused):
                (isRefused, isOfNothing) = (true, false)
            case (.debit, .released), (.debit, .cancelled), (.debit, .nothingLeft):
                (isRefused, isOfNothing) = (false, true)
            case (.debit, .releaseRefused): (isRefused, isOfNothing) = (true, true)
            case (.cancel, .released), (.cancel, .cancelled), (.cancel, .nothingLeft):
                (isRefused, isOfNothing) = (false, false)
            case (.cancel, .releaseRefused): (isRefused, isOfNothing) = (true, false)
            case (.debit, _), (.credit, _), (.cancel, _): return nil
            }
        }
    }
}

extension XMLWriter {
    /// What follows the context in PaymentSettlementStatus.
    fileprivate mutating func settlementStatus(
        of payment: EventPayment, _ asking: RadialAsking, _ ending: RadialEvents.Ending
    ) {
        element("TenderType", RadialTender(payment.network).rawValue)
        money("Amount", ending.isOfNothing ? .zero(payment.amount.currency) : payment.amount)
        element("SettlementType", asking.kind.rawValue)
        element("SettlementStatus", ending.isRefused ? "R" : "S")
        if let code = payment.code { element("DeclineReason", code.rawValue) }
        if let context = asking.clientContext { element("ClientContext", context) }
        element("StoreId", asking.store)
    }

    /// What follows the context in PaymentAuthCancelReply.
    fileprivate mutating func cancelReply(
        of payment: EventPayment, _ asking: RadialAsking, _ ending: RadialEvents.Ending
    ) {
        element("TenderType", RadialTender(payment.network).rawValue)
        element("ResponseCode", ending.isRefused ? "Fail" : "Success")
        money("Amount", payment.amount)
        // Required, and empty if there is nothing to add.
        element("ExtendedResponseCode", payment.code?.rawValue ?? "")
        element("StoreId", asking.store)
    }
}
