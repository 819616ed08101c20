import PaymentDomain

/// One request of an order, of several that may be sent at once.
private struct Step: Sendable {
    let kind: ClientPayment.Operation.Kind
    /// Nil where all that is left is given up.
    let amount: Int64?
    let request: ShopRequest
    var isLast = false

    /// Whether nothing may be left of the hold after it.
    var endsOrder: Bool { isLast || kind == .void }
}

/// What a shop does with an order that it ships late, and in parts: it asks before each shipment whether the money is held,
/// and has it held again where it is not any more. Meanwhile it ships, cancels, or asks once more.
extension TortureClient {
    /// How many shipments an order has at most.
    private static let shipments = 3

    mutating func order(at shop: any TortureShop) async throws {
        let amount = try ledger.freshAmount()
        let purchase = Purchase(
            token: try cluster.token(amount), amount: amount, order: generator.name(),
            request: generator.name())
        var payment = ClientPayment(
            dialect: shop.name, mark: .orders([purchase.order]), requested: amount.minorUnits)
        payment.isRenewed = true
        payment.namesOrders = shop.namesOrders
        payment.answers[purchase.order] = .unheard
        let number = ledger.begin(payment)
        var paid = try await pay(purchase, shop, number, mayReplay: false)
        if generator.happens(20) { paid = try await payAnew(purchase, shop, number) ?? paid }
        if ledger.payments[number].answer == .refused { return }
        // Who heard of no approval knows the order alone; so may who did.
        if generator.happens(30) { paid?.name = "" }
        try await ship(
            Held(
                paid: paid ?? Paid(purchase: purchase, name: "", tender: "VC"), shop: shop,
                number: number))
    }

    /// Authorizes an order once more, with another token, as who heard of no approval does.
    private mutating func payAnew(
        _ purchase: Purchase, _ shop: any TortureShop, _ number: Int
    ) async throws -> Paid? {
        let anew = Purchase(
            token: try cluster.token(purchase.amount), amount: purchase.amount,
            order: purchase.order, request: generator.name())
        ledger.note(number) { $0.answers["anew"] = .unheard }
        let request = sometimesCut(shop.payment(anew))
        let reply = try await ask(
            "authorize anew", request, at: Int.random(in: 0..<2, using: &generator))
        ledger.note(number) { $0.answers["anew"] = reply?.answer ?? .unheard }
        guard let reply, reply.answer == .acknowledged else { return nil }
        return Paid(purchase: anew, name: reply.name, tender: reply.tender)
    }

    private mutating func ship(_ held: Held) async throws {
        var last: Captured?
        for _ in 0..<Int.random(in: 1...Self.shipments, using: &generator) {
            if generator.happens(60) { await age(held.paid.purchase.order) }
            let groups = try shipment(of: held)
            for steps in groups {
                let replies = try await send(steps, of: held)
                for case (let step, let reply?) in zip(steps, replies)
                where step.kind == .capture && reply.answer == .acknowledged {
                    last = Captured(held: held, name: reply.name, amount: step.amount ?? 0)
                }
            }
            if groups.joined().contains(where: \.endsOrder) { break }
        }
        if let last { try await use(last) }
    }

    /// Lets days pass for an order's holds; not where the books are down.
    private func age(_ order: String) async {
        try? await cluster.database.age(order: order)
    }

    /// What is sent for a shipment: one group after the other, those of a group at once.
    private mutating func shipment(of held: Held) throws -> [[Step]] {
        let confirmation = try step(.confirmation, of: held)
        switch Int.random(in: 0..<100, using: &generator) {
        case ..<25: return [[confirmation], [try step(.capture, of: held)]]
        case ..<40: return [[confirmation, try step(.capture, of: held)]]
        case ..<50:
            return [
                [confirmation, try step(.confirmation, of: held)], [try step(.capture, of: held)],
            ]
        case ..<58: return [[confirmation, try step(.release, of: held)]]
        case ..<66: return [[confirmation], [try step(.capture, isLast: true, of: held)]]
        case ..<74: return [[confirmation, try step(.capture, isLast: true, of: held)]]
        case ..<82: return [[confirmation, try step(.void, of: held)]]
        case ..<88: return [[confirmation], [try step(.void, of: held)]]
        case ..<94:
            return [[try step(.capture, of: held), try step(.capture, isLast: true, of: held)]]
        default: return [[try step(.capture, of: held)], [confirmation]]
        }
    }

    private mutating func step(
        _ kind: ClientPayment.Operation.Kind, isLast: Bool = false, of held: Held
    ) throws -> Step {
        let whole = held.paid.purchase.amount
        let part = part(of: whole.minorUnits, percent: 5...20)
        let (shop, paid, name) = (held.shop, held.paid, generator.name())
        let (amount, request): (Int64?, ShopRequest) =
            switch kind {
            case .confirmation:
                (whole.minorUnits, try shop.confirm(whole, of: paid, request: name))
            case .void: (nil, try shop.release(whole, of: paid, request: name))
            case .release: (part, try shop.release(try usd(part), of: paid, request: name))
            case .capture where isLast:
                (part, try shop.lastCapture(try usd(part), of: paid, request: name))
            default: (part, try shop.capture(try usd(part), of: paid, request: name))
            }
        // Where no approval was heard of, a renewal may make room that there was none before.
        let isApproved = ledger.payments[held.number].answer == .acknowledged
        return Step(
            kind: kind, amount: amount,
            request: sometimesCut(isApproved ? request : request.byItself), isLast: isLast)
    }

    private mutating func send(_ steps: [Step], of held: Held) async throws -> [ShopReply?] {
        let node = Int.random(in: 0..<2, using: &generator)
        let copies = steps.map { _ in generator.happens(15) ? 2 : 1 }
        let client = self
        return try await atOnce(steps.count) { index in
            let step = steps[index]
            return try await client.record(
                step.kind, step.amount, step.request, at: node + index, held,
                copies: copies[index], isLast: step.isLast)
        }
    }
}
