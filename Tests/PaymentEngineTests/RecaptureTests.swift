import PaymentDomain
import PaymentEngine
import Testing

@Suite("A capture in place of an earlier one", .timeLimit(.minutes(5)))
struct RecaptureTests {
    /// Captures one after another, and what is told because of them.
    struct Row: Sendable, CustomTestStringConvertible {
        let captures: [Int64?]
        let captured: Int64
        let told: [AdviceKind]
        var testDescription: String { captures.map { "\($0 ?? -1)" }.joined(separator: ", ") }

        init(_ captures: [Int64?], _ captured: Int64, _ told: AdviceKind...) {
            self.captures = captures
            self.captured = captured
            self.told = told
        }
    }

    static let rows = [
        Row([nil], 1000, .capture),
        Row([400], 400, .capture),
        Row([400, 400], 400, .capture),
        Row([400, nil], 400, .capture),
        Row([400, 1000], 1000, .capture, .captureVoid, .capture),
        Row([1000, 1], 1, .capture, .captureVoid, .capture),
        Row(
            [1000, 400, 400, 1000], 1000, .capture, .captureVoid, .capture, .captureVoid, .capture),
    ]

    @Test("the last amount counts, and the same one again sends nothing", arguments: rows)
    func table(row: Row) async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            for cents in row.captures {
                let result = try await client.capture(number, cents)
                #expect(result.amount.minorUnits == result.payment?.amounts.captured)
            }
            #expect(try await fixture.payment().amounts.captured == row.captured)
            #expect(await fixture.acquirer.told.map(\.kind) == row.told)
        }
    }

    @Test(
        "a database failure between the two steps leaves the authorization: no capture is reported, and the next takes it"
    )
    func afterCrash() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            try await client.capture(number, 400)
            await fixture.acquirer.replies { _ in
                faults.set(.refused, on: .change)
                return .acknowledged(nil)
            }
            await expectRefusal("outcome-not-stored") { try await client.capture(number, 500) }
            faults.set(nil, on: .change)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await client.capture(number, 500).payment?.amounts.captured == 500)
        }
    }

    @Test("sixty-four captures of one amount at once are one")
    func concurrent() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            let done = await successes(of: 64) { _ in try await client.capture(number, 400) }
            #expect(done == 64)
            #expect(await fixture.acquirer.told.map(\.kind) == [.capture])
        }
    }

    @Test(
        "captures at two servers at once are one, and the second is in progress"
    )
    func twoServers() async throws {
        try await withTwoEngines(shareAcquirer: true) { (fixture, other) async throws in
            let servers = [LifelongClient(fixture: fixture), LifelongClient(fixture: other)]
            for round in 0..<40 {
                let number = try await servers[0].pay(order: "order-\(round)")
                let codes = await sayings(of: servers) { server in
                    try await server.capture(number, 400)
                    return "captured"
                }
                #expect(codes.contains("captured"))
                #expect(codes.subtracting(["captured", "in-flight"]).isEmpty, "\(codes)")
                let payment = try await servers[1].found(number).payment
                #expect(payment?.amounts.captured == 400)
            }
            #expect(await fixture.acquirer.told.count == 40)
        }
    }
}
