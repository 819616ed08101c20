import PaymentDomain
import Testing

@testable import Webhooks

private let now = Timestamp(seconds: 1_000)

private func answered(_ status: Int, _ retryAfter: Int64? = nil) -> DeliveryResult {
    .answered(status: status, retryAfter: retryAfter)
}

private func retry(_ seconds: Int64) -> DeliveryVerdict { .retry(at: now.adding(seconds: seconds)) }

private let rows: [(title: String, result: DeliveryResult, tries: Int, verdict: DeliveryVerdict)] =
    [
        ("200 is delivered", answered(200), 1, .delivered),
        ("299 is delivered", answered(299), 10, .delivered),
        ("199 is no answer to a request", answered(199), 1, retry(5)),
        ("a redirect is a failure", answered(302), 1, retry(5)),
        ("410 ends the endpoint", answered(410, 60), 1, .gone),
        ("404 is tried again", answered(404), 2, retry(300)),
        ("500 is tried again", answered(500), 3, retry(1_800)),
        ("429 with a longer wait waits as long", answered(429, 600), 1, retry(600)),
        ("a shorter wait changes nothing", answered(503, 1), 2, retry(300)),
        ("a negative wait changes nothing", answered(503, -5), 1, retry(5)),
        ("an endless wait is a day", answered(503, .max), 1, retry(86_400)),
        ("silence is tried again", .failed(code: "deadline"), 9, retry(86_400)),
        ("a refused address is tried again", .refused(.addressRefused), 4, retry(7_200)),
        ("the tenth failure is the last", answered(500), 10, .exhausted),
    ]

@Suite("What becomes of a delivery", .timeLimit(.minutes(5)))
struct DeliveryVerdictTests {
    @Test("the answer and the number of tries decide", arguments: rows)
    func verdict(
        row: (title: String, result: DeliveryResult, tries: Int, verdict: DeliveryVerdict)
    ) {
        let verdict = DeliveryVerdict(after: row.result, tries: row.tries, at: now, jitter: 0)
        #expect(verdict == row.verdict, "\(row.title)")
    }

    @Test("ten tries take 75 hours and 35 minutes, with jitter a tenth more", arguments: [0, 255])
    func schedule(jitter: UInt8) {
        var time = Timestamp(seconds: 0)
        for tries in 1..<DeliveryVerdict.tries {
            let verdict = DeliveryVerdict(
                after: answered(500), tries: tries, at: time, jitter: jitter)
            guard case .retry(let next) = verdict else {
                Issue.record("no try after \(tries)")
                return
            }
            time = next
        }
        #expect(time.seconds == (jitter == 0 ? 272_105 : 299_315))
    }
}
