import Testing

@Suite("One address that sends too much", .timeLimit(.minutes(20)))
struct PageFloodTests {
    /// A request that any visitor of a page can send.
    private typealias Request = @Sendable () async throws -> HTTPReply

    @Test(
        "of 200 requests at once for sessions and pages, those above its rate get 429 and when to come again"
    )
    func flood() async throws {
        try await RunningServer.lend(["COSTER_MAX_PAGE_REQUESTS_PER_SECOND": "1"]) { server in
            let page = SandboxPage(server: server)
            let shop = WebOrderShop(server: server)
            let order = try await shop.order("14.99")
            let requests: [Request] = [
                { try await page.ask() }, { try await shop.ask("GET", order.link) },
            ]
            var statuses: Set<Int> = []
            for request in requests {
                let replies = try await Self.flood(request)
                statuses.formUnion(replies.map(\.status))
                let limited = try #require(replies.first { $0.status == 429 })
                #expect(limited.headers["retry-after"] != nil)
                #expect(limited.text.contains("\"rate-limited\""), "\(limited.text)")
            }
            #expect(statuses == [200, 429])
        }
    }

    private static func flood(_ request: @escaping Request) async throws -> [HTTPReply] {
        try await withThrowingTaskGroup(of: [HTTPReply].self) { group in
            for _ in 0..<40 {
                group.addTask {
                    var replies: [HTTPReply] = []
                    for _ in 0..<5 { replies.append(try await request()) }
                    return replies
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }
}
