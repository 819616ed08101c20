import PaymentDomain
import SeededRandom
import Synchronization

/// One customer after another, through every dialect, whatever becomes of the servers.
struct TortureClient: Sendable {
    let number: Int
    let cluster: Cluster
    let ledger: Ledger
    var generator: SeededGenerator
    /// What was captured, and is refunded or voided later, perhaps after its batch was closed.
    var shelf: [Captured] = []
    /// How much lies on the shelf before anything is taken from it.
    private static let shelfSize = 4
    /// A shop that sends a request again does so at most this often.
    private static let tries = 4
    /// Amounts that the sandbox's table says no to, or nothing.
    private static let neverApproved: [Int64] = [700_005, 700_051, 710_001, 710_002, 710_003]

    init(number: Int, cluster: Cluster, ledger: Ledger, seed: UInt64) {
        self.number = number
        self.cluster = cluster
        self.ledger = ledger
        generator = SeededGenerator(seed: seed, stream: "client \(number)")
    }

    /// Pays until it is told to stop.
    mutating func run(until isOver: @Sendable () -> Bool) async throws {
        while !isOver() {
            if shelf.count > Self.shelfSize {
                try await use(shelf.removeFirst(), isShelved: true)
            }
            try await visit()
            if generator.happens(30) { try await sendLateCopy() }
        }
    }

    /// Sends a request, and sends it again, at another server, while nothing was heard of it.
    func ask(
        _ kind: String, _ request: ShopRequest, at node: Int, tries: Int = tries
    ) async throws -> ShopReply? {
        var node = node
        var isUnheard = false
        var last: ShopReply?
        for round in 0..<tries {
            if round > 0 { await TortureClock.pause(.milliseconds(50 << round)) }
            guard let server = await cluster.server(preferring: node) else { continue }
            do {
                let reply =
                    round == 0
                    ? try await request.sendFirst(server) : try await request.send(server)
                ledger.count(round == 0 ? kind : "\(kind) again", reply.answer)
                last = reply
                if reply.answer != .unheard { return isUnheard ? reply.afterUnheard : reply }
            } catch is WireError {
                let isCut = request.cut?.hasCome == true
                ledger.count(
                    round > 0 ? "\(kind) again" : isCut ? "\(kind) cut" : kind, .unheard)
            }
            isUnheard = true
            node += 1
        }
        return last?.answer == .unheard ? nil : last
    }

    /// One customer, from the token to whatever the shop does with the payment.
    private mutating func visit() async throws {
        let shop = tortureShops[Int.random(in: 0..<tortureShops.count, using: &generator)]
        if shop.abilities.contains(.renewal), generator.happens(40) {
            return try await order(at: shop)
        }
        let isSpecial = shop.namesOrders && generator.happens(8)
        let amount =
            isSpecial
            ? try Money(
                minorUnits: Self.neverApproved.randomElement(using: &generator) ?? 700_005,
                currency: .usd)
            : try ledger.freshAmount()
        var purchase = Purchase(
            token: try cluster.token(amount), amount: amount, order: generator.name(),
            request: generator.name())
        purchase.kind = kind(at: shop)
        var payment = ClientPayment(
            dialect: shop.name,
            mark: isSpecial ? .orders([purchase.order]) : .amount(amount.minorUnits),
            requested: amount.minorUnits)
        payment.kind = purchase.kind
        payment.isNeverApproved = isSpecial
        payment.capturesAreFinal = shop.name == "InstaMed"
        payment.namesOrders = shop.namesOrders
        payment.answers[purchase.order] = .unheard
        let number = ledger.begin(payment)
        let paid = try await pay(purchase, shop, number, mayReplay: !isSpecial)
        guard let paid else { return }
        try await use(Held(paid: paid, shop: shop, number: number))
    }

    private mutating func kind(at shop: any TortureShop) -> Purchase.Kind {
        if shop.abilities.contains(.sale), generator.happens(30) { return .sale }
        if shop.abilities.contains(.credit), generator.happens(20) { return .credit }
        return .authorize
    }

    /// Pays, sometimes twice at once, sometimes once more for another order.
    mutating func pay(
        _ purchase: Purchase, _ shop: any TortureShop, _ number: Int, mayReplay: Bool
    ) async throws -> Paid? {
        let node = Int.random(in: 0..<2, using: &generator)
        let kind = purchase.kind.rawValue
        let isDoubled = generator.happens(12)
        let request = sometimesCut(shop.payment(purchase), requests: shop.requestsToPay)
        let client = self
        let replies = try await atOnce(isDoubled ? 2 : 1) { index in
            try await client.ask(
                isDoubled ? "duplicate \(kind)" : kind, index == 0 ? request : request.uncut,
                at: node + index)
        }
        var paid = note(replies, purchase, shop, number)
        if mayReplay, generator.happens(8) {
            var replay = purchase
            replay.order = generator.name()
            replay.request = generator.name()
            ledger.note(number) { $0.answers[replay.order] = .unheard }
            let reply = try await ask("replay", shop.payment(replay), at: node + 1)
            paid = note([reply], replay, shop, number) ?? paid
        }
        return paid
    }

    /// The same request, of which the client sometimes does not wait for the reply, or not even sends all.
    ///
    /// - Parameter requests: How many requests it is.
    mutating func sometimesCut(_ request: ShopRequest, requests: Int = 1) -> ShopRequest {
        guard generator.happens(8) else { return request }
        var request = request
        request.cut = RequestCut(
            percent: generator.happens(50) ? 100 : Int.random(in: 5...99, using: &generator),
            patience: Int32.random(in: 0...40, using: &generator),
            isReset: generator.happens(50),
            after: Int.random(in: 0..<requests, using: &generator))
        return request
    }

    /// Notes what was answered to the same request, however often it was sent.
    func note(
        _ replies: [ShopReply?], _ purchase: Purchase, _ shop: any TortureShop, _ number: Int
    ) -> Paid? {
        let copies = CopiedReplies(replies: replies)
        remember(purchase.kind.rawValue, shop.payment(purchase), copies)
        let contradiction = copies.contradiction(
            .init(namesAgree: shop.abilities.contains(.refundsOnce)))
        ledger.note(number) { payment in
            payment.answers[purchase.order] = copies.answer
            if let contradiction { payment.contradictions.append(contradiction) }
            if replies.contains(where: { $0?.saysPaid == true }) { payment.isSaidToBePaid = true }
        }
        let approval = replies.compactMap { $0 }.first { $0.answer == .acknowledged }
        return approval.map { Paid(purchase: purchase, name: $0.name, tender: $0.tender) }
    }

    /// Several at once; the values come in the order of their numbers.
    func atOnce<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (index: Int, value: Value).self) { group in
            for index in 0..<count { group.addTask { (index, try await body(index)) } }
            let values = try await group.reduce(into: []) { $0.append($1) }
            return values.sorted { $0.index < $1.index }.map(\.value)
        }
    }
}
