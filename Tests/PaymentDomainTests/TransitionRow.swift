import Testing
import PaymentDomain

/// One row of the state table: what an event does to a payment in a state.
struct TransitionRow: Sendable, CustomTestStringConvertible {
    /// What comes of an event.
    enum Expectation: Sendable, Equatable {
        case moves(PaymentState, PaymentAction)
        case refuses(PaymentTransitionError)
    }

    let state: PaymentState
    let event: PaymentEvent
    let expectation: Expectation
    /// The amounts afterwards, where they differ from the ones before.
    let amounts: PaymentAmounts?

    var testDescription: String { "\(state) + \(event)" }

    /// The event moves the payment to a state, with an action.
    static func moves(
        _ state: PaymentState, _ event: PaymentEvent, to next: PaymentState,
        _ action: PaymentAction = .rest, amounts: PaymentAmounts? = nil
    ) -> TransitionRow {
        TransitionRow(
            state: state, event: event, expectation: .moves(next, action), amounts: amounts)
    }

    /// The event does not fit the state.
    static func wrong(_ state: PaymentState, _ event: PaymentEvent) -> TransitionRow {
        TransitionRow(
            state: state, event: event, expectation: .refuses(.wrongState), amounts: nil)
    }
}
