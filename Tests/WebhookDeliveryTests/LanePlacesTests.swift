import PaymentDomain
import Testing
import Webhooks

@testable import WebhookDelivery

@Suite("The places of a lane", .timeLimit(.minutes(5)))
struct LanePlacesTests {
    private let start = Timestamp(seconds: 1_795_000_000)
    private var over: Timestamp { after(milliseconds: WebhookLimits.turn) }

    private func after(milliseconds: Int64) -> Timestamp {
        Timestamp(milliseconds: start.milliseconds + milliseconds)
    }

    /// So many endpoints, each with a place.
    private func full(_ count: Int = WebhookLimits.endpointsAtOnce) -> (LanePlaces, [WebhookID]) {
        var places = LanePlaces()
        let endpoints = (0..<count).map { _ in WebhookID() }
        for endpoint in endpoints { places.take(endpoint, at: start) }
        return (places, endpoints)
    }

    @Test("there is room until all places are taken")
    func room() {
        var (places, _) = full(WebhookLimits.endpointsAtOnce - 1)
        let isFree1 = places.hasRoom(at: start)
        #expect(isFree1)
        places.take(WebhookID(), at: start)
        let isFull2 = !places.hasRoom(at: start)
        #expect(isFull2)
    }

    @Test("those whose turn is over give their places up, and aren't begun again meanwhile")
    func turn() throws {
        var (places, endpoints) = full()
        let isFull3 = !places.hasRoom(at: after(milliseconds: WebhookLimits.turn - 1))
        #expect(isFull3)
        let isFree4 = places.hasRoom(at: over)
        #expect(isFree4)
        #expect(endpoints.allSatisfy { !places.mayStay($0) })
        #expect(places.inTurn(endpoints).isEmpty)
        let next = WebhookID()
        places.take(next, at: over)
        #expect(places.mayStay(next))
        let first = try #require(endpoints.first)
        places.leave(first)
        #expect(places.inTurn(endpoints) == [first])
    }

    @Test("a clock that was set back keeps nobody's place")
    func clock() {
        var (places, _) = full()
        let isFree5 = places.hasRoom(at: start.adding(seconds: -3600))
        #expect(isFree5)
    }

    @Test("so many are waited for without a place, and no more")
    func slow() {
        var places = LanePlaces()
        var taken = 0
        while places.hasRoom(at: over), taken < 1_000 {
            places.take(WebhookID(), at: start)
            taken += 1
        }
        #expect(taken == WebhookLimits.slowEndpoints + WebhookLimits.endpointsAtOnce)
    }

    @Test("those that waited longest come first")
    func order() {
        var places = LanePlaces()
        let endpoints = (0..<3).map { _ in WebhookID() }
        for endpoint in endpoints.reversed() {
            places.take(endpoint, at: start)
            places.leave(endpoint)
        }
        let new = WebhookID()
        #expect(places.inTurn(endpoints + [new]) == [new] + endpoints.reversed())
    }
}
