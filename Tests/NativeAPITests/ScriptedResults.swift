import DialectKit
import PaymentDomain

@testable import NativeAPI

/// The results that golden exchanges name.
enum ScriptedResults {
    static var names: [String] { successes.keys.sorted() + refusals.keys.sorted() }

    /// The result of a name; nil if there isn't one.
    static func named(_ name: String) -> Result<PaymentResult, PaymentRefusal>? {
        refusals[name].map { .failure($0) } ?? successes[name].map { .success($0) }
    }

    private static let refusals: [String: PaymentRefusal] = [
        "idempotency-conflict": .idempotencyConflict, "in-flight": .inFlight,
        "payment-not-found": .paymentNotFound, "unsupported-card": .unsupportedCard,
        "amount-exceeded": .amountExceeded, "depleted": .depleted, "wrong-state": .wrongState,
        "already-settled": .alreadySettled, "store-unavailable": .storeUnavailable,
        "outcome-not-stored": .outcomeNotStored,
        "token-stale": token(.stale, "stale-signing-time", "Apple signed this token too long ago."),
        "token-replayed": token(.replayed, "replayed", "This token was used before."),
    ]

    private static func token(
        _ kind: TokenRefusal.Kind, _ code: String, _ sentence: String
    ) -> PaymentRefusal {
        .token(TokenRefusal(kind: kind, code: code, sentence: sentence))
    }

    private static let successes: [String: PaymentResult] = {
        guard let amount = try? Money(minorUnits: 1499, currency: .usd),
            let handle = VaultHandle("411111x1111")
        else { return [:] }
        let ways: [(String, AuthorizationResult.Outcome)] = [
            ("approved", .approved), ("declined", .declined(.insufficientFunds)),
            ("not-sent", .notSent), ("unknown", .unknown), ("capture-open", .approved),
        ]
        var named: [String: PaymentResult] = [
            "recorded": recorded(amount, nil), "refused": recorded(amount, .doNotHonor),
            "pending": recorded(amount, nil) { $0.isAnswered = false },
            "recorded-again": recorded(amount, nil) { $0.isRepetition = true },
            "payments": .payments(page(amount, handle)),
            "no-payments": .payments(PaymentPage(payments: [], hasMore: false)),
            "batches": .batches([batch(amount), nextBatch]), "no-batches": .batches([]),
            "checked": .checked(checks),
        ]
        for (name, outcome) in ways {
            var result = AuthorizationResult(
                paymentID: PaymentID(stored: Samples.paymentID), orderReference: "1001",
                outcome: outcome, amountRequested: amount, amountAuthorized: amount,
                handle: handle, issuerPrefix: "411111", lastFour: "1111", at: Samples.now)
            result.network = .visa
            result.authorizationCode = outcome == .approved ? "123456" : nil
            result.isCaptureOpen = name == "capture-open"
            named[name] = .authorization(result)
        }
        named["opened"] = opened(amount).map { .opened($0) }
        return named
    }()

    private static func recorded(
        _ amount: Money, _ refusal: DeclineReason?,
        _ change: (inout RecordedResult) -> Void = { _ in }
    ) -> PaymentResult {
        var result = RecordedResult(
            paymentID: PaymentID(stored: Samples.paymentID),
            operationID: OperationID(stored: Samples.paymentID), orderReference: "1001",
            amount: amount, refusal: refusal, isAnswered: true, at: Samples.now)
        change(&result)
        return .recorded(result)
    }

    private static func page(_ amount: Money, _ handle: VaultHandle) -> PaymentPage {
        let payment = Payment(
            id: PaymentID(stored: Samples.paymentID),
            authorizationID: OperationID(stored: Samples.paymentID), merchant: .sandbox,
            line: .sandbox, orderReference: "1001", handle: handle, requested: amount,
            createdAt: Samples.now)
        let listed = ListedPayment(
            payment: payment, network: .visa, lastFour: "1111", authorizationCode: "123456",
            declineReason: .doNotHonor)
        return PaymentPage(payments: [listed], hasMore: true)
    }

    private static func batch(_ amount: Money) -> SettledBatch {
        let entry = SettledBatch.Entry(
            number: TransactionNumber(at: Samples.now, random: 1), kind: .capture,
            orderReference: "1001", amount: amount, authorizationCode: "123456", network: .visa)
        return SettledBatch(number: 7, closedAt: Samples.now, entries: [entry])
    }

    /// The first of the next page.
    private static let nextBatch = {
        var batch = SettledBatch(number: 4, closedAt: Samples.now, entries: [])
        batch.isCut = true
        return batch
    }()

    private static let checks = [
        TokenCheck(.format, .passed),
        TokenCheck(
            .signature,
            .failed(TokenRefusal(kind: .stale, code: "stale-signing-time", sentence: "Too old."))),
        TokenCheck(.decryption, .notChecked),
    ]

    private static func opened(_ amount: Money) -> OpenedToken? {
        guard let pan = try? PAN(digits: "4111" + "111111111111") else { return nil }
        let card = KeyedCard(
            pan: pan, expiry: CardExpiry(year: 2031, month: 7), cryptogram: Cryptogram([1, 2, 3]),
            eci: ECI("05"))
        return OpenedToken(
            card: card, amount: amount, cardholderName: "A Name",
            deviceManufacturerIdentifier: "040010030273", paymentDataType: "3DSecure",
            transactionID: "cafa")
    }
}
