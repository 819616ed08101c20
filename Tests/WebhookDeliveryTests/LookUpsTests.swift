import StrictCoding
import Testing

@testable import WebhookDelivery

/// A name server that answers when it is told to.
private actor NameServer {
    private(set) var questions: [String] = []
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false

    func addresses(of host: String) async -> [IPAddress] {
        questions.append(host)
        if host == "slow.example", !isOpen {
            await withCheckedContinuation { waiting.append($0) }
        }
        return [IPAddress("93.184.215.14")].compactMap { $0 }
    }

    func answer() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

@Suite("Look-ups of hosts", .timeLimit(.minutes(5)))
struct LookUpsTests {
    private let server = NameServer()

    /// Look-ups that take too long at once, or never.
    private func lookUps(areTooLong: Bool) -> LookUps {
        let server = server
        return LookUps(limit: {
            guard !areTooLong else { return }
            // Its end is kept, so that only a cancelled task goes on.
            let (never, end) = AsyncStream.makeStream(of: Void.self)
            defer { withExtendedLifetime(end) {} }
            for await _ in never {}
        }) { await server.addresses(of: $0) }
    }

    @Test("a host has the addresses that were found")
    func found() async {
        let found = await lookUps(areTooLong: false).addresses(of: "shop.example")
        #expect(found.map(\.description) == ["93.184.215.14"])
    }

    @Test("who asks for a host whose look-up hangs gets none at once, and others theirs")
    func hanging() async {
        let lookUps = lookUps(areTooLong: true)
        #expect(await lookUps.addresses(of: "slow.example").isEmpty)
        #expect(await lookUps.addresses(of: "slow.example").isEmpty)
        #expect(await server.questions == ["slow.example"], "one thread is busy with it")
        await server.answer()
        // Its look-up has ended, or ends now; then it is asked again.
        while await server.questions.count == 1 {
            _ = await lookUps.addresses(of: "slow.example")
        }
    }

    @Test("those that ask for a host at once wait for one look-up")
    func shared() async {
        let lookUps = lookUps(areTooLong: false)
        let found = await withTaskGroup(of: [IPAddress].self) { group in
            for _ in 0..<8 { group.addTask { await lookUps.addresses(of: "slow.example") } }
            while await server.questions.isEmpty { await Task.yield() }
            await server.answer()
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(found.count == 8 && found.allSatisfy { $0.count == 1 })
    }
}
