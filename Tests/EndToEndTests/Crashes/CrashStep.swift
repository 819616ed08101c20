import PaymentDomain
import Testing

/// A step at which the server dies, as `COSTER_SANDBOX_STOP_AT` names it.
enum AuthorizationStep: String, CaseIterable, Sendable {
    case beforeIntent = "before-intent"
    case afterIntent = "after-intent"
    case beforeSend = "before-send"
    case afterSend = "after-send"
    case beforeOutcome = "before-outcome"
    case afterOutcome = "after-outcome"

    /// What a client learns that asks again.
    var answerAfterwards: String {
        switch self {
        case .beforeIntent, .afterOutcome: "AP01"
        case .afterIntent, .beforeSend, .afterSend, .beforeOutcome: "TO01"
        }
    }
}

/// A step at which the server dies while it tells the acquirer of something.
enum AdviceStep: String, CaseIterable, Sendable {
    case beforeReserve = "before-reserve"
    case afterReserve = "after-reserve"
    case beforeAdvise = "before-advise"
    case afterAdvise = "after-advise"
    case beforeConclude = "before-conclude"
    case afterConclude = "after-conclude"
}

/// What is being told.
enum AdvisedOperation: String, CaseIterable, Sendable {
    case capture
    case refund
    case release

    /// The message that asks for it.
    func message(_ shop: RadialShop, _ payment: ApprovedPayment) throws -> RadialMessage {
        let amount = try dollars("5.00")
        return switch self {
        case .capture: try shop.settle("Debit", amount, payment)
        case .refund: try shop.settle("Credit", amount, payment)
        case .release: shop.cancel(amount, payment)
        }
    }

    /// How much of it a payment has seen.
    func done(_ amounts: PaymentAmounts) -> Int64 {
        switch self {
        case .capture: amounts.captured
        case .refund: amounts.refunded
        case .release: amounts.released
        }
    }
}

/// Lets few servers run at once, so that the acquirer's short time is not lost to a busy machine.
actor Turnstile {
    static let crashes = Turnstile(places: 3)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(places: Int) {
        free = places
    }

    /// Runs a body when there is a place for it.
    nonisolated func enter(_ body: @Sendable () async throws -> Void) async throws {
        await take()
        do {
            try await body()
            await leave()
        } catch {
            await leave()
            throw error
        }
    }

    private func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
