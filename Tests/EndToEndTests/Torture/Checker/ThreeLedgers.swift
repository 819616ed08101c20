import PaymentDomain

/// What the clients know of one token's payment.
struct ClientPayment: Sendable, Hashable {
    /// How it is found in our books.
    enum Mark: Sendable, Hashable {
        /// No other token of the run is for this amount.
        case amount(Int64)
        /// The orders under which it was tried.
        case orders(Set<String>)

        var orders: Set<String> {
            switch self {
            case .amount: []
            case .orders(let orders): orders
            }
        }
    }

    /// One operation, however often it was asked for.
    struct Operation: Sendable, Hashable {
        enum Kind: String, Sendable, Hashable, CaseIterable {
            case capture, refund, release, void
            /// Of a refund, or of a credit.
            case refundVoid
            /// The question whether the money is held, and the wish to have it held again.
            case confirmation
        }

        let kind: Kind
        /// For a void what it takes back of captures; nil for all of them.
        let amount: Int64?
        var answer: Answer
        /// Whether it is a capture that gives up the rest of the hold.
        var isLast = false
    }

    let dialect: String
    var mark: Mark
    let requested: Int64
    var kind = Purchase.Kind.authorize
    /// Whether the acquirer never says yes to this amount.
    var isNeverApproved = false
    /// Whether a capture gives up the rest of the hold.
    var capturesAreFinal = false
    /// Whether the shop has the order's money held again, or authorizes it twice: our books then have several payments of it.
    var isRenewed = false
    /// Whether our books have the shop's own names of orders.
    var namesOrders = false
    /// What was answered to each of the orders under which the token was used.
    var answers: [String: Answer] = [:]
    var operations: [Operation] = []
    /// What copies of one request were told that cannot all be so.
    var contradictions: [String] = []
    /// Whether a shop was told that the token has paid.
    var isSaidToBePaid = false

    /// What is known of the token as a whole.
    var answer: Answer {
        Answer.merged(Array(answers.values))
    }

    /// The order under which it was approved, where our books have that name; nil where there is none, or more than one.
    ///
    /// What has digits only may have passed for a card number, which is not kept.
    /// Source: docs/protocols/cardconnect.md, orderid.
    var approvedOrder: String? {
        let approved = answers.filter { $0.value == .acknowledged }.keys
        guard namesOrders, approved.count == 1, let order = approved.first,
            order.contains(where: \.isLetter)
        else { return nil }
        return order
    }
}

/// A payment in our books, with its operations.
struct OurPayment: Sendable, Hashable {
    struct Operation: Sendable, Hashable {
        let id: String
        let kind: String
        let amount: Int64
        let state: String

        /// Whether it counts: it was taken, or taken and then taken back.
        var counts: Bool { state != "refused" && state != "pending" }
    }

    let id: String
    let authorizationID: String
    let order: String
    let requested: Int64
    let state: PaymentState
    let amounts: PaymentAmounts
    var operations: [Operation] = []

    /// The amounts of what counts of a kind.
    func amounts(of kind: String) -> [Int64] {
        operations.filter { $0.kind == kind && $0.counts }.map(\.amount)
    }

    /// Their sum.
    func sum(_ kind: String) -> Int64 { amounts(of: kind).reduce(0, +) }

    /// Whether anything is held, or was.
    var isHeld: Bool { state == .authorized || state == .released }

    /// Whether anything is held, was taken, or was given.
    var stands: Bool { isHeld || state == .credited }

    /// What was approved: held, or given by a credit.
    var approved: Int64 { state == .credited ? sum("credit") : amounts.authorized }

    /// What a credit gave and was not taken back; nothing for a payment.
    var credited: Int64 { state == .credited ? sum("credit") - sum("refundVoid") : 0 }
}

/// The three books of a run, at its end.
struct ThreeLedgers: Sendable {
    var clients: [ClientPayment] = []
    var ours: [OurPayment] = []
    var theirs: [String: HostLedger.Account] = [:]

    /// Our payments by the marks that clients know them by.
    struct Index {
        private var byAmount: [Int64: [OurPayment]]
        private var byOrder: [String: [OurPayment]]

        init(_ database: ThreeLedgers) {
            byOrder = Dictionary(grouping: database.ours, by: \.order)
            // A renewal is for what was left, which may be another token's amount.
            let renewed = Set(database.clients.filter(\.isRenewed).flatMap(\.mark.orders))
            byAmount = Dictionary(
                grouping: database.ours.filter { !renewed.contains($0.order) }, by: \.requested)
        }

        func found(_ mark: ClientPayment.Mark) -> [OurPayment] {
            switch mark {
            case .amount(let amount): byAmount[amount] ?? []
            case .orders(let orders): orders.flatMap { byOrder[$0] ?? [] }
            }
        }
    }

    /// How many holds stand beside an older one of their order.
    var renewals: Int {
        let orders = Dictionary(grouping: ours.filter(\.isHeld), by: \.order)
        return clients.filter(\.isRenewed).flatMap(\.mark.orders).reduce(0) {
            $0 + max(0, (orders[$1]?.count ?? 0) - 1)
        }
    }

    /// A payment as the three books have it, in words.
    static func views(
        _ client: ClientPayment?, _ our: OurPayment?, _ their: HostLedger.Account?
    ) -> String {
        let clients =
            client.map { client in
                let operations = client.operations.map {
                    "\($0.kind.rawValue) \($0.amount.map(String.init) ?? "all") \($0.answer.rawValue)"
                }
                return "\(client.dialect) \(client.kind.rawValue) of \(client.requested)"
                    + " \(client.answers.values.map(\.rawValue).sorted()) \(operations)"
            } ?? "nothing"
        let ours =
            our.map { our in
                let operations = our.operations.map { "\($0.kind) \($0.amount) \($0.state)" }
                let amounts = our.amounts
                return "\(our.state.rawValue) authorized \(amounts.authorized) captured"
                    + " \(amounts.captured) refunded \(amounts.refunded) released"
                    + " \(amounts.released) \(operations)"
            } ?? "nothing"
        let theirs =
            their.map { their in
                "held \(their.held) credited \(their.credited)\(their.isReversed ? " reversed" : "") "
                    + "\(their.advices.map { "\($0.kind.rawValue) \($0.amount)" })"
            } ?? "nothing"
        return "clients: \(clients); ours: \(ours); the acquirer: \(theirs)"
    }
}
