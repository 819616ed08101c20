import PaymentDomain
import Testing

@Suite("The meaning of an acquirer's answer for the payment", .timeLimit(.minutes(5)))
struct AuthorizationVerdictTests {
    /// An answer to a request of some minor units, and what must come of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let title: String
        var requested: Int64 = 1000
        var mayBePartial = false
        let reply: Reply
        let answer: AuthorizationAnswer
        let outcome: AuthorizationResult.Outcome
        var authorized: Int64 = 0
        var isReversed = false
        var reason: DeclineReason?
        /// Whether the issuer's checks reach the client.
        var isChecked = false

        var testDescription: String { title }
    }

    /// What the acquirer said.
    enum Reply: Sendable {
        case approved(Int64, _ currency: String = "USD")
        case declined(DeclineReason)
        case notSent
        case silence
    }

    static let rows: [Row] = [
        Row(
            title: "the whole amount is approved", reply: .approved(1000),
            answer: .approved(1000), outcome: .approved, authorized: 1000, isChecked: true),
        Row(
            title: "a part is approved, and the shop can use it", mayBePartial: true,
            reply: .approved(400), answer: .approved(400), outcome: .approved,
            authorized: 400, isChecked: true),
        Row(
            title: "a part that the shop can't use is a decline (51) and is reversed",
            reply: .approved(400), answer: .declined,
            outcome: .declined(.insufficientFunds), isReversed: true,
            reason: .insufficientFunds, isChecked: true),
        Row(
            title: "all but one minor unit is a part", reply: .approved(999),
            answer: .declined, outcome: .declined(.insufficientFunds), isReversed: true,
            reason: .insufficientFunds, isChecked: true),
        Row(
            title: "more than was asked for is unknown and is reversed",
            reply: .approved(1001), answer: .unanswered, outcome: .unknown,
            isReversed: true),
        Row(
            title: "more than was asked for is unknown even if a part may be approved",
            mayBePartial: true, reply: .approved(1001), answer: .unanswered,
            outcome: .unknown, isReversed: true),
        Row(
            title: "an approval of nothing is unknown and is reversed", mayBePartial: true,
            reply: .approved(0), answer: .unanswered, outcome: .unknown,
            isReversed: true),
        Row(
            title: "an approval in another currency is unknown and is reversed",
            mayBePartial: true, reply: .approved(1000, "JPY"), answer: .unanswered,
            outcome: .unknown, isReversed: true),
        Row(
            title: "a check of the card asks for nothing and holds nothing", requested: 0,
            reply: .approved(0), answer: .approved(0), outcome: .approved,
            isChecked: true),
        Row(
            title: "a check of the card that holds something is unknown", requested: 0,
            mayBePartial: true, reply: .approved(1), answer: .unanswered,
            outcome: .unknown, isReversed: true),
        Row(
            title: "a decline holds nothing", reply: .declined(.lostCard), answer: .declined,
            outcome: .declined(.lostCard), reason: .lostCard, isChecked: true),
        Row(
            title: "a request that never left holds nothing", reply: .notSent,
            answer: .notSent, outcome: .notSent),
        Row(
            title: "silence is unknown, never a decline, and is reversed", reply: .silence,
            answer: .unanswered, outcome: .unknown, isReversed: true),
    ]

    @Test("the verdict on each answer", arguments: rows)
    func verdict(_ row: Row) throws {
        let checks = AcquirerChecks(address: .match, securityCode: .noMatch)
        let reference = try #require(AcquirerReference([7]))
        let reply: AcquirerAnswer
        var isApproval = false
        switch row.reply {
        case .approved(let amount, let code):
            var approval = AcquirerApproval(
                amount: try Money(
                    minorUnits: amount, currency: try #require(Currency(code: code))),
                authorizationCode: "A1B2C3", networkReference: "ref", checks: checks)
            approval.acquirerReference = reference
            reply = .approved(approval)
            isApproval = true
        case .declined(let reason): reply = .declined(reason, checks)
        case .notSent: reply = .notSent
        case .silence: reply = .unknown
        }
        let verdict = AuthorizationVerdict(
            reply, requested: try Money(minorUnits: row.requested, currency: .usd),
            mayBePartial: row.mayBePartial)
        let isApproved = row.outcome == .approved
        #expect(verdict.answer == row.answer)
        #expect(verdict.outcome == row.outcome)
        #expect(verdict.isApproved == isApproved)
        let authorized = try Money(minorUnits: row.authorized, currency: .usd)
        #expect(verdict.amountAuthorized == authorized)
        #expect(verdict.needsReversal == row.isReversed)
        #expect(verdict.declineReason == row.reason)
        #expect(verdict.authorizationCode == (isApproved ? "A1B2C3" : nil))
        #expect(verdict.networkReference == (isApproved ? "ref" : nil))
        #expect(verdict.acquirerReference == (isApproval && row.isChecked ? reference : nil))
        #expect(verdict.checks == (row.isChecked ? checks : AcquirerChecks()))
    }
}
