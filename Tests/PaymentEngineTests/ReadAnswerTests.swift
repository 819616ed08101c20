import PaymentDomain
import PaymentEngine
import Testing

@Suite("Answers from reads alone", .timeLimit(.minutes(5)))
struct ReadAnswerTests {
    enum Answer: CaseIterable {
        case repetition, inquiry, funds, nothingHeld, spentToken, batches
        case sameCapture, keptCard, depleted

        /// What is said while it is not known that the copies of the books have it: never that nothing was done.
        var refusal: String {
            switch self {
            case .repetition, .sameCapture: "outcome-not-stored"
            case .spentToken, .depleted: "in-flight"
            case .inquiry, .funds, .nothingHeld, .batches, .keptCard:
                "store-unavailable"
            }
        }
    }

    @Test("are given once the replicas have the data, and not before", arguments: Answer.allCases)
    func copies(answer: Answer) async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let numbered = NumberedClient(fixture: fixture)
            let token = try fixture.token()
            let source = PaymentSource.applePay(.fields(token.fields))
            let paid = try await numbered.pay(source)
            _ = try await fixture.authorize(order: "other", key: "a")
            let lifelong = try await LifelongClient(fixture: fixture).pay(order: "third")
            if answer == .sameCapture {
                _ = try await LifelongClient(fixture: fixture).capture(lifelong, 400)
            }
            if answer == .nothingHeld { _ = try await fixture.release(1000, order: "other") }
            let ask: @Sendable () async throws -> Void = {
                let client = LifelongClient(fixture: fixture)
                switch answer {
                case .repetition: _ = try await fixture.authorize(order: "other", key: "a")
                case .inquiry:
                    let inquiry = InquireCommand(clientName: nil, number: paid.number)
                    _ = try await client.found(inquiry)
                case .funds: _ = try await fixture.confirmFunds(1000, renews: true, order: "other")
                case .nothingHeld: _ = try await fixture.release(1000, order: "other")
                case .spentToken: _ = try await numbered.pay(source)
                case .batches: _ = try await client.batches(nil)
                case .sameCapture: _ = try await client.capture(lifelong, 400)
                case .keptCard:
                    let handle = try await fixture.payment("other").handle
                    let card = PaymentSource.stored(handle, expiry: nil, securityCode: nil)
                    _ = try await client.send(.keepCard(StoreCardCommand(source: card)))
                case .depleted: _ = try await fixture.capture(1001, order: "other")
                }
            }
            faults.set(.refused, on: .awaitCopies)
            await expectRefusal(answer.refusal) { try await ask() }
            faults.set(nil, on: .awaitCopies)
            switch answer {
            case .spentToken: await expectRefusal("replayed") { try await ask() }
            case .depleted: await expectRefusal("amount-exceeded") { try await ask() }
            default: try await ask()
            }
        }
    }

    @Test(
        "a request that is invalid by itself is refused without asking the database",
        arguments: ["amount-zero", "currency-mismatch"])
    func invalidByItself(code: String) async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            let euro = try #require(Currency(code: "EUR"))
            let amount =
                code == "amount-zero" ? try usd(0) : try Money(minorUnits: 1, currency: euro)
            faults.set(.refused, on: .awaitCopies)
            await expectRefusal(code) {
                try await client.send(
                    .capture(
                        CaptureCommand(reference: .begunBy(number), amount: amount, isFinal: false))
                )
            }
        }
    }
}
