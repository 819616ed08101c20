import AppleSimulator
import PaymentDomain

/// What `coster pay` is to do, whatever protocol it speaks.
struct ShopPlan: Sendable {
    /// The amount of the payment.
    let amount: Money
    /// The amount to capture; nil for none.
    let capture: Money?
    /// The amount to refund; nil for none.
    let refund: Money?
    /// Whether what was done last is taken back: the capture or, without one, the hold.
    let void: Bool
    /// The reference that an earlier visit printed: nothing is paid, and the refund is of that payment.
    let refundOf: String?

    /// Whether less is captured than is held, so that more captures may follow.
    var isPartialCapture: Bool { capture.map { $0 != amount } ?? false }
}

/// One customer's visit to a shop: pays with a token, then does what the plan says, and prints a line for each step.
protocol ShopVisit: Sendable {
    /// Says why the protocol can't carry out the plan, before anything is sent; nil if it can.
    func objection(to plan: ShopPlan) -> String?

    /// Pays.
    ///
    /// - Throws: Exit code 1 if a step is declined or refused, 69 if the server doesn't answer.
    func pay(_ token: SimulatedToken, _ plan: ShopPlan) async throws(CosterFailure)

    /// Refunds (part of) a payment of an earlier visit.
    ///
    /// - Throws: Exit code 1 if it is declined or refused, 69 if the server doesn't answer.
    func refund(_ amount: Money, of reference: String) async throws(CosterFailure)
}
