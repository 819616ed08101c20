import PaymentDomain
import PaymentEngine
import Testing

@Suite("Two processes on the same database", .timeLimit(.minutes(5)))
struct TwoProcessTests {
    @Test("one token at both at once is one charge", arguments: [true, false])
    func oneToken(sharesKey: Bool) async throws {
        try await withTwoEngines { one, two in
            for round in 0..<10 {
                let payload = ApplePayPayload.fields(try one.token().fields)
                let outcomes = try await concurrently(16) { number -> String in
                    let fixture = number.isMultiple(of: 2) ? one : two
                    let key = sharesKey ? "k\(round)" : "k\(round)-\(number)"
                    do {
                        let answer = try await fixture.authorize(
                            payload, order: "o\(round)", key: key)
                        return "\(answer.paymentID)"
                    } catch let refusal as PaymentRefusal {
                        return refusal.code
                    }
                }
                // With its key a repetition has the first one's result, or waits for it elsewhere.
                let refused = sharesKey ? "in-flight" : "replayed"
                #expect(Set(outcomes).subtracting([refused]).count == 1)
            }
            let asked = await one.acquirer.asked.count + two.acquirer.asked.count
            #expect(asked == 10)
            #expect(try one.number("SELECT sum(authorized) FROM payments") == 10_000)
        }
    }

    @Test("captures and refunds at both at once never exceed what there is")
    func neverExceed() async throws {
        try await withTwoEngines { one, two in
            _ = try await one.authorize()
            let captured = try await concurrently(64) { number in
                try await fits {
                    _ = try await (number.isMultiple(of: 2) ? one : two).capture(150)
                }
            }
            #expect(captured.count { $0 } == 6)
            let refunded = try await concurrently(64) { number in
                try await fits {
                    _ = try await (number.isMultiple(of: 2) ? one : two).refund(130)
                }
            }
            #expect(refunded.count { $0 } == 6)
            let amounts = try await two.payment().amounts
            #expect([amounts.captured, amounts.refunded] == [900, 780])
        }
    }
}
