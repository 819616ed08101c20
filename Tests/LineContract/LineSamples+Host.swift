import AcquirerKit
import LineHosts
import PaymentDomain
import PaymentEngine
import Testing

extension LineContract {
    /// The contract of a line to a host of `Tests/Hosts`.
    package init(
        _ line: any AcquirerLine, to host: LineHost, silent: String, repeatsAnswers: Bool = true
    ) {
        self.init(
            line, now: .ofSamples, silent: silent, repeatsAnswers: repeatsAnswers,
            row: { id in
                try await host.state().authorizations[id.value].map {
                    Row(left: $0.remaining, captured: $0.captured, refunded: $0.refunded)
                }
            }, requests: { try await host.state().requests })
    }

    /// Tries a rule, after which the host has nothing twice, and no proof of a payment where none belongs.
    package func check(_ rule: Rule, at host: LineHost) async throws {
        try await check(rule)
        let state = try await host.state()
        #expect(state.doublePosted.isEmpty && state.proofsOutside == 0)
    }
}

extension LineSamples {
    /// Pays an amount by which the host misbehaves, and reverses it by our own name alone, as if no answer had come, until the
    /// host holds nothing.
    package static func checkMisbehaviour(
        _ amount: Int64, answer: String, at host: LineHost, by line: Line
    ) async throws {
        let request = try authorization { request in
            request.amount = try money(amount)
            request.allowsPartialApproval = true
        }
        let given = await line.authorize(request)
        #expect(given.words.hasPrefix(answer), "\(given.words)")
        if case .declined = given { return }
        try await host.release()
        let reversal = try advice(.reversal, reference: nil, amount: amount)
        var outcome = await line.advise(reversal)
        for _ in 0..<5 where outcome == .unanswered { outcome = await line.advise(reversal) }
        #expect(outcome.words == "acknowledged")
        let state = try await host.state()
        #expect(state.outstanding.isEmpty && state.doublePosted.isEmpty)
        #expect(state.authorized == 0 && state.proofsOutside == 0)
    }

    /// A credit is given once, and undone after silence.
    package static func checkCredit(at host: LineHost, by line: Line) async throws {
        for amount in [Int64(1_499), 710_002] {
            let request = try authorization { request in
                request.id = OperationID()
                request.purpose = .credit
                request.amount = try money(amount)
            }
            _ = await line.authorize(request)
            #expect(try await host.state().credits[request.id.value] == amount)
            var reversal = try advice(.reversal, reference: nil, amount: amount)
            reversal.id = OperationID()
            reversal.authorizationID = request.id
            #expect(await line.advise(reversal).words == "acknowledged")
            #expect(try await host.state().credits[request.id.value] == 0)
        }
    }

    /// Another secret is refused, and nothing is done.
    package static func checkWrongSecret(at host: LineHost, by line: Line) async throws {
        #expect(await line.authorize(try authorization()).words == "declined 96")
        #expect(line.meter.counters.refused == 1)
        #expect(try await host.state().authorizations.isEmpty)
    }
}
