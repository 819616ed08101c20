/// The result of the step that moves money.
public enum ServerAnswer: Sendable, Hashable {
    /// The payment is authorized.
    ///
    /// The reference is the server's name for it: a transaction ID, a retref, a bank's authorization code.
    case paid(reference: String)
    /// The payment was declined. No money moved.
    case declined(Decline)
    /// The request wasn't carried out. No money moved.
    case failed(ClientError)
    /// The payment may have happened. Ask the server for the order.
    case unknown

    /// The answer that an error of the way to the server means.
    ///
    /// Silence is never a decline: only an error from before the first byte is a failure.
    public init(_ error: ClientError) {
        switch error {
        case .insecureURL, .unsupportedVersion, .notSent, .refused: self = .failed(error)
        case .noAnswer, .unreadableReply: self = .unknown
        }
    }
}

/// A declined payment.
public struct Decline: Error, Sendable, Hashable {
    /// The processor's or the server's code.
    public let code: ReplyCode
    /// The errors beside the sheet's fields. Empty for a plain failure.
    public let sheetErrors: [SheetError]

    /// Makes a decline.
    public init(_ code: ReplyCode, sheetErrors: [SheetError] = []) {
        self.code = code
        self.sheetErrors = sheetErrors
    }

    /// Makes a decline; an address mismatch (AVS) points to the postal code of the billing address.
    public init(_ code: ReplyCode, isAddressMismatch: Bool) {
        self.init(
            code,
            sheetErrors: isAddressMismatch
                ? [.billingAddress(.postalCode, message: "The card's postal code is another.")]
                : [])
    }
}
