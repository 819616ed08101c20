import DialectKit
import PaymentDomain
import Testing
import WebPayments

@Suite("A page names its merchant by a publishable key", .timeLimit(.minutes(5)))
struct PageCallerTests {
    @Test(
        "The key is in the query or the header; two that agree are one",
        arguments: [
            ("key=cpk_a", []), ("x=1&key=cpk_a", []), ("", ["Bearer cpk_a"]),
            ("", ["bearer  cpk_a"]), ("key=cpk_a", ["Bearer cpk_a"]),
        ])
    func read(query: String, authorization: [String]) {
        #expect(caller(query, authorization)?.publishableKey == "cpk_a")
    }

    @Test(
        "A request without a well-formed key, or with two that differ, has none",
        arguments: [
            ("", []), ("key=", []), ("key=cpk%5Fa", []), ("Key=cpk_a", []),
            ("key=cpk_a&key=cpk_a", []), ("key=cpk_a", ["Bearer cpk_b"]),
            ("key=cpk_a", ["Basic cpk_a"]), ("", ["Bearer cpk_a", "Bearer cpk_a"]),
            ("key=" + String(repeating: "a", count: 65), []),
        ])
    func unread(query: String, authorization: [String]) {
        #expect(caller(query, authorization) == nil)
    }

    private func caller(_ query: String, _ authorization: [String]) -> PageCaller? {
        PageCaller(
            RequestHead(
                route: DialectRoute(method: "GET", path: "/", operation: "test"), parameters: [:],
                query: query,
                headers: authorization.map { ("authorization", $0) },
                receivedAt: Timestamp(milliseconds: 0)))
    }
}
