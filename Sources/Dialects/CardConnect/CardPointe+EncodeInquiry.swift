import DialectKit
import PaymentDomain
import StrictCoding

extension CardPointeDialect {
    /// The reply to an inquiry: an object, or an array if an order has more than one. A cut list would be taken for the
    /// whole, so it is refused.
    func inquiryReply(
        to exchange: CardPointeExchange, with found: [FoundTransaction]
    ) -> DialectReply {
        let found = found.map(\.asItStands)
        guard let first = found.first else {
            return reply(to: exchange, with: CardPointeCode(.notFound), outcome: "not-found")
        }
        guard found.count <= CardConnectLimits.transactionsPerOrder else {
            return reply(
                to: exchange, with: CardPointeCode(.badResponse), outcome: "too-many-found")
        }
        var writer = JSONWriter()
        if exchange.operation == .inquireByOrderID, found.count > 1 {
            writer.array(found) { write(&$0, $1, exchange) }
        } else {
            writer.object { write(&$0, first, exchange) }
        }
        return answered(writer.bytes, exchange, outcome: "found")
    }

    /// In the order of a recorded reply, then what is newer. Code and text are the first answer's, which later steps
    /// do not change.
    private func write(
        _ reply: inout JSONWriter.Object, _ found: FoundTransaction, _ exchange: CardPointeExchange
    ) {
        let code = code(of: found, processor(exchange))
        let standing = CardPointeStatus(found)
        reply.member("amount", amount(of: found, standing))
        reply.member("resptext", code.text)
        reply.member("setlstat", optional: standing.word)
        reply.member("respcode", code.code)
        reply.member("retref", found.number.description)
        reply.member("merchid", exchange.merchid ?? "")
        reply.member("account", found.payment?.shownAccount ?? "")
        reply.member("currency", found.amount.currency.code)
        reply.member("respstat", code.status.rawValue)
        reply.member("respproc", code.processor)
        reply.member("token", found.payment?.shownAccount ?? "")
        reply.member("authdate", found.at.cardConnectDate)
        if standing.isCaptured {
            let moment = found.payment?.capturedAt ?? found.at
            reply.member("capturedate", moment.cardConnectTime)
        }
        reply.member("settledate", optional: found.batch?.closedAt?.cardConnectTime)
        reply.member("lastfour", optional: found.payment?.lastFour)
        reply.member("expiry", optional: found.payment?.expiry?.mmyy)
        reply.member("batchid", optional: found.batch?.number.map(String.init))
        if code.status == .approved {
            reply.member(
                "authcode", optional: found.kind == .refund ? "REFUND" : found.authorizationCode)
        }
        if found.orderReference != found.number.description {
            reply.member("orderId", found.orderReference)
        }
        if let payment = found.payment {
            reply.member("entrymode", payment.isWallet ? "DigitalWallet" : "Keyed")
        }
        reply.member("commcard", "N")
        reply.member("voidable", standing.isVoidable ? "Y" : "N")
        reply.member("refundable", isRefundable(found, standing) ? "Y" : "N")
        if case .refused(let reason) = found.standing {
            reply.write(CardPointeDeclineCategory(reason, found.network, code))
        }
    }

    private func code(
        of found: FoundTransaction, _ processor: CardPointeProcessor
    ) -> CardPointeCode {
        switch found.standing {
        case .done:
            guard let payment = found.payment, found.kind != .refund,
                payment.amounts.authorized < payment.requested.minorUnits,
                payment.state != .credited
            else { return processor.approval }
            return processor.partialApproval
        // The code in the authorization's reply.
        case .refused where found.payment?.state == .notSent: return CardPointeCode(.lineDown)
        case .refused(let reason):
            return scriptedDecline(of: found, processor) ?? processor.decline(reason)
        case .inProgress, .unknown: return CardPointeCode(.timedOut)
        }
    }

