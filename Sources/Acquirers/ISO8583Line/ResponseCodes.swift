import PaymentDomain

/// What the codes of answers mean, as a profile has them.
struct ResponseCodes: Sendable, Hashable {
    /// All that was asked for is approved.
    var approved: Set<String> = []
    /// A part is approved.
    var partial: Set<String> = []
    /// The reversal of an authorization is done, or there is nothing to undo.
    var reversed: Set<String> = []
    /// The host doesn't know the message that a reversal names.
    var unknownOriginal: Set<String> = []
    /// A capture, refund, release or void is booked.
    var acknowledged: Set<String> = []
    /// Not now: a message other than an authorization is sent again.
    var notNow: Set<String> = []
    /// Reasons of codes that aren't those of ISO 8583:1987, by the code.
    var reasons: [String: DeclineReason] = [:]

    /// What a code answers to an authorization.
    enum Verdict: Sendable, Hashable {
        case approved, partial
        case declined(DeclineReason)
    }

    func verdict(_ code: String) -> Verdict {
        if approved.contains(code) { return .approved }
        if partial.contains(code) { return .partial }
        return .declined(reason(code))
    }

    /// The reason of a refusal; ``DeclineReason/other`` for a code that nobody knows.
    func reason(_ code: String) -> DeclineReason {
        reasons[code] ?? ResponseCodes.standard[code] ?? DeclineReason(networkCode: code)
    }

    /// The codes whose reason isn't named by their own two characters.
    ///
    /// Source: ISO 8583:1987, field 39: 33 to 38 ask that the card is retained; 39 no credit account; 62 restricted.
    private static let standard: [String: DeclineReason] = [
        "33": .expiredCard, "34": .suspectedFraud, "35": .pickUpCard, "36": .restrictedCard,
        "37": .pickUpCard, "38": .pinTriesExceeded, "39": .closedAccount, "N7": .wrongSecurityCode,
        "68": .systemMalfunction,
    ]
}
