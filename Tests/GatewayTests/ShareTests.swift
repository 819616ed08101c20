import PaymentDomain
import Testing

@testable import Gateway

@Suite("No merchant takes all places", .timeLimit(.minutes(5)))
struct ShareTests {
    private static func words(_ secret: String, _ body: String) -> HTTPWords {
        HTTPWords(headers: ["apikey: \(secret)"], body: body)
    }

    private static func inside(_ secret: String, _ body: String) -> HTTPWords {
        HTTPWords(path: "/parrot/inside", headers: [], body: "green:\(secret):\(body)")
    }

    /// How a merchant's requests say whose they are: in the head, or in the body.
    static let ways: [@Sendable (String, String) -> HTTPWords] = [
        { words($0, $1) }, { inside($0, $1) },
    ]

    @Test(
        "one merchant holds four of five places and is refused the fifth, which another gets",
        arguments: 0..<2)
    func merchant(way: Int) async throws {
        let house = StubBackend()
        house.door.shut()
        let words = ShareTests.ways[way]
        try await RunningGateway.run(
            house: house,
            configure: {
                $0.maximumConcurrentRequests = 5
                $0.maximumQueuedRequests = 0
                $0.retryAfterSeconds = 7
            }
        ) { running in
            let slow = (1...4).map { number in
                Task { try await running.ask(words(StubBackend.secret, "a-\(number)")).status }
            }
            await house.door.waitUntilWaiting(4)
            let refused = try await running.ask(words(StubBackend.secret, "a-5"))
            #expect(refused.status == 503)
            #expect(refused.headers["retry-after"] == "7")
            let other = Task { try await running.ask(words(StubBackend.otherSecret, "b-1")).status }
            await house.door.waitUntilWaiting(5)
            house.door.open()
            for task in slow + [other] { #expect(try await task.value == 200) }
            #expect(house.asked.contains("b-1") && !house.asked.contains("a-5"))
            // What was held is given back.
            #expect(try await running.ask(words(StubBackend.secret, "a-6")).status == 200)
            #expect(try await running.metric("coster_requests_in_progress") == 0)
        }
    }

    @Test("all requests without a secret together hold four of five places, whosever they are")
    func anonymous() async throws {
        let house = StubBackend()
        house.door.shut()
        try await RunningGateway.run(
            house: house,
            configure: {
                $0.maximumConcurrentRequests = 5
                $0.maximumQueuedRequests = 0
            }
        ) { running in
            // Names of two merchants.
            let strangers = ["open-1", "page-1", "open-2", "page-2"].map { name in
                Task {
                    try await running.ask(
                        HTTPWords(
                            path: "/parrot/\(name)/say/hello.xml", headers: ["apikey: "], body: "s")
                    ).status
                }
            }
            await house.door.waitUntilWaiting(4)
            let fifth = HTTPWords(
                path: "/parrot/open-3/say/hello.xml", headers: ["apikey: "], body: "s")
            let refused = try await running.ask(fifth)
            #expect(refused.status == 503)
            let known = Task { try await running.ask(HTTPWords(body: "a-1")).status }
            await house.door.waitUntilWaiting(5)
            house.door.open()
            for task in strangers + [known] { #expect(try await task.value == 200) }
        }
    }

    @Test("a free place goes to the first in the queue whose share has room")
    func queue() async {
        let admission = Admission(working: 5, waiting: 5, share: 80)
        let (one, two) = (
            Admission.Holder.merchant(MerchantID("one")),
            Admission.Holder.merchant(MerchantID("two"))
        )
        for _ in 1...4 { #expect(await admission.enter(as: one)) }
        #expect(await admission.enter(as: two))
        let order = AsyncStream.makeStream(of: String.self)
        await withTaskGroup(of: Void.self) { tasks in
            for (index, (name, holder)) in [("a", one), ("b", two)].enumerated() {
                tasks.addTask {
                    #expect(await admission.enter(as: holder))
                    order.continuation.yield(name)
                }
                while admission.waiting <= index, !Task.isCancelled { await Task.yield() }
            }
            var names = order.stream.makeAsyncIterator()
            admission.leave(as: two)
            #expect(await names.next() == "b", "one has its share already")
            admission.leave(as: one)
            #expect(await names.next() == "a")
        }
        for _ in 1...4 { admission.leave(as: one) }
        admission.leave(as: two)
        #expect(admission.working == 0 && admission.waiting == 0)
    }
}