    /// The code that the test values of an authorization asked for, as in its reply. The database has only the reason,
    /// which several codes share.
    private func scriptedDecline(
        of found: FoundTransaction, _ processor: CardPointeProcessor
    ) -> CardPointeCode? {
        guard isSandbox, let payment = found.payment, payment.state == .declined else { return nil }
        let card = CardPointeTestCard(
            firstTwo: payment.issuerPrefix.prefix(2), lastFour: payment.lastFour)
        return CardPointeTestTriggers(card, payment.requested, processor, random: 0).words.decline
    }

    /// The captured, held or refunded amount.
    private func amount(of found: FoundTransaction, _ standing: CardPointeStatus) -> String {
        let currency = found.amount.currency
        guard found.standing == .done else { return currency.nothing }
        guard found.kind != .refund, let payment = found.payment, payment.state != .credited else {
            return found.amount.decimal
        }
        return currency.written(
            standing.isCaptured ? payment.amounts.standingCapture : payment.amounts.standing)
    }

    /// Source: CardPointe Gateway API, inquire: always Y if what is not settled may be refunded.
    private func isRefundable(
        _ found: FoundTransaction, _ standing: CardPointeStatus
    ) -> Bool {
        guard let payment = found.payment, found.kind != .refund, found.kind != .credit else {
            return false
        }
        guard standing.isCaptured, payment.amounts.refundable > 0 else { return false }
        return refundsUnsettled || payment.isSettled
    }
}

extension FoundTransaction {
    /// The display of a sale whose capture was refused after its reply had said that it is queued: its amount is still
    /// authorized, and may have been captured again. A closed one isn't shown so: the acquirer has only refused to
    /// release it.
    fileprivate var asItStands: FoundTransaction {
        guard case .refused = standing, kind.capturesAtOnce, let payment,
            payment.state == .authorized, !payment.isClosed
        else { return self }
        var found = self
        found.standing = .done
        return found
    }
}

/// The state of a transaction on its way to settlement.
///
/// Source: CardPointe Gateway API, inquire, setlstat.
enum CardPointeStatus: Sendable, Hashable {
    case authorized
    case queued
    case accepted
    case voided
    case declined
    case zeroAmount
    /// The issuer or the acquirer has not answered yet, for a void too. The protocol has no word for that.
    case open
    /// Its capture was voided, and its remainder is being released, or the acquirer refused that: it can be voided
    /// again.
    case closing

    init(_ found: FoundTransaction) {
        switch found.standing {
        case .refused, .unknown: self = .declined
        case .inProgress: self = .open
        case .done:
            guard !found.isReversed else {
                self = .voided
                return
            }
            guard !found.isBeingReversed else {
                self = .open
                return
            }
            guard let payment = found.payment, found.kind != .refund else {
                self = found.batch?.closedAt == nil ? .queued : .accepted
                return
            }
            self = CardPointeStatus(payment, isSettled: found.batch?.closedAt != nil)
        }
    }

    private init(_ payment: FoundPayment, isSettled: Bool) {
        switch payment.state {
        case .authorizing: self = .open
        case .declined, .notSent, .outcomeUnknown, .reversed: self = .declined
        case .released: self = .voided
        case .credited: self = isSettled ? .accepted : .queued
        case .authorized:
            if payment.requested.isZero {
                self = .zeroAmount
            } else if payment.isCaptureInWork || payment.amounts.uncapturing > 0 {
                self = .open
            } else if payment.amounts.standingCapture > 0 {
                self = payment.isSettled ? .accepted : .queued
            } else if payment.amounts.releasing > 0 {
                self = .open
            } else {
                // A payment that was voided with its capture may still wait for the acquirer's answer to its release.
                self = payment.isClosed ? .closing : .authorized
            }
        }
    }

    /// `setlstat`.
    var word: String? {
        switch self {
        case .authorized: "Authorized"
        case .queued: "Queued for Capture"
        case .accepted: "Accepted"
        case .voided: "Voided"
        case .declined: "Declined"
        case .zeroAmount: "Zero Amount"
        case .open, .closing: nil
        }
    }

    /// Whether it is, or will be, in a batch.
    var isCaptured: Bool { self == .queued || self == .accepted }

    /// `voidable`: by the state of its batch.
    var isVoidable: Bool { self == .authorized || self == .queued || self == .closing }
}
