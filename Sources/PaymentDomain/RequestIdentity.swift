/// How a client named its request, and what the same name again means.
package struct RequestIdentity: Sendable, Hashable {
    /// The client's own name, by which it may ask later what became of the request.
    package var clientName: String?
    /// The number that the transaction is to have; nil in dialects that have none.
    package var number: TransactionNumber?
    /// What events in the form of the client's protocol must say of the request, in that protocol's own text. It is kept
    /// with the changes that the request asks for.
    package var askedAs: String?
    /// How a repetition of the request is recognised and answered.
    package var repetition: RepetitionPolicy

    package init(
        clientName: String? = nil, number: TransactionNumber? = nil,
        repetition: RepetitionPolicy = RepetitionPolicy()
    ) {
        self.clientName = clientName
        self.number = number
        self.repetition = repetition
    }
}

/// How the handles of a dialect look.
package enum HandleShape: String, Sendable, Hashable, CaseIterable {
    /// First six digits, a scramble of letters and digits, last four.
    case scramble
    /// Digits only, as many as the card number has, the last four the same; never a valid card number.
    case digits
    /// Sixteen digits: 9, the first two of the card number, nine from a hash, the last four.
    case sixteenDigits = "cardSecure"
}
