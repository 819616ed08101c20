import PaymentDomain
import Synchronization

/// What all clients of a run were told.
final class Ledger: Sendable {
    private struct State {
        var payments: [ClientPayment] = []
        var answers: [String: [Answer: Int]] = [:]
        var amounts: Int64
        var lateCopies: [LateCopy] = []
    }

    /// How many requests are remembered: the newest.
    private static let remembered = 256

    /// The amounts of tokens: beyond every dialect's and the sandbox's amounts that mean something else.
    private static let lowest: Int64 = 200_000
    private static let span: Int64 = 500_000
    /// Has no factor in common with the span, so that no amount comes twice before all have come.
    private static let stride: Int64 = 7_919
    /// Cents that decide in InstaMed's sandbox.
    private static let decidingCents: Set<Int64> = [5, 10]

    private let state: Mutex<State>

    init(seed: UInt64) {
        state = Mutex(State(amounts: Int64(seed % UInt64(Ledger.span))))
    }

    /// An amount that no other token of the run has.
    func freshAmount() throws -> Money {
        let units = state.withLock { state in
            var units: Int64
            repeat {
                state.amounts += 1
                units = Ledger.lowest + state.amounts * Ledger.stride % Ledger.span
            } while Ledger.decidingCents.contains(units % 100)
            return units
        }
        return try Money(minorUnits: units, currency: .usd)
    }

    /// Notes a payment before it is asked for; its number.
    func begin(_ payment: ClientPayment) -> Int {
        state.withLock { state in
            state.payments.append(payment)
            return state.payments.count - 1
        }
    }

    /// Notes what was learned of a payment.
    func note(_ number: Int, _ change: (inout ClientPayment) -> Void) {
        state.withLock { change(&$0.payments[number]) }
    }

    /// Notes an operation before it is asked for; its number in the payment.
    func begin(_ operation: ClientPayment.Operation, of number: Int) -> Int {
        state.withLock { state in
            state.payments[number].operations.append(operation)
            return state.payments[number].operations.count - 1
        }
    }

    /// Counts an answer to a request of a kind.
    func count(_ request: String, _ answer: Answer) {
        state.withLock { $0.answers[request, default: [:]][answer, default: 0] += 1 }
    }

    /// Remembers a request, to be sent once more later.
    func remember(_ copy: LateCopy) {
        state.withLock { state in
            state.lateCopies.append(copy)
            state.lateCopies.removeFirst(max(0, state.lateCopies.count - Self.remembered))
        }
    }

    var lateCopies: [LateCopy] { state.withLock { $0.lateCopies } }

    var payments: [ClientPayment] { state.withLock { $0.payments } }

    var answers: [String: [Answer: Int]] { state.withLock { $0.answers } }
}
