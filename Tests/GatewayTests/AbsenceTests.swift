import DialectKit
import PaymentDomain
import Testing

@testable import Gateway

@Suite("A path that is not there", .timeLimit(.minutes(5)))
struct AbsenceTests {
    private static var routes: RouteTable {
        var routes = RouteTable()
        routes.add(absenceBelow: "/a/rest") { _, path, _ in
            .text(404, path, outcomeCode: "not-found")
        }
        return routes
    }

    private static func reply(to path: String) -> DialectReply? {
        routes.absence(.path, of: path, at: Timestamp(milliseconds: 0))
    }

    @Test(
        "is answered by the protocol below whose root it would be",
        arguments: ["/a/rest", "/a/rest/", "/a/rest/b", "/a/rest//b"])
    func below(_ path: String) {
        #expect(Self.reply(to: path)?.body == Array(path.utf8))
    }

    @Test("is nobody's elsewhere", arguments: ["/", "/a", "/a/restless", "/b/a/rest"])
    func elsewhere(_ path: String) {
        #expect(Self.reply(to: path) == nil)
    }

    @Test("is answered in the same way if it is too long, with its beginning alone")
    func tooLong() {
        let path = "/a/rest/" + String(repeating: "b", count: GatewayLimits.pathBytes)
        #expect(Self.reply(to: path)?.body == Array(path.utf8.prefix(GatewayLimits.pathBytes)))
    }

    @Test(
        "and an unknown method of a path are answered by the protocol, or otherwise in plain text",
        arguments: [true, false])
    func otherMethods(_ isProtocols: Bool) async throws {
        try await RunningGateway.run(
            prepare: { gateway in
                guard isProtocols else { return }
                gateway.onNotFound(under: "/parrot") { lack, path, _ in
                    .text(lack == .method ? 405 : 404, "no \(lack): \(path)", outcomeCode: "none")
                }
            }
        ) { running in
            for method in ["DELETE", "POST", "PATCH"] {
                let answer = try await running.ask(
                    HTTPWords(method: method, path: "/parrot/green/ask", headers: []))
                #expect(answer.status == 405)
                #expect(answer.headers["allow"] == "GET")
                let wanted = isProtocols ? "no method: /parrot/green/ask" : "method not allowed\n"
                #expect(answer.body == wanted)
            }
            let absent = try await running.ask(.get("/parrot/nothing"))
            #expect(absent.status == 404 && absent.headers["allow"] == nil)
            #expect(absent.body == (isProtocols ? "no path: /parrot/nothing" : "not found\n"))
            #expect(running.house.authentications == 0)
        }
    }
}
