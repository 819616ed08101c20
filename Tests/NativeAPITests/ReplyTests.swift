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
            .reversedSince, .storeUnavailable, .outcomeNotStored,
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
            + ["json", "query"]
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
        "never invites a second charge if the outcome isn't known",
        arguments: NativeOperation.allCases.filter(\.movesMoney))
    func notStored(_ operation: NativeOperation) {
        let exchange = NativeExchange(Samples.head(operation))
        let reply = Samples.dialect.encode(.failure(.outcomeNotStored), for: exchange)
        #expect(reply.status == 202 && reply.text == #"{"state":"outcomeUnknown"}"#)
    }

    @Test("to a list names the cursor if it isn't the merchant's")
    func cursor() {
        let exchange = NativeExchange(Samples.head(.listPayments))
        let reply = Samples.dialect.encode(.failure(.paymentNotFound), for: exchange)
        #expect(reply.status == 400 && reply.outcomeCode == "cursor-invalid")
    }

    private static func authorized(
        _ outcome: AuthorizationResult.Outcome
    ) throws -> AuthorizationResult {
        let amount = try Money(minorUnits: 1499, currency: .usd)
        return AuthorizationResult(
            paymentID: PaymentID(stored: Samples.paymentID), orderReference: "1001",
            outcome: outcome, amountRequested: amount, amountAuthorized: amount,
            handle: try #require(VaultHandle("411111x1111")), issuerPrefix: "411111",
            lastFour: "1111", at: Samples.now)
    }

    private static func operation(
        refusal: DeclineReason?, isAnswered: Bool
    ) throws -> RecordedResult {
        RecordedResult(
            paymentID: PaymentID(stored: Samples.paymentID),
            operationID: OperationID(stored: Samples.paymentID), orderReference: "1001",
            amount: try Money(minorUnits: 500, currency: .usd), refusal: refusal,
            isAnswered: isAnswered, at: Samples.now)
    }

    private static let outcomes: [(AuthorizationResult.Outcome, Bool, Int, String)] = [
        (.approved, false, 201, "authorized"), (.approved, true, 201, "captured"),
        (.declined(.insufficientFunds), true, 201, "declined"), (.notSent, true, 201, "notSent"),
        (.unknown, true, 202, "outcomeUnknown"),
    ]

    @Test("to a payment has its state", arguments: outcomes)
    func authorization(
        _ outcome: AuthorizationResult.Outcome, _ isSale: Bool, _ status: Int, _ state: String
    ) throws {
        var exchange = NativeExchange(Samples.head(.createPayment))
        exchange.capturesAtOnce = isSale
        var result = try Self.authorized(outcome)
        result.network = .visa
        let reply = Samples.dialect.encode(.success(.authorization(result)), for: exchange)
        #expect(reply.status == status && reply.text.contains(#""state":"\#(state)""#))
        #expect(reply.headers["Location"] == "/v1/payments/\(Samples.paymentID)")
        let isDeclined = reply.text.contains(
            #""decline":{"code":"51","reason":"insufficientFunds","advice":"retryLater"}"#)
        #expect(isDeclined == (state == "declined"))
        #expect(!reply.text.contains("411111"))
    }

    @Test("to a sale whose capture has no answer yet doesn't call it captured")
    func openCapture() throws {
        var exchange = NativeExchange(Samples.head(.createPayment))
        exchange.capturesAtOnce = true
        var result = try Self.authorized(.approved)
        result.isCaptureOpen = true
        let reply = Samples.dialect.encode(.success(.authorization(result)), for: exchange)
        #expect(reply.status == 202 && reply.text.contains(#""state":"capturing""#))
    }

    @Test("to the repeated void of captures is pending: it has several operations")
    func repeatedVoid() throws {
        let exchange = NativeExchange(Samples.head(.void))
        var result = try Self.operation(refusal: nil, isAnswered: true)
        result.isRepetition = true
        let reply = Samples.dialect.encode(.success(.recorded(result)), for: exchange)
        #expect(reply.status == 202 && reply.text.contains(#""state":"pending""#))
    }

    private static let recorded: [(DeclineReason?, Bool, Int, String)] = [
        (nil, true, 201, "done"), (.doNotHonor, true, 201, "refused"), (nil, false, 202, "pending"),
    ]

    @Test("to a capture, void or refund has its state", arguments: recorded)
    func operation(
        _ refusal: DeclineReason?, _ isAnswered: Bool, _ status: Int, _ state: String
    ) throws {
        for operation in [NativeOperation.capture, .void, .refund] {
            let exchange = NativeExchange(Samples.head(operation))
            let result = try Self.operation(refusal: refusal, isAnswered: isAnswered)
            let reply = Samples.dialect.encode(.success(.recorded(result)), for: exchange)
            #expect(reply.status == status && reply.text.contains(#""state":"\#(state)""#))
            #expect(reply.text.contains(#""type":"\#(operation.rawValue)""#))
        }
    }

    @Test("with events has each as its webhook has it")
    func events() async throws {
        let event = try #require(Samples.event)
        let written = String(decoding: event.body, as: UTF8.self)
        let one = Samples.dialect.decode(Samples.request(.findEvent))
        #expect(await one.answered()?.text == written)
        let head = Samples.head(.listEvents, query: "limit=1")
        let page = Samples.dialect.decode(DialectRequest(head: head, body: []))
        #expect(
            await page.answered()?.text == """
                {"events":[\(written)],"next":"\(Samples.bookmark(7))","hasMore":true}
                """)
    }

    @Test("with a token's contents is for who asked to open it, and is stored nowhere on its way")
    func opened() throws {
        let digits = "4111" + "111111111111"
        let card = KeyedCard(
            pan: try PAN(digits: digits), expiry: CardExpiry(year: 2031, month: 7),
            cryptogram: Cryptogram([1, 2, 3]), eci: ECI("05"))
        let token = OpenedToken(
            card: card, amount: try Money(minorUnits: 1499, currency: .usd),
            cardholderName: "A Name", deviceManufacturerIdentifier: "040010030273",
            paymentDataType: "3DSecure", transactionID: "cafa")
        for operation in NativeOperation.allCases {
            let exchange = NativeExchange(Samples.head(operation))
            let reply = Samples.dialect.encode(.success(.opened(token)), for: exchange)
            #expect((reply.status == 200) == (operation == .decryptToken))
            #expect(reply.text.contains(digits) == (operation == .decryptToken))
            #expect(!reply.text.contains("A Name"))
            guard operation == .decryptToken else { continue }
            #expect(reply.headers["Cache-Control"] == "no-store")
            #expect(
                reply.text == """
                    {"dpan":"\(digits)","network":"visa","expiry":"2031-07","cryptogram":"AQID",\
                    "eci":"05","amount":{"value":1499,"currency":"USD"},"transactionId":"cafa"}
                    """)
        }
    }

    @Test("to a check of a token has each verdict, and the reason of the failure")
    func checks() {
        let refusal = TokenRefusal(kind: .stale, code: "stale", sentence: "Too old.")
        let checks = [
            TokenCheck(.format, .passed), TokenCheck(.signature, .failed(refusal)),
            TokenCheck(.decryption, .notChecked),
        ]
        let exchange = NativeExchange(Samples.head(.checkToken))
        let reply = Samples.dialect.encode(.success(.checked(checks)), for: exchange)
        #expect(
            reply.text == """
                {"valid":false,"checks":[{"name":"format","verdict":"passed"},\
                {"name":"signature","verdict":"failed","code":"stale","detail":"Too old."},\
                {"name":"decryption","verdict":"notChecked"}]}
                """)
        let passed = Samples.dialect.encode(.success(.checked([checks[0]])), for: exchange)
        #expect(passed.text.hasPrefix(#"{"valid":true"#))
    }
}
