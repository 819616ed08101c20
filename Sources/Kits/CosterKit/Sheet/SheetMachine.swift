import Foundation

/// The rules of one payment sheet: an event goes in, actions come out.
///
/// A value without input or output: no clock, no network, no PassKit. So a test can try every sequence of events.
///
///     idle -> presenting -> shown -> authorizing -> tokenizing -> authorizingAtServer -> answered -> finished
///
/// Three rules hold for every sequence, however late, doubled or out of order its events are:
///
/// - The sheet gets at most one answer, and a tick only after the server said "paid".
/// - The app gets one outcome once the sheet is finished or couldn't be shown, and never a second.
/// - The step that moves money begins at most once. An outcome after its beginning is never "cancelled".
public struct SheetMachine: Sendable, Hashable {
    /// The state of a payment.
    public enum State: Sendable, Hashable {
        /// Nothing happened yet.
        case idle
        /// PassKit was asked to show the sheet.
        case presenting
        /// The customer sees the sheet.
        case shown
        /// The customer authorized; the payment data is being read.
        case authorizing
        /// The processor exchanges the token. No money moves.
        case tokenizing
        /// The server moves the money.
        case authorizingAtServer
        /// The sheet has its answer; PassKit hasn't finished.
        case answered(PaymentOutcome)
        /// The app has its outcome.
        case finished
    }

    /// The state of the payment.
    public private(set) var state = State.idle
    /// Whether the token is exchanged for a reference before the server is asked.
    private let tokenizes: Bool

    /// Begins a payment.
    ///
    /// - Parameter tokenizes: False if the token itself goes to the server, as with Radial.
    public init(tokenizes: Bool) {
        self.tokenizes = tokenizes
    }

    /// Takes an event.
    ///
    /// Events that come too late are ignored; only those that somebody waits on are refused.
    ///
    /// - Returns: What to do, in order.
    public mutating func handle(_ event: SheetEvent) -> [SheetAction] {
        switch event {
        case .start: start()
        case .presented(let isShown): presented(isShown)
        case .authorized(let paymentData): authorized(paymentData)
        case .tokenRead(let result): tokenRead(result)
        case .tokenized(let result): tokenized(result)
        case .serverAnswered(let answer): serverAnswered(answer)
        case .deadline: deadline()
        case .finished: sheetFinished()
        }
    }

    private mutating func start() -> [SheetAction] {
        guard state == .idle else { return [.refuseStart] }
        state = .presenting
        return [.present]
    }

    private mutating func presented(_ isShown: Bool) -> [SheetAction] {
        guard state == .presenting else { return [] }
        guard isShown else { return finish(.failed(.notPresented)) }
        state = .shown
        return []
    }

    /// PassKit may call its delegate before it calls the completion of `present`.
    private mutating func authorized(_ paymentData: Redacted<Data>) -> [SheetAction] {
        switch state {
        case .presenting, .shown:
            state = .authorizing
            return [.startDeadline, .readToken(paymentData)]
        case .idle, .authorizing, .tokenizing, .authorizingAtServer, .answered, .finished:
            return [.refuseAuthorization]
        }
    }

    private mutating func tokenRead(_ result: Result<ApplePayToken, TokenError>) -> [SheetAction] {
        guard state == .authorizing else { return [] }
        switch result {
        case .success(let token) where tokenizes:
            state = .tokenizing
            return [.tokenize(token)]
        case .success(let token):
            state = .authorizingAtServer
            return [.authorize(.token(token))]
        case .failure(let error):
            return answer(.failure([]), .failed(.token(error)))
        }
    }

    private mutating func tokenized(
        _ result: Result<TokenReference, ClientError>
    ) -> [SheetAction] {
        guard state == .tokenizing else { return [] }
        switch result {
        case .success(let reference):
            state = .authorizingAtServer
            return [.authorize(.reference(reference))]
        case .failure(let error):
            return answer(.failure([]), .failed(.client(error)))
        }
    }

    private mutating func serverAnswered(_ result: ServerAnswer) -> [SheetAction] {
        guard state == .authorizingAtServer else { return [] }
        switch result {
        case .paid(let reference): return answer(.success, .paid(reference: reference))
        case .declined(let decline):
            return answer(.failure(decline.sheetErrors), .declined(decline))
        case .failed(let error): return answer(.failure([]), .failed(.client(error)))
        case .unknown: return answer(.failure([]), .unknown)
        }
    }

    private mutating func deadline() -> [SheetAction] {
        switch state {
        case .authorizing, .tokenizing: answer(.failure([]), .failed(.timedOut))
        case .authorizingAtServer: answer(.failure([]), .unknown)
        case .idle, .presenting, .shown, .answered, .finished: []
        }
    }

    private mutating func sheetFinished() -> [SheetAction] {
        switch state {
        case .idle, .finished: []
        case .presenting, .shown, .authorizing, .tokenizing: [.dismiss] + finish(.cancelled)
        case .authorizingAtServer: [.dismiss] + finish(.unknown)
        case .answered(let outcome): [.dismiss] + finish(outcome)
        }
    }

    private mutating func answer(
        _ answer: SheetAnswer, _ outcome: PaymentOutcome
    ) -> [SheetAction] {
        state = .answered(outcome)
        return [.answer(answer)]
    }

    private mutating func finish(_ outcome: PaymentOutcome) -> [SheetAction] {
        state = .finished
        return [.report(outcome)]
    }
}
