import DialectKit
import PaymentDomain
import StrictCoding

// The replies to requests that move money. A decline is a result with 201. An outcome that isn't known is 202, never a 5xx:
// that would invite a second charge.

extension NativeDialect {
    /// The reply with a result.
    func reply(to exchange: NativeExchange, with result: PaymentResult) -> DialectReply {
        switch result {
        case .authorization(let result): return authorizationReply(result, exchange)
        case .recorded(let result): return recordedReply(result, exchange)
        case .payments(let page) where exchange.operation == .findPayment:
            guard let found = page.payments.first else {
                return NativeProblem(PaymentRefusal.paymentNotFound).reply(to: exchange.requestID)
            }
            return json(200, "payment") { $0.payment(found) }
        case .payments(let page): return pageReply(page)
        case .checked(let checks): return checkReply(checks)
        case .batches(let batches) where exchange.operation == .findBatch:
            guard let found = batches.first else {
                return NativeProblem(.batchNotFound).reply(to: exchange.requestID)
            }
            return json(200, "batch") { $0.batch(found) }
        case .batches(let batches): return batchesReply(batches)
        case .opened(let token) where exchange.operation == .decryptToken: return openedReply(token)
        case .opened, .registered, .kept, .accounts, .funds, .found:
            return NativeProblem(GatewayRefusal.internalError).reply(to: exchange.requestID)
        }
    }

    /// The reply if the database doesn't say what became of the request. Sent again with its idempotency key, the request
    /// gets its own result.
    func outcomeNotKnown() -> DialectReply {
        json(202, "outcome-not-stored") { $0.member("state", NativeState.outcomeUnknown.rawValue) }
    }

    private func authorizationReply(
        _ result: AuthorizationResult, _ exchange: NativeExchange
    ) -> DialectReply {
        let state = NativeState(result, capturesAtOnce: exchange.capturesAtOnce)
        let isOpen = state == .outcomeUnknown || state == .capturing
        var reply = json(isOpen ? 202 : 201, state.rawValue) { object in
            object.member("id", result.paymentID.value)
            object.member("state", state.rawValue)
            object.member("orderReference", result.orderReference)
            object.amount("amount", result.amountRequested)
            object.member("card") { card in
                card.member("network", optional: result.network?.rawValue)
                card.member("lastFour", result.lastFour)
            }
            object.member("approvalCode", optional: result.authorizationCode)
            if case .declined(let reason) = result.outcome { object.decline(reason) }
            object.member("createdAt", result.at.iso8601)
        }
        reply.headers["Location"] = "\(Self.root)/payments/\(result.paymentID)"
        return reply
    }

    /// A capture, a void or a refund. Its message is sent until the acquirer answers, so that one without an answer is
    /// accepted, and may yet be refused.
    private func recordedReply(
        _ result: RecordedResult, _ exchange: NativeExchange
    ) -> DialectReply {
        // The void of several captures has one operation to tell of: what became of the others, the payment shows.
        let isKnown = result.isAnswered && !result.isRepetition
        let state = isKnown ? (result.refusal == nil ? "done" : "refused") : "pending"
        return json(isKnown ? 201 : 202, state) { object in
            object.member("id", result.operationID.value)
            object.member("paymentId", result.paymentID.value)
            object.member("type", exchange.operation?.rawValue ?? "")
            object.member("state", state)
            object.amount("amount", result.amount)
            if isKnown, let refusal = result.refusal { object.decline(refusal) }
            object.member("createdAt", result.at.iso8601)
        }
    }

    /// A reply with one object.
    func json(
        _ status: Int, _ outcome: String, _ content: (inout JSONWriter.Object) -> Void
    ) -> DialectReply {
        var writer = JSONWriter()
        writer.object(content)
        return DialectReply(
            status: status, contentType: "application/json", body: writer.bytes,
            outcomeCode: outcome)
    }
}

extension JSONWriter.Object {
    /// An amount in the currency's minor units.
    mutating func amount(_ name: StaticString, _ amount: Money) {
        member(name) { object in
            object.member("value", amount.minorUnits)
            object.member("currency", amount.currency.code)
        }
    }

    /// Why the issuer, or the acquirer, refused.
    ///
    /// Source: ISO 8583:1987, field 39, the code of two characters; Visa Core Rules 7.3.6, the advice.
    mutating func decline(_ reason: DeclineReason) {
        member("decline") { object in
            object.member("code", reason.rawValue)
            object.member("reason", String(describing: reason))
            object.member("advice", reason.retryAdvice.rawValue)
        }
    }
}
