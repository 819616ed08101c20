import DialectKit
import PaymentDomain
import StrictCoding

// The replies to questions.

extension NativeDialect {
    /// A page of payments, and the cursor of the next one if there are more.
    func pageReply(_ page: PaymentPage) -> DialectReply {
        json(200, "payments") { object in
            object.member("payments", page.payments) { $0.payment($1) }
            if page.hasMore {
                object.member("next", optional: page.payments.last?.payment.id.value)
            }
        }
    }

    /// The checks of a token, with the refusal that a payment would get.
    func checkReply(_ checks: [TokenCheck]) -> DialectReply {
        let hasFailed = checks.contains { $0.verdict.refusal != nil }
        return json(200, hasFailed ? "token-refused" : "token-passed") { object in
            object.member("valid", !hasFailed)
            object.member("checks", checks) { object, check in
                object.member("name", check.name.rawValue)
                object.member("verdict", check.verdict.word)
                object.member("code", optional: check.verdict.refusal?.code)
                object.member("detail", optional: check.verdict.refusal?.sentence)
            }
        }
    }

    /// A page of closed batches, and the cursor of the next one if there are more.
    func batchesReply(_ found: [SettledBatch]) -> DialectReply {
        var page = found.filter { !$0.entries.isEmpty }
        var next: Int64?
        if let last = found.last, last.isCut {
            // A batch that is cut begins the next page. If it fills a page alone, its rest is on none.
            let isAlone = page.count == 1 && page.last?.number == last.number
            next = isAlone ? last.number - 1 : last.number
            page.removeAll { $0.number == next }
        }
        return json(200, "batches") { object in
            object.member("batches", page) { $0.batch($1) }
            object.member("next", optional: next.map(String.init))
        }
    }
}

extension JSONWriter.Object {
    /// A closed batch, with what was captured, refunded and credited in it.
    mutating func batch(_ batch: SettledBatch) {
        member("number", batch.number)
        member("closedAt", batch.closedAt.iso8601)
        member("isComplete", !batch.isCut)
        member("entries", batch.entries) { object, entry in
            object.member("type", entry.kind.rawValue)
            object.member("orderReference", entry.orderReference)
            object.amount("amount", entry.amount)
            object.member("approvalCode", optional: entry.authorizationCode)
            object.member("network", optional: entry.network?.rawValue)
        }
    }

    /// A payment as it is now: never more of its card than network and last four digits.
    mutating func payment(_ listed: ListedPayment) {
        let payment = listed.payment
        member("id", payment.id.value)
        member("state", NativeState(payment).rawValue)
        member("orderReference", payment.orderReference)
        amount("amount", payment.requested)
        member("authorized", payment.amounts.authorized)
        member("captured", payment.amounts.captured)
        member("refunded", payment.amounts.refunded)
        member("released", payment.amounts.released)
        member("capturable", payment.isClosed ? 0 : payment.amounts.remaining)
        member("refundable", payment.amounts.refundable)
        member("card") { card in
            card.member("network", optional: listed.network?.rawValue)
            card.member("lastFour", listed.lastFour)
        }
        member("approvalCode", optional: listed.authorizationCode)
        if let reason = listed.declineReason { decline(reason) }
        member("metadata", written: listed.metadata)
        member("createdAt", payment.createdAt.iso8601)
    }
}

extension TokenCheck.Verdict {
    fileprivate var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .notChecked: "notChecked"
        }
    }

    fileprivate var refusal: TokenRefusal? {
        guard case .failed(let refusal) = self else { return nil }
        return refusal
    }
}
