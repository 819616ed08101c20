import PaymentDomain

/// An order with several payments in our books: holds that were made again, and a second authorization of it.
///
/// Whatever became of each, the order holds what was authorized for it, and no more; its captures, refunds and refusals are
/// those of one payment.
extension BookChecker {
    mutating func compareRenewed(_ client: ClientPayment, _ found: [OurPayment]) {
        let held = found.filter(\.isHeld)
        guard let order = OurPayment(order: held.isEmpty ? found : held, of: client.requested)
        else {
            if client.isKnownToBeHeld { report(.lost, "an approval is gone", client, nil) }
            return
        }
        // Where nothing was approved at first, a renewal makes room between one copy of a debit and the next.
        for contradiction in client.contradictions
        where client.answer == .acknowledged && !hasTurnedDown(order) {
            report(.contradicted, contradiction, client, order)
        }
        if client.isSaidToBePaid || client.isKnownToBeHeld, held.isEmpty {
            report(.lost, "an approval is gone", client, order)
        }
        if client.answer == .refused, !held.isEmpty {
            report(.standing, "what was refused stands", client, order)
        }
        match(.capture, "capture", client, order)
        match(.refund, "refund", client, order)
        guard !held.isEmpty else { return }
        compareRefusals(client, order)
        guard !hasTurnedDown(order) else { return }
        compareHolds(client, held, order)
        compareConfirmations(client, order)
    }

    /// What is held of it, or was captured: not less than was authorized and not given up, and not more.
    private mutating func compareHolds(
        _ client: ClientPayment, _ held: [OurPayment], _ order: OurPayment
    ) {
        let kept = held.reduce(0) { $0 + $1.amounts.authorized - $1.amounts.released }
        let tries = Int64(client.answers.values.count { $0 != .refused })
        if kept > client.requested * tries {
            report(.doubled, "\(kept) is held, or was, of \(tries) authorizations", client, order)
        }
        let ends = client.operations.filter { $0.endsOrder && $0.answer != .refused }
        let captured = held.reduce(0) { $0 + $1.amounts.captured }
        if ends.isEmpty, client.isKnownToBeHeld, kept < client.requested - client.mayBeReleased {
            report(.lost, "\(kept) is held, or was", client, order)
        }
        // Of two authorizations each has its own end.
        let isEnded = ends.contains { $0.answer == .acknowledged }
        if isEnded, tries == 1, kept != captured {
            report(.standing, "of what was given up \(kept - captured) is held", client, order)
        }
    }

    /// Nobody is told that nothing is held while something is.
    private mutating func compareConfirmations(_ client: ClientPayment, _ order: OurPayment) {
        let all = client.operations
        let isEnded = all.contains { $0.endsOrder && $0.answer != .refused }
        let captured = all.filter { $0.kind == .capture && $0.answer != .refused }
            .compactMap(\.amount).reduce(0, +)
        guard client.answer == .acknowledged, !isEnded,
            captured + client.mayBeReleased < client.requested
        else { return }
        for operation in all where operation.kind == .confirmation && operation.answer == .refused {
            report(.refusedWrongly, "its hold was said to be gone", client, order)
        }
    }
}

extension ClientPayment {
    /// Whether its shop was told that something is held.
    fileprivate var isKnownToBeHeld: Bool {
        answer == .acknowledged
            || operations.contains { $0.kind == .confirmation && $0.answer == .acknowledged }
    }

    /// What was asked to be given up in parts, and not refused.
    fileprivate var mayBeReleased: Int64 {
        operations.filter { $0.kind == .release && $0.answer != .refused }
            .compactMap(\.amount).reduce(0, +)
    }
}

extension ClientPayment.Operation {
    /// Whether it gives up all that is left.
    fileprivate var endsOrder: Bool { isLast || kind == .void && amount == nil }
}

extension OurPayment {
    /// All payments of an order as one; nil where there is none.
    fileprivate init?(order payments: [OurPayment], of requested: Int64) {
        guard let first = payments.first else { return nil }
        var amounts = PaymentAmounts()
        amounts.authorized = requested
        self.init(
            id: first.id, authorizationID: first.authorizationID, order: first.order,
            requested: requested, state: first.state, amounts: amounts,
            operations: payments.flatMap(\.operations))
    }
}
