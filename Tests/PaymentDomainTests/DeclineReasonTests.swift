import PaymentDomain
import Testing

@Suite("Why an issuer refused", .timeLimit(.minutes(5)))
struct DeclineReasonTests {
    /// Every network code of the table, by what the shop may do.
    static let classes: [(advice: DeclineReason.RetryAdvice, codes: [String])] = [
        (.doNotRetry, ["04", "07", "12", "14", "15", "41", "43", "46", "57", "93"]),
        (.retryLater, ["06", "19", "21", "51", "61", "65", "91", "92", "96"]),
        (
            .finalDecline,
            [
                "01", "02", "03", "05", "13", "25", "30", "52", "53", "54", "55", "58", "59", "62",
                "63", "75", "82", "94", "--",
            ]
        ),
    ]

    @Test(
        "each code belongs to the class that says what the shop may do", arguments: classes.indices)
    func belongsToClass(row: Int) {
        let (advice, codes) = Self.classes[row]
        for code in codes {
            #expect(DeclineReason(rawValue: code)?.retryAdvice == advice, "code \(code)")
        }
    }

    @Test("the classes hold every reason once")
    func classesAreComplete() {
        let codes = Self.classes.flatMap(\.codes)
        #expect(Set(codes).count == codes.count)
        #expect(Set(codes) == Set(DeclineReason.allCases.map(\.rawValue)))
    }

    @Test("a known network code gives its reason")
    func knownCode() {
        #expect(DeclineReason(networkCode: "05") == .doNotHonor)
        #expect(DeclineReason(networkCode: "51") == .insufficientFunds)
        #expect(DeclineReason(networkCode: "54") == .expiredCard)
    }

    @Test(
        "a code that the table lacks is still a decline",
        arguments: ["", "00", "5", "051", "ZZ", "N7", " 5", "５１"])
    func unknownCode(code: String) {
        #expect(DeclineReason(networkCode: code) == .other)
    }
}

@Suite("Refusals have stable codes", .timeLimit(.minutes(5)))
struct PaymentRefusalTests {
    static let codes: [(refusal: PaymentRefusal, code: String)] = [
        (.idempotencyConflict, "idempotency-conflict"), (.inFlight, "in-flight"),
        (.amountMissing, "amount-missing"), (.amountZero, "amount-zero"),
        (.paymentNotFound, "payment-not-found"), (.cardNotFound, "card-not-found"),
        (.account(.notFound), "account-not-found"), (.account(.isDefault), "account-is-default"),
        (.account(.tooMany), "accounts-too-many"),
        (.unsupportedCard, "unsupported-card"), (.notSupported, "not-supported"),
        (.currencyMismatch, "currency-mismatch"), (.amountExceeded, "amount-exceeded"),
        (.wrongState, "wrong-state"), (.notSettled, "not-settled"), (.tooOld, "too-old"),
        (.storeUnavailable, "store-unavailable"), (.outcomeNotStored, "outcome-not-stored"),
    ]

    @Test("each refusal has its own code, and keeps it")
    func codesAreUnique() {
        for (refusal, code) in Self.codes { #expect(refusal.code == code) }
        #expect(Set(Self.codes.map(\.code)).count == Self.codes.count)
    }

    @Test("a refused token shows the token core's code", arguments: TokenRefusal.Kind.allCases)
    func tokenCode(kind: TokenRefusal.Kind) {
        let refusal = TokenRefusal(kind: kind, code: "exact-reason", sentence: "Why.")
        #expect(PaymentRefusal.token(refusal).code == "exact-reason")
    }
}

@Suite("Names of payments, operations and cards", .timeLimit(.minutes(5)))
struct IdentifierTests {
    @Test("a new identifier is 32 lower-case hex digits, unlike any other")
    func newIdentifiers() {
        let payments = (0..<1_000).map { _ in PaymentID().value }
        let operations = (0..<1_000).map { _ in OperationID().value }
        let all = payments + operations
        #expect(Set(all).count == 2_000)
        #expect(all.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    }

    @Test(
        "an identifier begins with its time in milliseconds, so later ones sort later",
        arguments: [
            (Int64(0), "000000000000"), (1, "000000000001"), (255, "0000000000ff"),
            (1_800_000_000_000, "01a3185c5000"), (Int64(1) << 48, "000000000000"),
            (-1, "ffffffffffff"),
        ])
    func timedIdentifiers(milliseconds: Int64, start: String) {
        let now = Timestamp(milliseconds: milliseconds)
        let all =
            (0..<1_000).map { _ in PaymentID(at: now).value }
            + (0..<1_000).map { _ in OperationID(at: now).value }
        #expect(Set(all).count == 2_000)
        #expect(all.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
        #expect(all.allSatisfy { $0.hasPrefix(start) })
    }

    @Test(
        "a handle is 1 to 64 letters and digits",
        arguments: [
            ("a", true), ("411111ABCdef1111", true), (String(repeating: "9", count: 64), true),
            (String(repeating: "9", count: 65), false), ("", false), ("a b", false),
            ("a-b", false), ("a/b", false), ("a'b", false), ("é", false), ("a\n", false),
            ("a\0", false), ("１", false),
        ])
    func handle(text: String, isTaken: Bool) {
        #expect((VaultHandle(text) != nil) == isTaken)
        #expect(VaultHandle(text)?.value == (isTaken ? text : nil))
    }
}
