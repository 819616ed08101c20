import PaymentDomain
import Webhooks

/// The endpoints that are sent to now: so many at once, and none holds a place for long while others wait.
///
/// An endpoint that is slower than its turn gives its place to the next, and is waited for beside. So those that hang,
/// however many a merchant has, delay no other by more than a turn.
///
/// A pure value: the time is an argument.
struct LanePlaces: Sendable {
    /// Those that hold a place, and since when.
    private var holders: [WebhookID: Timestamp] = [:]
    /// Those that are waited for without a place.
    private var slow: Set<WebhookID> = []
    /// When each was last served, in turns.
    private var served: [WebhookID: Int] = [:]
    private var turns = 0

    /// Those that aren't served now, those first that waited longest.
    func inTurn(_ endpoints: [WebhookID]) -> [WebhookID] {
        endpoints.filter { holders[$0] == nil && !slow.contains($0) }
            .sorted { (served[$0] ?? 0, $0.value) < (served[$1] ?? 0, $1.value) }
    }

    /// Whether a place is free; if none is, those whose turn is over give theirs up.
    mutating func hasRoom(at now: Timestamp) -> Bool {
        if holders.count < WebhookLimits.endpointsAtOnce { return true }
        for (endpoint, since) in holders where slow.count < WebhookLimits.slowEndpoints {
            // A clock that was set back would keep the place until it has caught up.
            guard now < since || now.milliseconds(since: since) >= WebhookLimits.turn else {
                continue
            }
            holders[endpoint] = nil
            slow.insert(endpoint)
        }
        return holders.count < WebhookLimits.endpointsAtOnce
    }

    /// Gives an endpoint a place.
    mutating func take(_ endpoint: WebhookID, at now: Timestamp) {
        turns += 1
        served[endpoint] = turns
        holders[endpoint] = now
    }

    /// Whether an endpoint still has its place, so that more may be sent to it.
    func mayStay(_ endpoint: WebhookID) -> Bool { holders[endpoint] != nil }

    /// Ends the deliveries of an endpoint.
    mutating func leave(_ endpoint: WebhookID) {
        holders[endpoint] = nil
        slow.remove(endpoint)
    }
}
