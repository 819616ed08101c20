import PaymentDomain

/// An authorization whose card is open and whose amount is settled.
struct AuthorizationPlan: Sendable {
    let orderReference: String
    let card: OpenCard
    let amount: Money
    var kind = TransactionKind.authorization
    var purpose = AcquirerAuthorization.Purpose.hold
    var allowsPartialApproval = false
    var capturesAtOnce = false
    var billing = BillingDetails()
    var script: SandboxScript?
    var metadata: String?
    /// The earlier payment that this one renews, if any.
    var renewal: Renewal?

    init(orderReference: String, card: OpenCard, amount: Money) {
        self.orderReference = orderReference
        self.card = card
        self.amount = amount
    }
}

/// An authorization whose intent is durable.
struct BegunAuthorization: Sendable {
    var payment: Payment
    let handle: VaultHandle
    let isNewCard: Bool
    let isExpiryNew: Bool
    let number: TransactionNumber?
    /// How its message is known to the acquirer.
    let identity: MessageIdentity
    /// The trace number of a sale's capture: it is reserved before the acquirer is asked.
    let captureNumber: Int64?
}

/// The names to propose to the database, one after another until one is free.
struct Proposal: Sendable {
    private(set) var number: TransactionNumber?
    private(set) var attempt = 0
    private var numbersTaken = 0

    init(number: TransactionNumber?) {
        self.number = number
    }

    var mayBeMade: Bool {
        attempt < EngineLimits.handleProposals && numbersTaken < EngineLimits.numberProposals
    }

    mutating func nextHandle() {
        attempt += 1
    }

    mutating func nextNumber() {
        number = number?.next
        numbersTaken += 1
    }
}
