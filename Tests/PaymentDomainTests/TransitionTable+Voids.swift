import PaymentDomain

/// What becomes of credits, in every state; and nothing becomes of what is one.
let creditTransitions: [TransitionRow] =
    [
        .moves(.authorizing, .creditApproved, to: .credited),
        .wrong(.authorized, .creditApproved),
        .wrong(.declined, .creditApproved),
        .wrong(.notSent, .creditApproved),
        .moves(.outcomeUnknown, .creditApproved, to: .outcomeUnknown, .ignoreLateAnswer),
        .moves(.reversed, .creditApproved, to: .reversed, .ignoreLateAnswer),
        .wrong(.released, .creditApproved),
        .wrong(.credited, .creditApproved),
        .wrong(.credited, .authorizationApproved(1000)),
        .wrong(.credited, .authorizationDeclined),
        .wrong(.credited, .authorizationNotSent),
        .wrong(.credited, .authorizationUnanswered),
        .wrong(.credited, .reversalAcknowledged),
        .wrong(.credited, .captureRequested(50)),
        .wrong(.credited, .captureConfirmed(50)),
        .wrong(.credited, .captureRefused(50)),
        .wrong(.credited, .refundRequested(50)),
        .wrong(.credited, .refundConfirmed(50)),
        .wrong(.credited, .refundRefused(50)),
        .wrong(.credited, .releaseRequested(50)),
        .wrong(.credited, .releaseConfirmed(50)),
        .wrong(.credited, .releaseRefused(50)),
    ]

/// What is being taken back stays captured, or refunded, until the acquirer has agreed.
let voidTransitions: [TransitionRow] =
    [
        .moves(
            .authorized, .captureVoidRequested(50), to: .authorized, .tellAcquirer,
            amounts: busy((\.uncapturing, 100))),
        .moves(
            .authorized, .captureVoidConfirmed(50), to: .authorized,
            amounts: busy((\.uncapturing, 0), (\.captured, 250))),
        .moves(
            .authorized, .captureVoidRefused(50), to: .authorized,
            amounts: busy((\.uncapturing, 0))),
        .moves(
            .authorized, .refundVoidRequested(30), to: .authorized, .tellAcquirer,
            amounts: busy((\.unrefunding, 50))),
        .moves(
            .authorized, .refundVoidConfirmed(20), to: .authorized,
            amounts: busy((\.unrefunding, 0), (\.refunded, 30))),
        .moves(
            .authorized, .refundVoidRefused(20), to: .authorized,
            amounts: busy((\.unrefunding, 0))),
    ]
    + PaymentState.allCases.filter { $0 != .authorized }.flatMap { state in
        [
            TransitionRow.wrong(state, .captureVoidRequested(50)),
            .wrong(state, .captureVoidConfirmed(50)),
            .wrong(state, .captureVoidRefused(50)),
            .wrong(state, .refundVoidRequested(50)),
            .wrong(state, .refundVoidConfirmed(50)),
            .wrong(state, .refundVoidRefused(50)),
        ]
    }
