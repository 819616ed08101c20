import PaymentDomain

/// The meanings of answers' codes, as a profile has them.
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

    /// What a code answers; nil for a code that nobody knows, which may be an approval.
    func verdict(_ code: String) -> Verdict? {
        if approved.contains(code) { return .approved }
        if partial.contains(code) { return .partial }
        return reason(code).map { .declined($0) }
    }

    /// The reason of a refusal; nil for a code that nobody knows.
    func reason(_ code: String) -> DeclineReason? {
        reasons[code] ?? ResponseCodes.standard[code] ?? DeclineReason(rawValue: code)
    }

    /// The codes whose reason isn't named by their own two characters.
    ///
    /// Source: ISO 8583:1987, field 39: 33 to 38 ask that the card is retained; 39 no credit account; 76 to 90 and those
    /// with letters are the networks' own.
    private static let standard: [String: DeclineReason] = {
        var reasons: [String: DeclineReason] = [
            "33": .expiredCard, "34": .suspectedFraud, "35": .pickUpCard, "36": .restrictedCard,
            "37": .pickUpCard, "38": .pinTriesExceeded, "39": .closedAccount,
            "68": .systemMalfunction, "N7": .wrongSecurityCode,
        ]
        let networks = [
            "76", "77", "78", "79", "80", "81", "83", "84", "86", "87", "88", "89", "90", "1A",
            "6P", "N0", "N3", "N4", "N8", "R0", "R1", "R3",
        ]
        for code in networks { reasons[code] = .other }
        return reasons
    }()
}
