import Foundation

/// An event of a sheet, or of the work behind it.
public enum SheetEvent: Sendable, Hashable {
    /// The app starts a payment.
    case start
    /// PassKit showed the sheet, or didn't.
    case presented(Bool)
    /// The customer authorized; PassKit gave payment data and waits for an answer.
    case authorized(Redacted<Data>)
    /// The payment data was read.
    case tokenRead(Result<ApplePayToken, TokenError>)
    /// The processor gave a reference, or didn't.
    case tokenized(Result<TokenReference, ClientError>)
    /// The step that moves money came to an end.
    case serverAnswered(ServerAnswer)
    /// ``Limits/answerSeconds`` passed since the authorization.
    case deadline
    /// PassKit finished: after an answer, after its own 30 seconds, or because the customer closed the sheet.
    case finished
}

/// A task for the driver of a ``SheetMachine``.
public enum SheetAction: Sendable, Hashable {
    /// Show the sheet, and report with ``SheetEvent/presented(_:)``.
    case present
    /// Refuse this start: another payment is running.
    case refuseStart
    /// Answer this authorization with a failure: the payment has one already.
    case refuseAuthorization
    /// Send ``SheetEvent/deadline`` after ``Limits/answerSeconds``.
    case startDeadline
    /// Read the payment data, and report with ``SheetEvent/tokenRead(_:)``.
    case readToken(Redacted<Data>)
    /// Exchange the token, and report with ``SheetEvent/tokenized(_:)``.
    case tokenize(ApplePayToken)
    /// Move the money, and report with ``SheetEvent/serverAnswered(_:)``.
    case authorize(AuthorizedPayment.Credential)
    /// Answer the sheet. Comes at most once.
    case answer(SheetAnswer)
    /// Close the sheet.
    case dismiss
    /// Give the app its outcome. Comes exactly once.
    case report(PaymentOutcome)
}

/// The sheet's final display.
public enum SheetAnswer: Sendable, Hashable {
    /// The tick.
    case success
    /// The cross, and the mistakes to show beside their fields.
    case failure([SheetError])
}
