import DialectKit
import PaymentDomain

extension CardPointeDialect {
    /// inquire and inquireByOrderid: what began a payment, or gave money back.
    func inquiry(
        _ head: RequestHead, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> InquireCommand {
        var command = InquireCommand(
            clientName: nil, number: nil,
            kinds: [.authorization, .sale, .forcedCapture, .refund, .credit])
        guard exchange.operation == .inquireByOrderID else {
            command.number = try number(head.parameters["retref"], &exchange)
            return command
        }
        guard let order = head.parameters["orderid"],
            order.utf8.count <= CardConnectLimits.orderID, !order.hasControlCharacter
        else { throw .answer(.notFound) }
        exchange.orderID = maskedOrder(order)
        command.orderReference = order
        // One more, to know whether there is one.
        command.limit = CardConnectLimits.transactionsPerOrder + 1
        return command
    }

    /// inquireMerchant and bin: answered from what is known of merchid and token, once the merchid is compared.
    func question(
        _ head: RequestHead, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> DecodedRequest<CardPointeExchange> {
        if exchange.operation == .bin {
            guard let token = head.parameters["token"].flatMap({ CardSecureToken($0) }) else {
                throw .answer(.invalidToken)
            }
            exchange.card.token = token.text
        }
        return decoded(nothingAsked, exchange)
    }

    /// The query of a request, which names the merchid.
    func query(
        _ head: RequestHead, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> FormFields {
        let query: FormFields
        do {
            query = try FormFields(query: head.query)
        } catch {
            throw .http(400, error.code)
        }
        try readMerchid(query.filled("merchid"), &exchange)
        return query
    }

    /// settlestat: one batch, all of a day in UTC, or without either all of the last seven days.
    ///
    /// Source: CardPointe Gateway API, settlestat: the merchid alone asks for the batches that were not returned before. A
    /// reply may be lost, so these come again.
    func settlement(
        _ head: RequestHead, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> ListBatchesCommand {
        let query = try query(head, &exchange)
        var command: ListBatchesCommand
        if let batch = query.filled("batchid") {
            guard batch.isDigits, let number = Int64(batch) else { throw .answer(.invalidField) }
            command = ListBatchesCommand(.number(number))
        } else if let date = query.filled("date") {
            guard let day = day(date, before: head.receivedAt) else {
                throw .answer(.invalidField)
            }
            command = ListBatchesCommand(
                .closed(from: day, to: day.adding(seconds: Self.daySeconds)))
        } else {
            command = ListBatchesCommand(
                .closed(
                    from: head.receivedAt.adding(seconds: -7 * Self.daySeconds),
                    to: Timestamp(milliseconds: .max)))
        }
        // Transactions of another protocol have no retref.
        command.numbers = TransactionNumber.fourteenDigits
        return command
    }

    private static let daySeconds: Int64 = 86_400

    /// The latest day of the form MMDD that is not in the future.
    private func day(_ text: String, before now: Timestamp) -> Timestamp? {
        guard text.isDigits, text.utf8.count == 4, let month = Int(text.prefix(2)),
            let day = Int(text.suffix(2))
        else { return nil }
        let year = now.calendarFields.year
        // Eight years, so that February 29 is among them.
        return (0..<8).lazy.compactMap { Timestamp(year: year - $0, month: month, day: day) }
            .first { $0 <= now }
    }
}
