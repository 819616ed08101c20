import DialectKit
import PaymentDomain
import StrictCoding
import Testing

@testable import NativeAPI

@Suite("A reply of the JSON API", .timeLimit(.minutes(5)))
struct ReplyTests {
    private static let refusals: [PaymentRefusal] =
        [
            .idempotencyConflict, .inFlight, .amountMissing, .amountZero, .paymentNotFound,
            .cardNotFound, .unsupportedCard, .notSupported, .currencyMismatch, .amountExceeded,
            .depleted, .partNotAllowed, .alreadySettled, .notSettled, .tooOld,
            .registrationNotFound,
            .registrationExpired, .registrationSpent(by: nil), .expiryMissing, .wrongState,
            .reversedSince, .storeUnavailable, .outcomeNotStored, .account(.notFound),
            .account(.isDefault), .account(.tooMany),
        ]
        + TokenRefusal.Kind.allCases.map {
            .token(TokenRefusal(kind: $0, code: "exact", sentence: "Because."))
        }

    @Test("has one row for each refusal, and no other row")
    func rows() {
        let codes =
            Self.refusals.map { refusal in
                if case .token(let token) = refusal { return "token.\(token.kind.rawValue)" }
                return refusal.code
            } + GatewayRefusal.allCases.map(\.rawValue) + NativeRule.allCases.map(\.rawValue)
            + ["json", "json-limit", "query"]
            + ["webhook-unknown", "webhook-conflict", "webhook-refused"]
        #expect(NativeProblem.table.keys.map(\.code).sorted() == codes.sorted())
    }

    @Test("to a refusal is a problem with its code", arguments: refusals)
    func refusal(_ refusal: PaymentRefusal) throws {
        let exchange = NativeExchange(Samples.head(.findPayment))
        let reply = Samples.dialect.encode(.failure(refusal), for: exchange)
        let problem = try #require(try JSONValue(reading: reply.body).object)
        #expect(reply.contentType == "application/problem+json")
        #expect(problem["status"] == .number("\(reply.status)"))
        #expect(problem["code"]?.text == reply.outcomeCode)
        #expect(problem["type"]?.text == "urn:coster:problem:\(reply.outcomeCode)")
        #expect(problem["instance"]?.text == "urn:coster:request:0123456789abcdef")
        #expect((400...503).contains(reply.status))
        let mayComeAgain = reply.status == 503 || refusal == .inFlight
        #expect((reply.headers["Retry-After"] != nil) == mayComeAgain)
    }

    @Test(
        "with batches goes on at the next one, or behind one that has no room for all",
        arguments: [
            ([(9, false), (7, false)], "9 7", nil), ([(9, false), (4, true)], "9", "4"),
            ([(4, true)], "4", "3"),
            ([(9, false), (7, nil)], "9", "7"), ([(7, nil)], "", "7"), ([], "", nil),
        ] as [([(Int64, Bool?)], String, String?)])
    func batches(found: [(Int64, Bool?)], shown: String, next: String?) throws {
        let amount = try Money(minorUnits: 1499, currency: .usd)
        let batches = found.map { number, isCut in
            let entry = SettledBatch.Entry(
                number: TransactionNumber(at: Samples.now, random: 1), kind: .capture,
                orderReference: "1001", amount: amount, authorizationCode: nil, network: nil)
            var batch = SettledBatch(
                number: number, closedAt: Samples.now, entries: isCut == nil ? [] : [entry])
            batch.isCut = isCut ?? true
            return batch
        }
        let reply = Samples.dialect.batchesReply(batches)
        let page = try #require(try JSONValue(reading: reply.body).object)
        let numbers = (page["batches"]?.elements ?? []).compactMap { batch in
            batch.object?["number"].flatMap { if case .number(let text) = $0 { text } else { nil } }
        }
        #expect(numbers.joined(separator: " ") == shown)
        #expect(page["next"]?.text == next)
    }

    @Test(
        "never invites a second charge if the outcome isn't known",
        arguments: NativeOperation.allCases.filter(\.movesMoney))
    func notStored(_ operation: NativeOperation) {
        let exchange = NativeExchange(Samples.head(operation))
        let reply = Samples.dialect.encode(.failure(.outcomeNotStored), for: exchange)
        #expect(reply.status == 202 && reply.text == #"{"state":"outcomeUnknown"}"#)
    }
}
