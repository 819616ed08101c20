import PaymentDomain

@testable import InstaMed

/// What the engine is said to give, by the names that exchange files use.
enum ScriptedResults {
    static func named(
        _ name: String, _ command: PaymentCommand
    ) -> Result<PaymentResult, PaymentRefusal>? {
        switch name {
        case "done": done(command)
        case "declined": declined(command)
        case "partial": .success(.authorization(partial(command)))
        case "not-sent": .success(.authorization(authorization(command, .notSent)))
        case "unknown": .success(.authorization(authorization(command, .unknown)))
        case "checked": .success(.authorization(checked(command)))
        case "part-given-up": .success(.recorded(partGivenUp))
        case "settled": .success(.found([found { $0.isSettled = true }]))
        case "authorized-only": .success(.found([found { $0.amounts.captured = 0 }]))
        case "voided": .success(.found([found { $0.state = .released }]))
        case "reversed": .success(.found([found { $0.state = .reversed }]))
        case "capture-refused": .success(.found([saleRefused]))
        case "release-refused": .success(.found([saleRefusedWithItsHold]))
        case "being-voided": .success(.found([found { $0.amounts.uncapturing = 10_000 }]))
        case "was-declined": .success(.found([found { $0.state = .declined }]))
        case "still-unknown": .success(.found([found { $0.state = .outcomeUnknown }]))
        case "refund-found": .success(.found([refund]))
        case "refund-voided": .success(.found([refundTakenBack]))
        case "refund-being-voided": .success(.found([refundBeingTakenBack]))
        case "nothing-found": .success(.found([]))
        default: refusals.first { $0.code == name }.map { .failure($0) }
        }
    }

    static let refusals: [PaymentRefusal] = [
        .idempotencyConflict, .inFlight, .amountMissing, .amountZero, .paymentNotFound,
        .cardNotFound, .unsupportedCard, .notSupported, .currencyMismatch, .amountExceeded,
        .depleted, .partNotAllowed, .alreadySettled, .notSettled, .tooOld, .registrationNotFound,
        .registrationExpired, .registrationSpent(by: Samples.earlier), .expiryMissing, .wrongState,
        .reversedSince,
        .storeUnavailable, .outcomeNotStored,
        .account(.notFound), .account(.isDefault), .account(.tooMany),
        .token(
            TokenRefusal(
                kind: .stale, code: "stale-signing-time", sentence: "Apple signed it too long ago.")
        ),
        .token(replayed),
    ]

    private static var replayed: TokenRefusal {
        var refusal = TokenRefusal(
            kind: .replayed, code: "replayed", sentence: "This token was used before.")
        refusal.spentOn = Samples.earlier
        return refusal
    }

    static let handle: VaultHandle = {
        guard let handle = VaultHandle("411111aB3dE5fG1111") else { preconditionFailure() }
        return handle
    }()
    static let expiry = CardExpiry(year: 2031, month: 1)

    private static func done(_ command: PaymentCommand) -> Result<PaymentResult, PaymentRefusal>? {
        switch command {
        case .register(let register):
            .success(
                .registered(
                    RegisteredCard(
                        id: register.id, issuerPrefix: "400278", lastFour: "8667", network: .visa,
                        expiry: expiry, at: Samples.now)))
        case .authorize: .success(.authorization(authorization(command, .approved)))
        case .keepCard:
            .success(
                .kept(
                    KeptCard(
                        handle: handle, isNew: true, issuerPrefix: "411111", lastFour: "1111",
                        network: .visa, at: Samples.now)))
        case .capture, .cancel, .refund: .success(.recorded(recorded(nil)))
        case .inquire: .success(.found([found { _ in }]))
        case .openToken, .account, .credit, .void, .release, .confirmFunds, .listBatches,
            .findPayments, .checkToken:
            nil
        }
    }

    private static func declined(
        _ command: PaymentCommand
    ) -> Result<PaymentResult, PaymentRefusal> {
        guard case .authorize = command else {
            return .success(.recorded(recorded(.invalidTransaction)))
        }
        return .success(.authorization(authorization(command, .declined(.doNotHonor))))
    }

