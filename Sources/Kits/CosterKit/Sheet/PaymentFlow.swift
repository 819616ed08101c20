import Foundation

/// One payment: carries out what a ``SheetMachine`` says.
///
///     let flow = PaymentFlow(checkout, steps, on: sheet)
///     switch await flow.run() { … }
///
/// `ApplePaySheet` of CosterKitPassKit makes one for each payment. An app with a sheet of its own calls
/// ``authorized(_:_:)`` and ``finished()`` from its delegate.
@MainActor
public final class PaymentFlow {
    private var machine: SheetMachine
    private var checkout: Checkout
    private let steps: PaymentSteps
    private let port: any PaymentSheetPort
    private let deadline: PaymentDeadline
    private let log: CosterLog
    private var details = SheetDetails()
    private var app: CheckedContinuation<PaymentOutcome, Never>?
    private var timer: Task<Void, Never>?

    /// Makes a payment.
    ///
    /// - Parameters:
    ///   - checkout: What the sheet shows.
    ///   - steps: What happens after the authorization.
    ///   - port: The sheet.
    ///   - deadline: When the sheet is answered at the latest.
    ///   - log: Lines for the developer.
    public init(
        _ checkout: Checkout, _ steps: PaymentSteps, on port: any PaymentSheetPort,
        deadline: PaymentDeadline = .standard, log: CosterLog = .off
    ) {
        machine = SheetMachine(tokenizes: steps.tokenizer != nil)
        self.checkout = checkout
        self.steps = steps
        self.port = port
        self.deadline = deadline
        self.log = log
    }

    /// Shows the sheet, and returns how the payment ended.
    ///
    /// A second call returns ``PaymentFailure/busy`` at once and disturbs nothing: a flow is for one payment.
    public func run() async -> PaymentOutcome {
        guard machine.state == .idle else {
            log.log(.busy)
            return .failed(.busy)
        }
        return await withCheckedContinuation { continuation in
            app = continuation
            handle(.start)
        }
    }

    /// Takes the customer's authorization. The port gets one answer.
    public func authorized(_ paymentData: Data, _ details: SheetDetails = SheetDetails()) {
        switch machine.state {
        case .presenting, .shown: self.details = details
        case .idle, .authorizing, .tokenizing, .authorizingAtServer, .answered, .finished: break
        }
        handle(.authorized(Redacted(paymentData)))
    }

    /// Takes the end of the sheet, whatever its reason.
    public func finished() {
        handle(.finished)
    }

    /// Takes the checkout that the sheet shows after a change by the customer.
    public func show(_ checkout: Checkout) {
        self.checkout = checkout
    }

    private func handle(_ event: SheetEvent) {
        for action in machine.handle(event) { perform(action) }
    }

    private func perform(_ action: SheetAction) {
        switch action {
        case .present:
            let port = port
            work { .presented(await port.present()) }
        case .refuseStart: log.log(.busy)
        case .refuseAuthorization: port.refuseAuthorization()
        case .startDeadline: startDeadline()
        case .readToken(let paymentData): read(paymentData)
        case .tokenize(let token):
            let steps = steps
            work { .tokenized(await steps.tokenized(token)) }
        case .authorize(let credential):
            let payment = AuthorizedPayment(
                orderID: steps.orderID, amount: checkout.total.amount, credential: credential,
                details: details)
            let steps = steps
            work { .serverAnswered(await steps.authorizer.authorize(payment)) }
        case .answer(let answer):
            timer?.cancel()
            port.answer(answer)
        case .dismiss: port.dismiss()
        case .report(let outcome): report(outcome)
        }
    }

    /// Runs a step to its end, even if the sheet closes: a request that was sent isn't taken back.
    private func work(_ step: @escaping @MainActor () async -> SheetEvent) {
        Task { handle(await step()) }
    }

    private func read(_ paymentData: Redacted<Data>) {
        let (steps, checkout, log) = (steps, checkout, log)
        work {
            let read = await steps.token(paymentData.secret, checkout)
            if read.isReplaced { log.log(.simulatorTokenReplaced) }
            return .tokenRead(read.result)
        }
    }

    private func startDeadline() {
        let (deadline, log) = (deadline, log)
        timer = Task { [weak self] in
            guard await deadline.passes() else { return }
            log.log(.deadline)
            self?.handle(.deadline)
        }
    }

    private func report(_ outcome: PaymentOutcome) {
        timer?.cancel()
        app?.resume(returning: outcome)
        app = nil
    }
}
