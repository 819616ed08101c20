import PaymentDomain

/// The result of one try.
package enum DeliveryResult: Sendable, Hashable {
    /// The endpoint answered.
    ///
    /// - Parameter retryAfter: The seconds of its Retry-After, if it sent one. A date there is ignored.
    case answered(status: Int, retryAfter: Int64?)
    /// The endpoint was refused before anything was sent.
    case refused(WebhookFault)
    /// No whole answer came; a code of why.
    case failed(code: String)

    /// Whether the endpoint took the event.
    package var isDelivered: Bool {
        switch self {
        case .answered(let status, _): (200..<300).contains(status)
        case .refused, .failed: false
        }
    }
}

extension DeliveryResult {
    /// The status that the endpoint answered; nil without an answer.
    package var status: Int? {
        switch self {
        case .answered(let status, _): status
        case .refused, .failed: nil
        }
    }

    /// A code of why no answer came; nil with one.
    package var code: String? {
        switch self {
        case .answered: nil
        case .refused(let fault): fault.code
        case .failed(let code): code
        }
    }
}

/// What becomes of a delivery after a try.
package enum DeliveryVerdict: Sendable, Hashable {
    case delivered
    /// The next try, and when.
    case retry(at: Timestamp)
    /// There were as many tries as an event gets.
    case exhausted
    /// The endpoint wants no more events. The delivery waits until the endpoint is enabled again.
    case gone

    /// Decides about a delivery. A redirect is a failure, since the address behind it was never checked.
    ///
    /// - Parameters:
    ///   - tries: How many tries there were, with this one.
    ///   - jitter: From 0 to 255: so much of a tenth of the wait is added, so that not all come back at once.
    ///
    /// Source: Standard Webhooks 1.0.0, "Deliverability and reliability".
    package init(
        after result: DeliveryResult, tries: Int, at now: Timestamp, jitter: UInt8
    ) {
        guard !result.isDelivered else {
            self = .delivered
            return
        }
        var wished: Int64 = 0
        if case .answered(let status, let retryAfter) = result {
            if status == DeliveryVerdict.goneStatus {
                self = .gone
                return
            }
            wished = min(max(retryAfter ?? 0, 0), WebhookLimits.retryAfterSeconds)
        }
        guard tries >= 1, tries <= DeliveryVerdict.waits.count else {
            self = .exhausted
            return
        }
        let wait = DeliveryVerdict.waits[tries - 1]
        let jittered = wait + wait * Int64(jitter) / (Int64(UInt8.max) * DeliveryVerdict.jitterPart)
        self = .retry(at: now.adding(seconds: max(jittered, wished)))
    }

    private static let goneStatus = 410
    private static let jitterPart: Int64 = 10

    /// The seconds after each try: ten tries in 75 hours and 35 minutes.
    private static let waits: [Int64] = [
        5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
    ]

    /// The tries that an event gets.
    package static let tries = waits.count + 1

    /// The longest time from a try to the next, in seconds.
    package static let longestWaitSeconds: Int64 = {
        let wait = waits.max() ?? 0
        return max(wait + wait / jitterPart, WebhookLimits.retryAfterSeconds)
    }()
}
