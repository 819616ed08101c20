import AppleSimulator
import PaymentDomain

/// What `coster pay` is to do, whatever protocol it speaks.
struct ShopPlan: Sendable {
    /// What is paid.
    let amount: Money
    /// What is captured of it; nil for nothing.
    let capture: Money?
    /// What is given back of that; nil for nothing.
    let refund: Money?
    /// Whether what was done last is taken back: the capture or, without one, the hold.
    let void: Bool
    /// What an earlier visit printed as its reference: nothing is paid, and the refund is of that payment.
    let refundOf: String?

    /// Whether less is captured than is held, so that more captures may follow.
    var isPartialCapture: Bool { capture.map { $0 != amount } ?? false }
}

/// One customer's visit to a shop: pays with a token, then does what the plan says, and prints a line for each step.
protocol ShopVisit: Sendable {
    /// Says why the protocol cannot do what is planned, before anything is sent; nil where it can.
    func objection(to plan: ShopPlan) -> String?

    /// Pays.
    ///
    /// - Throws: Exit code 1 where a step is declined or refused, 69 where the server does not answer.
    func pay(_ token: SimulatedToken, _ plan: ShopPlan) async throws(CosterFailure)

    /// Refunds (part of) a payment of an earlier visit.
    ///
    /// - Throws: Exit code 1 where it is declined or refused, 69 where the server does not answer.
    func refund(_ amount: Money, of reference: String) async throws(CosterFailure)
}
