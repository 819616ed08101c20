import DialectKit
import PaymentDomain
import StrictXML

extension VantivDialect {
    /// queryTransactionResponse: the replies of the transactions that were found.
    ///
    /// Source: Vantiv, queryTransactionResponse: 150 with what was found, 151 for nothing.
    func queryReply(_ found: [FoundTransaction], _ exchange: VantivExchange) -> DialectReply {
        let answered = found.prefix(VantivLimits.queryResults).filter { $0.standing != .inProgress }
        if answered.isEmpty, !found.isEmpty { return unavailableReply(exchange) }
        var count = found.count
        if found.isEmpty, isSandbox {
            if exchange.magic?.isInProgress == true { return unavailableReply(exchange) }
            count = exchange.magic?.matchCount ?? 0
        }
        let code: VantivCode = count == 0 ? .notFound : .found
        var writer = XMLWriter()
        writer.vantivRoot(exchange.dialog) { root in
            root.transaction(exchange) { query in
                query.element("response", code.code)
                query.element("responseTime", exchange.receivedAt.vantivDateTime)
                query.element("message", exchange.message(of: code))
                if isSandbox, exchange.version.hasLocation {
                    query.element("location", "sandbox")
                }
                query.element("matchCount", String(min(count, VantivLimits.matchCount)))
                guard !answered.isEmpty || exchange.isProcessorSandbox else { return }
                query.element("results_max10") { results in
                    for transaction in answered {
                        results.write(transaction, askedBy: exchange, isSandbox: isSandbox)
                    }
                }
            }
        }
        return Self.reply(writer, outcome: code.code)
    }

    /// queryTransactionUnavailableResponse: the found transaction has no answer yet. Vantiv's SDKs distinguish the two
    /// replies by the element.
    ///
    /// Source: the XSDs: 152 has a number of its own, and neither responseTime nor matchCount.
    private func unavailableReply(_ exchange: VantivExchange) -> DialectReply {
        let code = VantivCode.foundInProgress
        let family = exchange.version.family
        var writer = XMLWriter()
        writer.vantivRoot(exchange.dialog) { root in
            root.transaction(exchange, as: "queryTransactionUnavailableResponse") { query in
                query.element(family.transactionNumber, exchange.number.description)
                query.element("response", code.code)
                query.element("message", exchange.message(of: code))
                if isSandbox, exchange.version.hasLocation {
                    query.element("location", "sandbox")
                }
            }
        }
        return Self.reply(writer, outcome: code.code)
    }
}

extension XMLWriter {
    /// The reply of a transaction, as far as the database has it.
    fileprivate mutating func write(
        _ found: FoundTransaction, askedBy exchange: VantivExchange, isSandbox: Bool
    ) {
        var shown = VantivExchange(
            version: exchange.version, transaction: VantivTransaction(found.kind),
            number: found.number, receivedAt: found.at)
        // From 10 on an id is required: a transaction without one is shown under the question's.
        shown.id = exchange.id(ofClientName: found.clientName) ?? exchange.id
        shown.reportGroup = exchange.reportGroup
        let part = found.standing == .done ? found.approvedInPart : nil
        let code: VantivCode =
            part == nil ? found.answeredCode ?? .systemError : .partiallyApproved
        var answer = VantivResponseBody(code, number: found.number, at: found.at)
        answer.orderID = found.orderReference
        if found.standing == .done { answer.authorizationCode = found.authorizationCode }
        answer.approvedAmount = part
        transaction(shown) { $0.write(answer, shown, isSandbox: isSandbox) }
    }
}

extension FoundTransaction {
    /// The code of a transaction that has its answer; nil while it is in progress, or unknown.
    var answeredCode: VantivCode? {
        switch standing {
        case .done: .approved
        case .refused(let reason): VantivCode(reason, network)
        // The acquirer has reversed the unknown authorization: nothing is held, and it may be paid again.
        case .unknown where payment?.state == .reversed: VantivCode(.unableToRoute, network)
        case .inProgress, .unknown: nil
        }
    }

    /// The approved amount of an authorization or a sale, if it is less than the requested one.
    fileprivate var approvedInPart: Money? {
        switch kind {
        case .authorization, .sale: payment.flatMap { $0.amounts.approvedPart(of: $0.requested) }
        case .forcedCapture, .capture, .refund, .credit, .void, .release: nil
        }
    }
}

extension VantivTransaction {
    /// The transaction of a kind in the database. A capture under an approval given elsewhere is shown as a forced one,
    /// whether its code was known or not.
    fileprivate init(_ kind: TransactionKind) {
        switch kind {
        case .authorization: self = .authorization
        case .sale: self = .sale
        case .forcedCapture: self = .forceCapture
        case .capture: self = .capture
        case .refund, .credit: self = .credit
        case .void: self = .void
        case .release: self = .authReversal
        }
    }
}
