import AppleSimulator
import PaymentDomain

/// What `coster pay` is to do, whatever protocol it speaks.
package struct ShopPlan: Sendable {
    /// The amount of the payment.
    package let amount: Money
    /// The amount to capture; nil for none.
    package let capture: Money?
    /// The amount to refund; nil for none.
    package let refund: Money?
    /// Whether what was done last is taken back: the capture or, without one, the hold.
    package let void: Bool
    /// The reference that an earlier visit printed: nothing is paid, and the refund is of that payment.
    package let refundOf: String?

    package init(amount: Money, capture: Money?, refund: Money?, void: Bool, refundOf: String?) {
        self.amount = amount
        self.capture = capture
        self.refund = refund
        self.void = void
        self.refundOf = refundOf
    }

    /// Whether less is captured than is held, so that more captures may follow.
    var isPartialCapture: Bool { capture.map { $0 != amount } ?? false }
}

/// One customer's visit to a shop: pays with a token, then does what the plan says, and prints a line for each step.
package protocol ShopVisit: Sendable {
    /// Says why the protocol can't carry out the plan, before anything is sent; nil if it can.
    func objection(to plan: ShopPlan) -> String?

    /// Pays.
    ///
    /// - Throws: ``ShopError``.
    func pay(_ token: SimulatedToken, _ plan: ShopPlan) async throws(ShopError)

    /// Refunds (part of) a payment of an earlier visit.
    ///
    /// - Throws: ``ShopError``.
    func refund(_ amount: Money, of reference: String) async throws(ShopError)
}
