import PaymentDomain
import Testing

/// The amounts that a payment of 10.00 has in each state before the event.
func amounts(in state: PaymentState) -> PaymentAmounts {
    var amounts = PaymentAmounts()
    switch state {
    case .authorizing, .declined, .notSent, .outcomeUnknown, .reversed, .credited: break
    case .authorized: amounts = busyAmounts
    case .released:
        amounts.authorized = 1000
        amounts.released = 1000
    }
    return amounts
}

/// Something of every part, with 300 of the hold left, 150 refundable, and 30 of the refunds to be
/// taken back.
let busyAmounts: PaymentAmounts = {
    var amounts = PaymentAmounts()
    amounts.authorized = 1000
    amounts.captured = 300
    amounts.capturing = 200
    amounts.refunded = 50
    amounts.refunding = 50
    amounts.released = 100
    amounts.releasing = 100
    amounts.uncapturing = 50
    amounts.unrefunding = 20
    return amounts
}()

/// ``busyAmounts`` after changes.
func busy(_ changes: (WritableKeyPath<PaymentAmounts, Int64>, Int64)...) -> PaymentAmounts {
    var amounts = busyAmounts
    for (part, value) in changes { amounts[keyPath: part] = value }
    return amounts
}

/// An approval of an amount with nothing done yet.
func approved(_ amount: Int64) -> PaymentAmounts {
    var amounts = PaymentAmounts()
    amounts.authorized = amount
    return amounts
}

/// A payment of 10.00 USD, or of another amount, as it stands in the books.
func payment(
    _ state: PaymentState, _ amounts: PaymentAmounts, requested: Int64 = 1000,
    authorizedAt: Timestamp? = nil, isClosed: Bool = false
) throws -> Payment {
    Payment(
        id: PaymentID(stored: "p"), authorizationID: OperationID(stored: "a"),
        merchant: MerchantID("m"), line: .sandbox, orderReference: "order",
        handle: try #require(VaultHandle("411111abcdef1111")),
        requested: try Money(minorUnits: requested, currency: .usd), state: state,
        amounts: amounts, createdAt: Timestamp(seconds: 0), authorizedAt: authorizedAt,
        isClosed: isClosed)
}
