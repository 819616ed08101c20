import StorageFixtures
import PaymentDomain
import PaymentEngine
import Synchronization
import Testing

@testable import PaymentStorage

@Suite("A batch is closed in portions", .timeLimit(.minutes(5)))
struct BatchTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test("its totals are those of all portions", arguments: [1, 2, 3, 5, 6, 100])
    func portions(portion: Int) async throws {
        let payment = try await fixture.approved(1000)
        for cents: Int64 in [10, 20, 30, 40] {
            try await fixture.done(.capture, cents, of: payment)
        }
        try await fixture.done(.release, 50, of: payment)
        try await fixture.done(.refund, 25, of: payment)
        let pauses = Mutex<[Int]>([])
        let batch = try await store.closeBatch(at: StoreFixture.now, inPortionsOf: portion) {
            done in
            pauses.withLock { $0.append(done) }
        }
        #expect(
            batch
                == BatchSummary(number: 1, captures: 4, refunds: 1, netByCurrency: [.usd: 75]))
        #expect(pauses.withLock { $0 } == Array(stride(from: portion, to: 5, by: portion)))
        #expect(try await store.audit().isClean)
    }

    @Test("nobody is shown a part of one, but of one that was cut off once a later is closed")
    func shownWhole() async throws {
        for number: Int64 in 1...3 {
            _ = try await fixture.credited(transaction: try StoreFixture.name(number, .credit))
        }
        let meanwhile = Mutex<[Int]?>(nil)
        _ = try await store.closeBatch(at: StoreFixture.now, inPortionsOf: 2) { _ in
            let sizes = try? await sizes()
            meanwhile.withLock { $0 = sizes }
        }
        #expect(meanwhile.withLock { $0 } == [])
        #expect(try await sizes() == [3])
        // As if the process had died in the middle.
        try await fixture.tamper(StoreFixture.cutOffBatches)
        #expect(try await sizes() == [])
        _ = try await store.closeBatch(at: StoreFixture.now)
        #expect(try await sizes() == [3])
    }

    @Test("a list that has no room for all says so", arguments: [(1, true), (2, true), (3, false)])
    func cut(limit: Int, isCut: Bool) async throws {
        for number: Int64 in 1...3 {
            _ = try await fixture.credited(transaction: try StoreFixture.name(number, .credit))
        }
        _ = try await store.closeBatch(at: StoreFixture.now)
        let first = ListBatchesCommand(.number(1))
        let batches = try await store.batches(first, of: StoreFixture.merchant, upTo: limit)
        #expect(batches.map(\.entries.count) == [limit])
        #expect(batches.map(\.isCut) == [isCut])
    }

    @Test(
        "a list of more batches than are looked at says so, whosever is in those that are",
        arguments: [(1, true), (2, true), (3, false)])
    func manyBatches(limit: Int, isCut: Bool) async throws {
        for number: Int64 in 1...3 {
            _ = try await fixture.credited(transaction: try StoreFixture.name(number, .credit))
            _ = try await store.closeBatch(at: StoreFixture.now)
        }
        let all = ListBatchesCommand.Selection.closed(
            from: StoreFixture.now, to: StoreFixture.now.adding(seconds: 1))
        func listed(
            _ selection: ListBatchesCommand.Selection, of merchant: MerchantID
        ) async throws -> [SettledBatch] {
            try await store.batches(
                ListBatchesCommand(selection), of: merchant, upTo: 10, in: limit)
        }
        let ours = try await listed(all, of: StoreFixture.merchant)
        #expect(ours.filter { !$0.entries.isEmpty }.map(\.number) == Array(1...Int64(limit)))
        #expect(ours.map(\.isCut).contains(true) == isCut)
        let theirs = try await listed(all, of: MerchantID("OTHER"))
        #expect(theirs.map(\.isCut).contains(true) == isCut)
        let last = try await listed(.number(3), of: StoreFixture.merchant)
        #expect(last.map(\.number) == [3] && last.map(\.isCut) == [false])
    }

    @Test(
        "a page has the newest batches first, from a number downwards, and the next one's number",
        arguments: [
            (2, nil, [5], 4), (2, 3, [3], 1), (1, 2, [], 1), (9, nil, [5, 3, 1], nil),
            (2, 1, [1], nil), (9, 0, [], nil),
        ] as [(Int, Int64?, [Int64], Int64?)])
    func newest(limit: Int, from: Int64?, shown: [Int64], next: Int64?) async throws {
        for number: Int64 in [1, 3, 5] {
            _ = try await fixture.credited(transaction: try StoreFixture.name(number, .credit))
            _ = try await store.closeBatch(at: StoreFixture.now)
            // A batch without anything of the merchant.
            _ = try await store.closeBatch(at: StoreFixture.now)
        }
        let page = try await store.batches(
            ListBatchesCommand(.newest(limit: limit, from: from)), of: StoreFixture.merchant)
        #expect(page.filter { !$0.isCut }.map(\.number) == shown)
        #expect(page.filter(\.isCut).map(\.number) == [next].compactMap { $0 })
    }

    @Test("a list of some numbers leaves out all others, and counts them not, nor their batches")
    func numbers() async throws {
        for number: Int64 in [7, 9, 10] {
            _ = try await fixture.credited(transaction: try StoreFixture.name(number, .credit))
        }
        _ = try await store.closeBatch(at: StoreFixture.now)
        _ = try await fixture.credited(transaction: try StoreFixture.name(100, .credit))
        _ = try await store.closeBatch(at: StoreFixture.now)
        var command = ListBatchesCommand(
            .closed(from: StoreFixture.now, to: StoreFixture.now.adding(seconds: 1)))
        command.numbers = 9...10
        let batches = try await store.batches(command, of: StoreFixture.merchant, upTo: 2)
        #expect(batches.map(\.number) == [1] && batches.map(\.isCut) == [false])
        #expect(batches.first?.entries.map(\.number.value) == [9, 10])
    }

    /// How many entries each batch has that is shown.
    private func sizes() async throws -> [Int] {
        let all = ListBatchesCommand(
            .closed(from: StoreFixture.now, to: StoreFixture.now.adding(seconds: 1)))
        return try await store.batches(all, of: StoreFixture.merchant).map(\.entries.count)
    }

    @Test(
        "an operation that is voided meanwhile stays out, and another batch's operations are its own"
    )
    func betweenPortions() async throws {
        let payment = try await fixture.approved(1000)
        var last: OperationID?
        for cents: Int64 in [10, 20, 30, 40, 50] {
            last = try await fixture.done(.capture, cents, of: payment)
        }
        let voided = try #require(last)
        let others = Mutex<[BatchSummary]>([])
        let (fixture, store) = (fixture, store)
        let first = try await store.closeBatch(at: StoreFixture.now, inPortionsOf: 2) { done in
            #expect(done == 2)
            await #expect(throws: Never.self) {
                try await fixture.done(.captureVoid, 50, of: payment, takingBack: voided)
                try await fixture.done(.capture, 60, of: payment)
                let other = try await store.closeBatch(at: StoreFixture.now, inPortionsOf: 2) { _ in
                }
                others.withLock { $0.append(other) }
            }
        }
        #expect(
            first == BatchSummary(number: 1, captures: 2, refunds: 0, netByCurrency: [.usd: 30]))
        #expect(
            others.withLock { $0 } == [
                BatchSummary(number: 2, captures: 3, refunds: 0, netByCurrency: [.usd: 130])
            ])
        #expect(try await store.closeBatch(at: StoreFixture.now).captures == 0)
        #expect(try await store.audit().isClean)
    }

    @Test("of many who want the day's batch one closes it, and the next day one again")
    func daily() async throws {
        _ = try await fixture.credited()
        for day: Int64 in 0...1 {
            let due = StoreFixture.now.adding(seconds: day * 86_400)
            let found = try await withThrowingTaskGroup(of: DailyBatch.self) { group in
                for late: Int64 in 0..<8 {
                    group.addTask { [store] in
                        try await store.closeBatch(
                            at: due.adding(seconds: late), unlessClosedSince: due)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let closed = found.compactMap { daily in
                if case .closed(let batch) = daily { batch } else { nil }
            }
            #expect(closed.map(\.number) == [day + 1])
            #expect(closed.map(\.refunds) == [day == 0 ? 1 : 0])
        }
        let before = StoreFixture.now.adding(seconds: -1)
        let again = try await store.closeBatch(at: StoreFixture.now, unlessClosedSince: before)
        #expect(again == .closedBefore)
        #expect(try await store.audit().isClean)
    }

    @Test("a day's interrupted batch is ended, and the next one gets the other operations")
    func dailyCutOff() async throws {
        let due = StoreFixture.now
        _ = try await store.closeBatch(at: due)
        // As if the process had died in the middle.
        try await fixture.tamper(StoreFixture.cutOffBatches)
        _ = try await fixture.credited()
        for dead: Int64? in [nil, 2] {
            let found = try await store.closeBatch(
                at: due, unlessClosedSince: due, leftInTheMiddle: dead)
            #expect(found == .beingClosed(1))
        }
        guard
            case .closed(let rest) = try await store.closeBatch(
                at: due, unlessClosedSince: due, leftInTheMiddle: 1)
        else {
            Issue.record("not closed")
            return
        }
        #expect(rest.number == 2 && rest.refunds == 1)
        let again = try await store.closeBatch(
            at: due, unlessClosedSince: due, leftInTheMiddle: 1)
        #expect(again == .closedBefore)
        #expect(try await store.audit().isClean)
    }
}
