import PaymentDomain

@testable import CardConnect

/// What an inquiry finds.
enum FoundSamples {
    static func named(_ name: String) -> [FoundTransaction] {
        switch name {
        case "nothing": []
        case "authorized": [transaction { $0.payment?.amounts.captured = 0 }]
        case "queued": [transaction { _ in }]
        case "wallet": [transaction { $0.payment = payment(isWallet: true) }]
        case "accepted": [transaction { settle(&$0) }]
        case "voided":
            [
                transaction {
                    $0.payment?.state = .released
                    $0.payment?.amounts.captured = 0
                    $0.payment?.amounts.released = 1499
                }
            ]
        case "sale-captured-anew": [refusedSale(captured: 1499)]
        case "sale-held": [refusedSale(captured: 0)]
        case "sale-closed": [refusedSale(captured: 0, isClosed: true)]
        case "declined":
            [
                transaction {
                    $0.standing = .refused(.insufficientFunds)
                    $0.payment?.state = .declined
                    $0.payment?.amounts = PaymentAmounts()
                }
            ]
        case "unknown":
            [
                transaction {
                    $0.standing = .unknown
                    $0.payment?.state = .outcomeUnknown
                    $0.payment?.amounts = PaymentAmounts()
                }
            ]
        case "open":
            [
                transaction {
                    $0.standing = .inProgress
                    $0.payment?.state = .authorizing
                    $0.payment?.amounts = PaymentAmounts()
                }
            ]
        case "sale-in-work":
            [
                transaction {
                    $0.standing = .inProgress
                    $0.payment?.amounts.captured = 0
                    $0.payment?.amounts.capturing = 1499
                }
            ]
        case "capture-in-work":
            [
                transaction {
                    $0.kind = .authorization
                    $0.payment?.amounts.captured = 0
                    $0.payment?.amounts.capturing = 1499
                    $0.payment?.isCaptureInWork = true
                }
            ]
        case "void-in-work":
            [
                transaction {
                    $0.payment?.amounts.captured = 0
                    $0.payment?.amounts.releasing = 1499
                }
            ]
        case "sale-void-in-work":
            [
                transaction {
                    $0.kind = .sale
                    $0.isBeingReversed = true
                    $0.payment?.amounts.uncapturing = 1499
                    $0.payment?.isClosed = true
                }
            ]
        case "recapture-in-work":
            [
                transaction {
                    $0.payment?.amounts.captured = 500
                    $0.payment?.amounts.uncapturing = 500
                }
            ]
        case "sale-release-in-work": [refusedSale(captured: 0, releasing: 1499)]
        case "closed":
            [
                transaction {
                    $0.payment?.amounts.captured = 0
                    $0.payment?.isClosed = true
                }
            ]
        case "zero":
            [
                transaction {
                    $0.amount = Samples.dollars(0)
                    $0.payment?.requested = Samples.dollars(0)
                    $0.payment?.amounts = PaymentAmounts()
                }
            ]
        case "refund": [refund]
        case "refund-voided":
            [
                transaction {
                    $0 = refund
                    $0.isReversed = true
                }
            ]
        case "refund-void-in-work":
            [
                transaction {
                    $0 = refund
                    $0.isBeingReversed = true
                }
            ]
        case "not-sent":
            [
                transaction {
                    $0.standing = .refused(.unableToRoute)
                    $0.payment?.state = .notSent
                    $0.payment?.amounts = PaymentAmounts()
                }
            ]
        case "two": [refund, transaction { settle(&$0) }]
        case "most": many(CardConnectLimits.transactionsPerOrder)
        case "too-many": many(CardConnectLimits.transactionsPerOrder + 1)
        default: []
        }
    }

    private static func many(_ count: Int) -> [FoundTransaction] {
        Array(repeating: transaction { _ in }, count: count)
    }

    static let number: TransactionNumber = {
        guard let number = TransactionNumber(21_741_462_054_321) else { preconditionFailure() }
        return number
    }()

    static func payment(isWallet: Bool) -> FoundPayment {
        var amounts = PaymentAmounts()
        amounts.authorized = 1499
        amounts.captured = 1499
        var payment = FoundPayment(
            state: .authorized, amounts: amounts, requested: Samples.dollars(1499),
            handle: ScriptedResults.handle, issuerPrefix: "411111", lastFour: "1111",
            isWallet: isWallet, isSettled: false)
        payment.expiry = CardExpiry(year: 2031, month: 7)
        payment.authorizationCode = "PPS321"
        payment.capturedAt = Samples.now
        return payment
    }

    static func transaction(
        _ change: (inout FoundTransaction) -> Void
    ) -> FoundTransaction {
        var found = FoundTransaction(
            number: number, kind: .authorization, orderReference: "order-1", standing: .done,
            amount: Samples.dollars(1499), at: Samples.now)
        found.authorizationCode = "PPS321"
        found.network = .visa
        found.payment = payment(isWallet: false)
        change(&found)
        return found
    }

    /// A sale whose capture was refused after its reply.
    private static func refusedSale(
        captured: Int64, releasing: Int64 = 0, isClosed: Bool = false
    ) -> FoundTransaction {
        transaction {
            $0.kind = .sale
            $0.standing = .refused(.doNotHonor)
            $0.payment?.amounts.captured = captured
            $0.payment?.amounts.releasing = releasing
            $0.payment?.isClosed = isClosed
        }
    }

    private static func settle(_ found: inout FoundTransaction) {
        found.batch = FoundBatch(number: 7, closedAt: Samples.now.adding(seconds: 3600))
        found.payment?.isSettled = true
    }

    private static var refund: FoundTransaction {
        transaction {
            $0.kind = .refund
            $0.number = $0.number.next
            $0.originalNumber = number
            $0.amount = Samples.dollars(500)
            $0.payment?.amounts.refunding = 500
        }
    }

    static let batch = SettledBatch(
        number: 7, closedAt: Samples.now,
        entries: [
            .init(
                number: number, kind: .capture, orderReference: "order-1",
                amount: Samples.dollars(1499), authorizationCode: "PPS321", network: .visa),
            .init(
                number: number.next, kind: .refund, orderReference: number.next.description,
                amount: Samples.dollars(500), authorizationCode: nil, network: .mastercard),
        ])
}
