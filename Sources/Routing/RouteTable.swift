import PaymentDomain

/// One rule of a merchant: the payments that it fits, and the line that they take.
///
/// A condition that is nil fits every payment.
package struct RouteRule: Sendable, Hashable {
    package let network: CardNetwork?
    package let currency: Currency?
    /// In minor units of the currency.
    package let amounts: ClosedRange<Int64>?
    /// The protocol of the request.
    package let dialect: String?
    package let line: LineID
    /// The line that is tried if nothing was sent over the first one.
    package let otherwise: LineID?

    /// A rule; nil if it has amounts and no currency, or the same line twice.
    package init?(
        network: CardNetwork? = nil, currency: Currency? = nil, amounts: ClosedRange<Int64>? = nil,
        dialect: String? = nil, line: LineID, otherwise: LineID? = nil
    ) {
        guard amounts == nil || currency != nil, line != otherwise else { return nil }
        self.network = network
        self.currency = currency
        self.amounts = amounts
        self.dialect = dialect
        self.line = line
        self.otherwise = otherwise
    }

    /// Whether a payment takes this rule's line, if no rule before it fits.
    package func fits(_ question: RouteQuestion) -> Bool {
        (network == nil || network == question.network)
            && (currency == nil || currency == question.amount.currency)
            && (amounts?.contains(question.amount.minorUnits) ?? true)
            && (dialect == nil || dialect == question.dialect)
    }

    /// The rule's lines, in the order in which they are tried.
    package var lines: [LineID] { [line] + [otherwise].compactMap { $0 } }
}

/// The rules of a merchant, in their order.
package struct RouteTable: Sendable, Hashable {
    package let rules: [RouteRule]
    /// How the merchant is known at a line, if another way than elsewhere: an acquirer may give it one number for each
    /// currency.
    package let merchantNumbers: [LineID: String]

    /// No rules: no payment is taken.
    package static let empty = RouteTable()

    private init() {
        rules = []
        merchantNumbers = [:]
    }

    /// Rules in their order; nil for more than ``RoutingLimits/rules``, or for a number at a line that no rule names.
    package init?(_ rules: [RouteRule], merchantNumbers: [LineID: String] = [:]) {
        guard rules.count <= RoutingLimits.rules else { return nil }
        self.rules = rules
        self.merchantNumbers = merchantNumbers
        guard lines.isSuperset(of: merchantNumbers.keys) else { return nil }
    }

    /// The first rule that fits a payment, with its number from 1; nil if none does.
    package func first(fitting question: RouteQuestion) -> (number: Int, rule: RouteRule)? {
        rules.firstIndex { $0.fits(question) }.map { ($0 + 1, rules[$0]) }
    }

    /// All lines that the rules name.
    package var lines: Set<LineID> { Set(rules.flatMap(\.lines)) }
}
