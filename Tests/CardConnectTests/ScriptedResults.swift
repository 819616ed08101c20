import DialectKit
import PaymentDomain

@testable import CardConnect

/// The results that golden exchanges name.
enum ScriptedResults {
    /// The result with a name; nil for a name that there is not.
    static func named(
        _ name: String, _ command: PaymentCommand, _ requestName: RequestIdentity
    ) -> Result<PaymentResult, PaymentRefusal>? {
        if let refusal = refusals[name] { return .failure(refusal) }
        let words = name.split(separator: "-", maxSplits: 1).map(String.init)
        let detail = words.count > 1 ? words[1] : ""
        switch words[0] {
        case "approved", "declined", "unknown", "sent":
            return .success(
                .authorization(authorization(words[0], detail, requestName.number)))
        case "accounts": return .success(.accounts(accounts(detail, command)))
        case "kept": return .success(.kept(kept))
        case "registered":
            guard case .register(let register) = command else { return nil }
            return .success(.registered(registered(register)))
        case "recorded": return .success(.recorded(recorded(detail, requestName.number)))
        case "found": return .success(.found(FoundSamples.named(detail)))
        case "batches": return .success(.batches(batches(detail)))
        default: return nil
        }
    }

    /// `batches`, `batches-none`, `batches-cut`.
    private static func batches(_ detail: String) -> [SettledBatch] {
        guard detail != "none" else { return [] }
        var batch = FoundSamples.batch
        batch.isCut = detail == "cut"
        return [batch]
    }

    /// `accounts-one`, `accounts-two`; `accounts-none` if they were deleted; `accounts-saved` is what the command says.
    private static func accounts(_ detail: String, _ command: PaymentCommand) -> [ProfileAccount] {
        let profile = ProfileID(random: Samples.chance.open)
        var account = ProfileAccount(
            AccountReference(profile, number: 1), isDefault: true, handle: handle, network: .visa,
            expiry: CardExpiry(year: 2031, month: 7), holder: AccountHolder())
        if case .account(.save(let save)) = command { account.holder = save.holder }
        switch detail {
        case "none": return []
        case "two":
            account.holder.texts = [
                .name: "Jane Doe", .street: "1 Main Street", .postalCode: "19406",
            ]
            let first = account
            account.reference.number = 2
            account.isDefault = false
            account.network = .amex
            account.holder = AccountHolder()
            return [first, account]
        default: return [account]
        }
    }

    static let handle: VaultHandle = {
        guard let handle = VaultHandle(Samples.cardToken) else { preconditionFailure() }
        return handle
    }()

    static let refusals: [String: PaymentRefusal] = {
        var all: [PaymentRefusal] = [
            .idempotencyConflict, .inFlight, .amountMissing, .amountZero, .paymentNotFound,
            .cardNotFound, .unsupportedCard, .currencyMismatch, .amountExceeded, .depleted,
            .partNotAllowed, .alreadySettled, .notSettled, .tooOld, .registrationNotFound,
            .registrationExpired, .registrationSpent(by: nil), .expiryMissing, .wrongState,
            .reversedSince, .storeUnavailable, .outcomeNotStored, .account(.notFound),
            .account(.isDefault), .account(.tooMany),
        ]
        all.append(.token(CodeTableTests.spent(sameOrder: true)))
        all += TokenRefusal.Kind.allCases.map {
            .token(TokenRefusal(kind: $0, code: "token-\($0.rawValue)", sentence: "No."))
        }
        return Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
    }()

    private static let kept = KeptCard(
        handle: handle, isNew: true, issuerPrefix: "411111", lastFour: "1111", network: .visa,
        at: Samples.now)

    private static func registered(_ command: RegisterCommand) -> RegisteredCard {
        // As the engine does it: `9`, the first two digits, the nine that were proposed, the last four.
        RegisteredCard(
            id: RegistrationID("941\(command.id.value)1111") ?? command.id, issuerPrefix: "411111",
            lastFour: "1111", network: .visa,
            expiry: CardExpiry(year: 2031, month: 7), at: Samples.now)
    }

    /// `approved`, `approved-part`, `approved-checks`, `approved-account`; `declined-05`; `sent-not`; `unknown`.
    static func authorization(
        _ word: String, _ detail: String, _ number: TransactionNumber?
    ) -> AuthorizationResult {
        let outcome: AuthorizationResult.Outcome =
            switch word {
            case "approved": .approved
            case "declined": .declined(DeclineReason(networkCode: detail))
            case "sent": .notSent
            default: .unknown
            }
        let held: Int64 = detail == "part" ? 500 : 1499
        var result = AuthorizationResult(
            paymentID: PaymentID(stored: "p1"), orderReference: "order-1", outcome: outcome,
            amountRequested: Samples.dollars(1499),
            amountAuthorized: Samples.dollars(outcome == .approved ? held : 0), handle: handle,
            issuerPrefix: "411111", lastFour: "1111", at: Samples.now)
        result.network = .visa
        result.number = number
        result.expiry = CardExpiry(year: 2031, month: 7)
        if outcome == .approved { result.authorizationCode = "PPS321" }
        if detail == "account" {
            result.account = AccountReference(ProfileID(random: Samples.chance.open), number: 3)
        }
        if detail == "checks" {
            result.addressCheck = .matchWithLongPostalCode
            result.securityCodeCheck = .match
        }
        return result
    }

    /// `recorded`, `recorded-wallet`, `recorded-part`, `recorded-refused`; `recorded-refund` is of a refund, whose
    /// payment stays captured; `recorded-untold` comes without its payment; `recorded-again` is a repetition, which finds
    /// the rest captured.
    private static func recorded(
        _ detail: String, _ number: TransactionNumber?
    ) -> RecordedResult {
        var result = RecordedResult(
            paymentID: PaymentID(stored: "p1"), operationID: OperationID(stored: "o1"),
            orderReference: "order-1", amount: Samples.dollars(1499),
            refusal: detail == "refused" ? .doNotHonor : nil, isAnswered: true, at: Samples.now)
        result.number = number
        if detail == "settled" {
            result.payment = FoundSamples.payment(isWallet: false)
            result.payment?.isSettled = true
            return result
        }
        var payment = FoundSamples.payment(isWallet: detail == "wallet")
        if detail != "refund" { payment.amounts.captured = 0 }
        payment.amounts.released = detail == "part" ? 499 : 0
        if detail == "again" {
            payment.amounts.released = 499
            payment.amounts.captured = 1000
            result.isRepetition = true
        }
        result.payment = detail == "untold" ? nil : payment
        return result
    }
}
