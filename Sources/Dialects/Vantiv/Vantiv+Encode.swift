import DialectKit
import PaymentDomain
import StrictXML

extension VantivDialect {
    /// Writes the reply to a command that was carried out.
    func reply(to exchange: VantivExchange, with result: PaymentResult) -> DialectReply {
        switch result {
        case .authorization(let result):
            return reply(to: exchange, answer(to: exchange, with: result))
        case .recorded(let result):
            return reply(to: exchange, answer(to: exchange, with: result))
        case .kept(let card):
            return reply(to: exchange, answer(to: exchange, keeping: card))
        case .found(let transactions):
            return queryReply(transactions, exchange)
        case .opened, .registered, .accounts, .funds, .batches, .payments, .checked:
            // Our own mistake: the result belongs to another command.
            return VantivFault(GatewayRefusal.internalError).reply(in: exchange.dialog)
        }
    }

    /// Writes the reply to a command that was refused.
    func reply(to exchange: VantivExchange, refusing refusal: PaymentRefusal) -> DialectReply {
        var code = VantivCode(refusal, of: exchange.transaction)
        if isSandbox {
            // Only for transactions that aren't in our database, or not any more.
            if refusal == .paymentNotFound, let referenced = exchange.referenced {
                code = SandboxTestTriggers.code(ofReferenced: referenced, of: exchange)
            } else if refusal == .registrationNotFound,
                let known = exchange.magic?.unknownRegistration
            {
                code = known
            } else if refusal == .depleted, let known = exchange.magic?.nothingLeft {
                code = known
            } else if let known = ProcessorSandbox.code(for: refusal, of: exchange) {
                code = known
            }
        }
        var answer = answer(to: exchange, with: code)
        switch refusal {
        case .token(let token) where token.tellsItsPayment(to: exchange.transaction):
            answer.number = token.spentOn ?? answer.number
            answer.approvedAmount = token.approvedInPart
        case .token(let token) where token.kind == .replayed && exchange.bringsRegistration:
            answer.code = .registrationInvalid
        case .outcomeNotStored(let begun): answer.number = begun ?? answer.number
        default: break
        }
        return reply(to: exchange, answer)
    }

    /// Writes a reply that is a code and little more.
    func reply(
        to exchange: VantivExchange, with code: VantivCode, token: VantivCode? = nil
    ) -> DialectReply {
        var answer = answer(to: exchange, with: code)
        if let token { answer.token = VantivResponseBody.Token(code: token) }
        return reply(to: exchange, answer)
    }

    private func answer(to exchange: VantivExchange, with code: VantivCode) -> VantivResponseBody {
        var answer = VantivResponseBody(code, number: exchange.number, at: exchange.receivedAt)
        answer.orderID = exchange.orderID
        return answer
    }

    /// A reply of Vantiv: XML, and 200 but for faults of the transport.
    ///
    /// Source: Vantiv's sandbox answers `text/xml;charset=utf-8`.
    static func reply(_ writer: XMLWriter, status: Int = 200, outcome: String) -> DialectReply {
        DialectReply(
            status: status, contentType: "text/xml;charset=utf-8", body: writer.bytes,
            outcomeCode: outcome)
    }

    private func reply(to exchange: VantivExchange, _ answer: VantivResponseBody) -> DialectReply {
        var writer = XMLWriter()
        writer.vantivRoot(exchange.dialog) { root in
            root.transaction(
                exchange,
                isDuplicate: answer.isDuplicate
                    && exchange.transaction.marksDuplicates(exchange.version.release)
            ) { element in
                element.write(answer, exchange, isSandbox: isSandbox)
            }
        }
        return Self.reply(writer, outcome: answer.code.code)
    }

    private func answer(
        to exchange: VantivExchange, with result: AuthorizationResult
    ) -> VantivResponseBody {
        let number = result.number ?? exchange.number
        var code = VantivCode(result)
        let part = code == .partiallyApproved ? result.amountAuthorized : nil
        if result.isRepetition, result.outcome == .approved,
            var answer = duplicate(number, result.orderReference, exchange)
        {
            answer.approvedAmount = part
            return answer
        }
        let magic = exchange.magic
        if case .declined = result.outcome, let decline = magic?.decline { code = decline }
        if code == .approved, let acknowledged = magic?.acknowledged { code = acknowledged }
        var answer = VantivResponseBody(code, number: number, at: result.at)
        answer.orderID = result.orderReference
        answer.isDuplicate = result.isRepetition
        let isApproved = result.outcome == .approved
        if isApproved {
            answer.authorizationCode = magic?.authorizationCode ?? result.authorizationCode
            answer.networkReference =
                exchange.isProcessorSandbox
                ? ProcessorSandbox.networkReference : result.networkReference
        }
        answer.approvedAmount = part
        if case .unknown = result.outcome { return answer }
        if case .notSent = result.outcome { return answer }
        answer.address = magic?.address ?? result.addressCheck?.vantivCode
        answer.securityCode = magic?.securityCode ?? result.securityCodeCheck?.vantivCode
        answer.enhanced = magic?.enhanced
        if exchange.isApplePay { answer.applePayAmount = result.amountRequested }
        if exchange.bringsCard {
            answer.token = VantivResponseBody.Token(
                code: result.isNewCard ? .tokenRegistered : .tokenKnown, handle: result.handle,
                network: result.network, issuerPrefix: result.issuerPrefix)
        }
        return answer
    }

    private func answer(
        to exchange: VantivExchange, with result: RecordedResult
    ) -> VantivResponseBody {
        let number = result.number ?? exchange.number
        if result.isRepetition, result.refusal == nil,
            let answer = duplicate(number, result.orderReference, exchange)
        {
            return answer
        }
        // An operation without an answer is in our database, and its message is sent until it is answered.
        let code = result.refusal.map { VantivCode($0, nil) } ?? .approved
        var answer = VantivResponseBody(code, number: number, at: result.at)
        answer.orderID = result.orderReference
        answer.isDuplicate = result.isRepetition
        return answer
    }

    private func answer(to exchange: VantivExchange, keeping card: KeptCard) -> VantivResponseBody {
        let isNew = card.isNew || ProcessorSandbox.isAndroidPay(exchange)
        let code: VantivCode = isNew ? .tokenRegistered : .tokenKnown
        var answer = VantivResponseBody(code, number: exchange.number, at: card.at)
        answer.orderID = exchange.orderID
        answer.token = VantivResponseBody.Token(
            code: code, handle: card.handle, network: card.network,
            issuerPrefix: card.issuerPrefix)
        return answer
    }

    /// 251 from version 10 on, under the number of the first, so that a client that lost the first
    /// reply learns it; nil in 8 and 9, which give the first answer again.
    ///
    /// Source: Vantiv, "Online duplicate checking", and the XSDs.
    private func duplicate(
        _ number: TransactionNumber, _ order: String, _ exchange: VantivExchange
    ) -> VantivResponseBody? {
        guard exchange.version.major >= 10 else { return nil }
        var answer = VantivResponseBody(
            .duplicateTransaction, number: number, at: exchange.receivedAt)
        answer.orderID = order
        return answer
    }
}
