import DialectKit
import PaymentDomain
import StrictXML

extension RadialDialect {
    /// Writes the reply to a command that was carried out.
    func reply(to exchange: RadialExchange, with result: PaymentResult) -> DialectReply {
        switch (exchange.operation, result) {
        case (.authorize, .authorization(let result)):
            authorizationReply(result, exchange)
        case (.confirmFunds, .funds(let result)):
            fundsReply(result, exchange)
        case (.cancel, .recorded(let result)), (.settle, .recorded(let result)):
            acknowledgement(result, exchange)
        case (.decrypt, .opened(let token)):
            blobReply(token, exchange)
        case (.authorize, _), (.confirmFunds, _), (.cancel, _), (.settle, _), (.decrypt, _):
            // Our own mistake: the result belongs to another command.
            RadialFault(GatewayRefusal.internalError).reply(at: exchange.receivedAt)
        }
    }

    /// A reply of Radial: 200 and XML.
    ///
    /// Source: Radial, "API structure": "application/xml; charset=UTF-8 when successful".
    static func reply(_ writer: XMLWriter, status: Int = 200, outcome: String) -> DialectReply {
        DialectReply(
            status: status, contentType: "application/xml; charset=UTF-8", body: writer.bytes,
            outcomeCode: outcome)
    }

    /// ConfirmFundsReply. Source: Payment-Service-ConfirmFunds-1.0.xsd.
    private func fundsReply(_ result: FundsResult, _ exchange: RadialExchange) -> DialectReply {
        var writer = XMLWriter()
        writer.root(
            "ConfirmFundsReply", namespace: RadialDialect.namespaceName,
            attributes: [("sessionId", exchange.sessionID)]
        ) { reply in
            reply.context(exchange.context, orderID: result.orderReference)
            reply.element("FundsAvailable", result.availability.radialCode)
            reply.element("ReauthorizationAttempted", result.renewalAttempted ? "true" : "false")
        }
        return Self.reply(writer, outcome: "funds-\(result.availability.rawValue)")
    }

    /// AckReply: the operation is in the database, and its message is sent until the acquirer answers.
    ///
    /// Source: Checkout-Datatypes-1.0.xsd, AckReply; if the acquirer has already refused, a Fault says so, since this
    /// service sends no event afterwards.
    private func acknowledgement(
        _ result: RecordedResult, _ exchange: RadialExchange
    ) -> DialectReply {
        if let reason = result.refusal {
            return RadialFault(acquirerRefusal: reason).reply(at: exchange.receivedAt)
        }
        var writer = XMLWriter()
        writer.root("AckReply", namespace: RadialDialect.namespaceName) { $0.empty("Received") }
        return Self.reply(writer, outcome: result.isAnswered ? "recorded" : "recorded-unanswered")
    }
}

extension XMLWriter {
    /// PaymentContext if the card is named, PaymentContextBase if it isn't.
    mutating func context(_ context: RadialContext?, orderID: String) {
        guard let handle = context?.handle else {
            element("PaymentContextBase") { $0.element("OrderId", orderID) }
            return
        }
        paymentContext(orderID: orderID, handle: handle)
    }

    /// PaymentContext with the handle of a card.
    mutating func paymentContext(orderID: String, handle: VaultHandle) {
        element("PaymentContext") { context in
            context.element("OrderId", orderID)
            context.element(
                "PaymentAccountUniqueId", handle.value, attributes: [("isToken", "true")])
        }
    }

    /// An amount with its currency.
    mutating func money(_ name: StaticString, _ amount: Money) {
        element(name, amount.decimal, attributes: [("currencyCode", amount.currency.code)])
    }
}
