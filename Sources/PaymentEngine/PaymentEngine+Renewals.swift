import PaymentDomain

// Which of an order's payments renew earlier ones, and what they hold together.

extension PaymentEngine {
    /// The hold of an order that counts: the newest one, also where it was given up.
    ///
    /// Who gave up a hold, and asked for another authorization of the order after that, means the newer one, whatever
    /// came of it. A renewal is none: it stands for the hold before it.
    ///
    /// - Parameter paid: The payments of the order, newest first.
    func newestHold(
        among paid: [Payment], _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Payment? {
        let first = paid.firstIndex { $0.state == .authorized || $0.state == .released }
        guard let first else { return nil }
        let newest = paid[first]
        guard newest.state == .released, first > paid.startIndex else { return newest }
        let renewals = try await renewals(among: paid, request)
        guard let anew = paid[..<first].first(where: { !renewals.contains($0.id) }) else {
            return newest
        }
        let before = try await stored {
            try await $0.givenUp(of: newest.id, before: anew.createdAt)
        }
        guard before == newest.amounts.authorized else { return newest }
        return paid[first...].first { $0.state == .authorized }
    }

    /// Whether an amount that a shop asks about is no more than a hold was for, together with what was captured, and
    /// given up by the shop, of the holds that it renews: a shop asks about the original amount at each debit.
    ///
    /// - Parameters:
    ///   - held: The hold that counts.
    ///   - paid: The payments of the order, newest first.
    ///
    /// Source: Radial, Confirm Funds: before each debit, with the original authorization amount.
    func covers(
        _ amount: Money, _ held: Payment, among paid: [Payment], _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Bool {
        // Nearly always; then the books need not be asked.
        if amount.minorUnits <= held.amounts.authorized { return true }
        let renewals = try await renewals(among: paid, request)
        var link = held
        var covered = held.amounts.authorized
        for older in paid.drop(while: { $0.id != held.id }).dropFirst() {
            guard renewals.contains(link.id) else { break }
            if older.amounts.authorized > 0 {
                let end = link.createdAt
                let givenUp = try await stored {
                    try await $0.givenUp(of: older.id, before: end)
                }
                covered += older.amounts.captured + older.amounts.capturing + givenUp
                link = older
            } else if older.state != .declined, !renewals.contains(older.id) {
                // A try without an answer, which the renewal stands for.
                break
            }
        }
        // What was captured of a hold while it was renewed was given up of its renewal, and counts once.
        return amount.minorUnits <= min(covered, link.amounts.authorized)
    }

    /// Those of some payments of an order that renew an earlier one.
    private func renewals(
        among paid: [Payment], _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Set<PaymentID> {
        var renewals: Set<PaymentID> = []
        for payment in paid.dropFirst() {
            let turn = IdempotencyKey.renewal(after: payment.id, of: request.merchant.id)
            let record = try await stored { try await $0.recall(turn) }
            if case .payment(let renewal) = record?.subject { renewals.insert(renewal) }
        }
        return renewals
    }
}
