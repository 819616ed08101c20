import PaymentDomain
import Testing

@Suite(
    "A cancel ends a payment as a whole, or releases part of its authorized amount",
    .timeLimit(.minutes(5)))
struct CancelRuleTests {
    @Test(
        "without a capture, the hold or a part of it is released",
        arguments: [
            // amounts, amount, decision
            (approved(1000), nil, "release 1000"),
            (approved(1000), 400, "release 400"),
            (approved(1000), 1001, "refuse amount-exceeded"),
            (released(400), 700, "refuse amount-exceeded"),
            (released(400), nil, "release 600"),
            (releasing(1000), nil, "later"),
            (releasing(1000), 1000, "later"),
            (releasing(1000), 1001, "refuse amount-exceeded"),
        ] as [(PaymentAmounts, Int64?, String)])
    func uncaptured(amounts: PaymentAmounts, amount: Int64?, decision: String) throws {
        let payment = try payment(.authorized, amounts)
        #expect(name(payment.canCancel(try amount.map(usd), settled: 0)) == decision)
    }

    @Test(
        "captures are voided together, before their batch is closed",
        arguments: [
            // amounts, settled, amount, decision
            (captured(300), 0, nil, "void captures"),
            (captured(300), 0, 300, "void captures"),
            (captured(300), 0, 1000, "void captures"),
            (captured(300), 0, 299, "refuse part-not-allowed"),
            (captured(300), 0, 1001, "refuse amount-exceeded"),
            (captured(300), 300, nil, "refuse already-settled"),
            (captured(300), 1, nil, "refuse already-settled"),
            (refunded(100, of: 300), 0, nil, "refuse wrong-state"),
            (busy((\.refunded, 20)), 0, nil, "later"),
        ] as [(PaymentAmounts, Int64, Int64?, String)])
    func ofCaptures(
        amounts: PaymentAmounts, settled: Int64, amount: Int64?, decision: String
    ) throws {
        let payment = try payment(.authorized, amounts)
        #expect(name(payment.canCancel(try amount.map(usd), settled: settled)) == decision)
    }

    @Test(
        "other states have their answer",
        arguments: [
            (.authorizing, "later"), (.declined, "refuse wrong-state"),
            (.credited, "refuse wrong-state"), (.released, "refuse depleted"),
            (.notSent, "nothing held"), (.outcomeUnknown, "nothing held"),
            (.reversed, "nothing held"),
        ] as [(PaymentState, String)])
    func otherStates(state: PaymentState, decision: String) throws {
        let payment = try payment(state, amounts(in: state))
        #expect(name(payment.canCancel(nil, settled: 0)) == decision)
    }

    private func name(_ decision: CancelDecision) -> String {
        switch decision {
        case .release(let amount): "release \(amount.minorUnits)"
        case .voidCaptures: "void captures"
        case .nothingHeld: "nothing held"
        case .later: "later"
        case .refuse(let reason): "refuse \(reason.code)"
        }
    }
}

@Suite("The last capture before the batch counts", .timeLimit(.minutes(5)))
struct ReplaceCaptureRuleTests {
    @Test(
        "another amount takes the place of the captured one",
        arguments: [
            // amounts, newest capture, amount, decision
            (approved(1000), .missing, 500, "capture"),
            (captured(300), .final, nil, "unchanged 300"),
            (captured(300), .final, 300, "unchanged 300"),
            (captured(300), .final, 500, "replace 500"),
            (captured(300), .final, 1000, "replace 1000"),
            (captured(300), .final, 1001, "refuse amount-exceeded"),
            (released(100, captured: 300), .final, 901, "refuse depleted"),
            (refunded(100, of: 300), .final, 200, "refuse wrong-state"),
            (capturing(300), .pending, 300, "later"),
            (capturing(300), .final, 300, "unchanged 300"),
            (capturing(300), .final, 400, "later"),
            (voiding(300), .missing, 300, "later"),
            (voiding(300), .final, 300, "later"),
        ] as [(PaymentAmounts, NewestCapture, Int64?, String)])
    func replaces(
        amounts: PaymentAmounts, newest: NewestCapture, amount: Int64?, decision: String
    ) throws {
        let payment = try payment(.authorized, amounts)
        let found = payment.canReplaceCapture(
            by: try amount.map(usd), newest: newest, settled: 0)
        #expect(name(found) == decision)
    }

    @Test(
        "a settled capture, another currency and a closed hold are refused",
        arguments: [
            (false, Int64(300), "USD", 500, "refuse already-settled"),
            (false, 0, "EUR", 500, "refuse currency-mismatch"),
            (true, 0, "USD", 500, "refuse wrong-state"),
            (true, 0, "USD", 300, "unchanged 300"),
        ])
    func refused(
        isClosed: Bool, settled: Int64, currency: String, amount: Int64, decision: String
    ) throws {
        let payment = try payment(.authorized, captured(300), isClosed: isClosed)
        let money = try Money(
            minorUnits: amount, currency: try #require(Currency(code: currency)))
        let found = payment.canReplaceCapture(by: money, newest: .final, settled: settled)
        #expect(name(found) == decision)
    }

    @Test("a closed hold takes no first capture")
    func closed() throws {
        let payment = try payment(.authorized, approved(1000), isClosed: true)
        let found = payment.canReplaceCapture(by: nil, newest: .missing, settled: 0)
        #expect(found == .refuse(.wrongState))
    }

    @Test(
        "the hold of a voided sale is released",
        arguments: [
            (approved(1000), .proceed(cents: 1000)),
            (approved(1), .proceed(cents: 1)),
            (captured(1), .refuse(.wrongState)),
            (capturing(1), .later),
            (releasing(1000), .later),
            (captured(1000), .refuse(.wrongState)),
        ] as [(PaymentAmounts, MoneyDecision)])
    func voidedSale(amounts: PaymentAmounts, decision: MoneyDecision) throws {
        #expect(try payment(.authorized, amounts).canReleaseVoidedSale() == decision)
    }

    private func name(_ decision: ReplaceDecision) -> String {
        switch decision {
        case .unchanged(let amount): "unchanged \(amount.minorUnits)"
        case .capture: "capture"
        case .replace(let amount): "replace \(amount.minorUnits)"
        case .later: "later"
        case .refuse(let reason): "refuse \(reason.code)"
        }
    }
}

private func released(_ amount: Int64, captured: Int64 = 0) -> PaymentAmounts {
    var amounts = approved(1000)
    amounts.released = amount
    amounts.captured = captured
    return amounts
}

private func releasing(_ amount: Int64) -> PaymentAmounts {
    var amounts = approved(1000)
    amounts.releasing = amount
    return amounts
}

private func capturing(_ amount: Int64) -> PaymentAmounts {
    var amounts = approved(1000)
    amounts.capturing = amount
    return amounts
}

private func voiding(_ amount: Int64) -> PaymentAmounts {
    var amounts = captured(amount)
    amounts.uncapturing = amount
    return amounts
}
