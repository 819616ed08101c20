import AppleSimulator
import PaymentDomain

/// What a client learned of a request.
enum Answer: String, Sendable, Hashable, CaseIterable {
    /// It stands.
    case acknowledged
    /// It does not stand, and never will.
    case refused
    /// The server itself does not know, and undoes it.
    case undone
    /// Nothing that a client could go by: the connection was cut, the server was in trouble, or is still at it.
    case unheard

    /// What is known after one more answer to the same request.
    func merged(with other: Answer) -> Answer {
        let byWeight: [Answer] = [.acknowledged, .undone, .unheard, .refused]
        return byWeight.first { $0 == self || $0 == other } ?? other
    }

    /// What is known after all answers to the same request; nothing was heard where there is none.
    static func merged(_ answers: [Answer]) -> Answer {
        guard let first = answers.first else { return .unheard }
        return answers.dropFirst().reduce(first) { $0.merged(with: $1) }
    }
}

/// A reply as a client reads it.
struct ShopReply: Sendable {
    var answer: Answer
    /// What the reply calls the payment or the operation.
    var name = ""
    /// Radial's tender.
    var tender = ""
    /// Whether it is the answer to the request in all its copies, whichever came first: where it says no, none of them
    /// stands, or ever will.
    var isFinal = false
    /// Whether it says that the token has paid.
    var saysPaid = false
    let status: Int
    let text: String

    init(_ answer: Answer, _ reply: HTTPReply, name: String? = nil, tender: String? = nil) {
        // Too many requests, and trouble of the server's own, decide nothing.
        self.answer = reply.status >= 500 || reply.status == 429 ? .unheard : answer
        self.name = name ?? ""
        self.tender = tender ?? ""
        status = reply.status
        text = reply.text
    }

    /// The same reply, as the answer to the request in all its copies.
    var forAllCopies: ShopReply {
        var reply = self
        reply.isFinal = true
        return reply
    }

    /// The same reply, as far as it says anything after copies that were not heard of: a refusal of one says nothing of
    /// the others, unless it is final.
    var afterUnheard: ShopReply {
        guard answer == .refused, !isFinal else { return self }
        var reply = self
        reply.answer = .unheard
        return reply
    }
}

/// One request, which can be sent as often as one likes, to any server.
struct ShopRequest: Sendable {
    let send: @Sendable (RunningServer) async throws -> ShopReply
    /// Whether the client goes away when it sends it for the first time.
    var cut: RequestCut?

    init(send: @escaping @Sendable (RunningServer) async throws -> ShopReply) {
        self.send = send
    }

    /// The same request of a client that stays.
    var uncut: ShopRequest {
        var request = self
        request.cut = nil
        return request
    }

    /// The same request, of which an answer to one copy says nothing of the others.
    var byItself: ShopRequest {
        var request = ShopRequest { server in
            var reply = try await send(server)
            reply.isFinal = false
            return reply
        }
        request.cut = cut
        return request
    }

    /// Sends it for the first time.
    func sendFirst(_ server: RunningServer) async throws -> ShopReply {
        try await RequestCut.$current.withValue(cut) { try await send(server) }
    }
}

/// What is to be paid.
struct Purchase: Sendable {
    let token: SimulatedToken
    let amount: Money
    var order: String
    var request: String
    var kind = Kind.authorize

    /// What is asked of the acquirer.
    enum Kind: String, Sendable, Hashable, CaseIterable {
        case authorize, sale
        /// Money for a card, without a payment before it.
        case credit
    }
}

/// What a shop knows of an approved payment.
struct Paid: Sendable {
    let purchase: Purchase
    /// The payment's name in the dialect; empty where the shop names the order alone.
    var name: String
    let tender: String
}

/// What can be done with a payment in a dialect, besides paying.
enum Ability: String, Sendable, Hashable, CaseIterable {
    case sale
    case capture
    /// Captures in several parts.
    case captureParts
    /// Gives up parts of a hold.
    case release
    case refund
    /// Takes a payment back as a whole.
    case void
    /// A refund that is sent again is the same refund, and has the same name.
    case refundsOnce
    /// Gives a card money without a payment.
    case credit
    /// Takes back a refund or a credit.
    case refundVoid
    /// Asks whether an order's money is held, and has it held again where it is not any more.
    case renewal
}

/// A shop that speaks one dialect, as far as the torture needs it.
protocol TortureShop: Sendable {
    var name: String { get }
    var abilities: Set<Ability> { get }
    /// Whether its books know a payment by the shop's own name of the order.
    var namesOrders: Bool { get }
    /// How many requests a payment takes: two where a token is registered first.
    var requestsToPay: Int { get }

    func payment(_ purchase: Purchase) -> ShopRequest
    func capture(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest
    /// - Parameter capture: What the reply to the capture, or the sale, called it.
    func refund(
        _ amount: Money, of paid: Paid, capture: String, request: String
    ) throws -> ShopRequest
    func release(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest
    func void(_ paid: Paid, capture: String?, request: String) throws -> ShopRequest
    /// - Parameter refund: What the reply to the refund, or the credit, called it.
    func voidRefund(_ refund: String, of paid: Paid, request: String) throws -> ShopRequest
    /// Captures, and gives up what is left of the hold.
    func lastCapture(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest
    func confirm(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest
}

extension TortureShop {
    func lastCapture(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        throw NotAble(ability: .renewal)
    }

    func confirm(_ amount: Money, of paid: Paid, request: String) throws -> ShopRequest {
        throw NotAble(ability: .renewal)
    }
}

/// A shop without an ability was asked for it.
struct NotAble: Error {
    let ability: Ability
}

/// Every dialect.
let tortureShops: [any TortureShop] = [
    RadialTortureShop(), VantivTortureShop(usesEProtect: false),
    VantivTortureShop(usesEProtect: true), CardConnectTortureShop(), InstaMedTortureShop(),
    NativeTortureShop(),
]
