import DialectKit
import PaymentDomain
import Testing

@testable import Gateway

@Suite("A path that is not there")
struct AbsenceTests {
    private static var routes: RouteTable {
        var routes = RouteTable()
        routes.add(absenceBelow: "/a/rest") { path, _ in
            .text(404, path, outcomeCode: "not-found")
        }
        return routes
    }

    @Test(
        "is told by the protocol below whose root it would be",
        arguments: ["/a/rest", "/a/rest/", "/a/rest/b", "/a/rest//b"])
    func below(_ path: String) {
        let absence = Self.routes.absence(of: path)
        let reply = absence?(path, Timestamp(milliseconds: 0))
        #expect(reply?.body == Array(path.utf8))
    }

    @Test("is nobody's elsewhere", arguments: ["/", "/a", "/a/restless", "/b/a/rest"])
    func elsewhere(_ path: String) {
        let isNobodys = Self.routes.absence(of: path) == nil
        #expect(isNobodys)
    }

    @Test("is nobody's where it is too long to be looked at")
    func tooLong() {
        let path = "/a/rest/" + String(repeating: "b", count: GatewayLimits.pathBytes)
        let isNobodys = Self.routes.absence(of: path) == nil
        #expect(isNobodys)
    }
}