    static func authorization(
        _ command: PaymentCommand, _ outcome: AuthorizationResult.Outcome
    ) -> AuthorizationResult {
        var isWallet = false
        var amount = Samples.dollars(10_000)
        if case .authorize(let authorize) = command {
            if case .registered = authorize.source { isWallet = true }
            amount = authorize.amount ?? amount
        }
        var result = AuthorizationResult(
            paymentID: PaymentID(stored: "p1"), orderReference: "", outcome: outcome,
            amountRequested: amount,
            amountAuthorized: outcome == .approved ? amount : .zero(.usd), handle: handle,
            issuerPrefix: isWallet ? "400278" : "411111", lastFour: isWallet ? "8667" : "1111",
            at: Samples.now)
        result.network = .visa
        result.expiry = expiry
        result.authorizationCode = outcome == .approved ? "CVI142" : nil
        return result
    }

    private static func partial(_ command: PaymentCommand) -> AuthorizationResult {
        var result = authorization(command, .approved)
        result.amountAuthorized = Samples.dollars(9900)
        return result
    }

    private static func checked(_ command: PaymentCommand) -> AuthorizationResult {
        var result = authorization(command, .approved)
        result.addressCheck = .noMatch
        result.securityCodeCheck = .match
        return result
    }

    static func recorded(_ refusal: DeclineReason?) -> RecordedResult {
        var result = RecordedResult(
            paymentID: PaymentID(stored: "p1"), operationID: OperationID(stored: "o1"),
            orderReference: "", amount: Samples.dollars(1000), refusal: refusal, isAnswered: true,
            at: Samples.now)
        result.payment = payment { _ in }
        return result
    }

    private static var partGivenUp: RecordedResult {
        var result = recorded(nil)
        result.payment = payment {
            $0.amounts.captured = 0
            $0.amounts.released = 1000
        }
        return result
    }

    static func payment(_ change: (inout FoundPayment) -> Void) -> FoundPayment {
        var amounts = PaymentAmounts()
        amounts.authorized = 10_000
        amounts.captured = 10_000
        var payment = FoundPayment(
            state: .authorized, amounts: amounts, requested: Samples.dollars(10_000),
            handle: handle, issuerPrefix: "601100", lastFour: "9424", isWallet: false,
            isSettled: false)
        payment.expiry = expiry
        change(&payment)
        return payment
    }

    static func found(_ change: (inout FoundPayment) -> Void) -> FoundTransaction {
        var found = FoundTransaction(
            number: Samples.earlier, kind: .sale, orderReference: "", standing: .done,
            amount: Samples.dollars(10_000), at: Samples.now)
        found.payment = payment(change)
        found.payment?.isWallet = true
        found.authorizationCode = "CVI142"
        found.network = .discover
        return found
    }

    /// A sale whose capture the acquirer refused, so that its hold was given up.
    private static var saleRefused: FoundTransaction {
        var sale = found {
            $0.state = .released
            $0.amounts.captured = 0
            $0.amounts.released = 10_000
        }
        sale.standing = .refused(.doNotHonor)
        return sale
    }

    /// The same of a part that was approved, where the acquirer has refused to release the hold, too.
    private static var saleRefusedWithItsHold: FoundTransaction {
        var sale = found {
            $0.amounts.authorized = 9900
            $0.amounts.captured = 0
            $0.isClosed = true
        }
        sale.standing = .refused(.doNotHonor)
        return sale
    }

    private static var refund: FoundTransaction {
        var refund = found { $0.amounts.refunded = 1000 }
        refund.kind = .refund
        refund.payment?.isWallet = false
        refund.originalNumber = Samples.earlier.next
        return refund
    }

    private static var refundTakenBack: FoundTransaction {
        var refund = refund
        refund.isReversed = true
        return refund
    }

    private static var refundBeingTakenBack: FoundTransaction {
        var refund = refund
        refund.isBeingReversed = true
        return refund
    }
}

extension PaymentRefusal {
    /// Whether an Apple Pay token was refused. A new case needs a place here, and one in ``ScriptedResults/refusals``.
    var isOfToken: Bool {
        switch self {
        case .token: true
        case .idempotencyConflict, .inFlight, .amountMissing, .amountZero, .paymentNotFound,
            .cardNotFound, .unsupportedCard, .notSupported, .currencyMismatch, .amountExceeded,
            .depleted, .partNotAllowed, .alreadySettled, .notSettled, .tooOld,
            .registrationNotFound, .registrationExpired, .registrationSpent, .expiryMissing,
            .wrongState, .reversedSince, .storeUnavailable, .outcomeNotStored, .account:
            false
        }
    }
}
