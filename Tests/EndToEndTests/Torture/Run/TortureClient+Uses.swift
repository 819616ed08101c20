import PaymentDomain

/// An approved payment, where it was paid, and its number in the ledger.
struct Held: Sendable {
    let paid: Paid
    let shop: any TortureShop
    let number: Int
}

/// A capture, or a sale, as the shop knows it.
struct Captured: Sendable {
    let held: Held
    /// What the reply called it.
    let name: String
    let amount: Int64
}

/// What a shop does with a payment that was approved.
extension TortureClient {
    /// Gives up the hold, or captures it, and then refunds or voids what was captured.
    mutating func use(_ held: Held) async throws {
        let roll = Int.random(in: 0..<100, using: &generator)
        let purchase = held.paid.purchase
        let whole = purchase.amount.minorUnits
        let abilities = held.shop.abilities
        if purchase.isSale {
            try await use(Captured(held: held, name: held.paid.name, amount: whole))
        } else if roll < 8 {
            return
        } else if roll < 22, abilities.contains(.release) {
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                _ = try await operate(.release, part(of: whole), held)
            }
        } else if roll < 34, abilities.contains(.void) {
            _ = try await operate(.void, nil, held)
        } else {
            try await capture(held)
        }
    }

    private mutating func capture(_ held: Held) async throws {
        let isInParts = held.shop.abilities.contains(.captureParts)
        let parts = isInParts ? Int.random(in: 1...3, using: &generator) : 1
        let whole = held.paid.purchase.amount.minorUnits
        var last: Captured?
        for _ in 0..<parts {
            let amount = parts == 1 && generator.happens(50) ? whole : part(of: whole)
            if let reply = try await operate(.capture, amount, held),
                reply.answer == .acknowledged
            {
                last = Captured(held: held, name: reply.name, amount: amount)
            }
        }
        if let last { try await use(last) }
    }

    /// Refunds, voids, or puts on the shelf.
    mutating func use(_ captured: Captured, isShelved: Bool = false) async throws {
        let abilities = captured.held.shop.abilities
        if !isShelved, generator.happens(25) {
            shelf.append(captured)
        } else if abilities.contains(.refund), generator.happens(60) {
            try await refundAtOnce(captured)
        } else if abilities.contains(.void), generator.happens(40) {
            _ = try await operate(.void, captured.amount, captured.held, capture: captured.name)
        }
    }

    /// Some refunds together, which may be more than there is: the shop's mistake is not ours.
    private mutating func refundAtOnce(_ captured: Captured) async throws {
        let count = Int.random(in: 1...5, using: &generator)
        let parts = (0..<count).map { _ in (part(of: captured.amount), generator.name()) }
        let node = Int.random(in: 0..<2, using: &generator)
        let client = self
        _ = try await atOnce(count) { index in
            let (amount, name) = parts[index]
            let request = try captured.held.shop.refund(
                try Money(minorUnits: amount, currency: .usd), of: captured.held.paid,
                capture: captured.name, request: name)
            return try await client.record(
                .refund, amount, request, at: node + index, captured.held)
        }
    }

    /// A part of an amount.
    private mutating func part(of whole: Int64) -> Int64 {
        max(1, whole * Int64.random(in: 15...60, using: &generator) / 100)
    }

    /// One operation; nil where nothing was heard of it.
    private mutating func operate(
        _ kind: ClientPayment.Operation.Kind, _ amount: Int64?, _ held: Held,
        capture: String? = nil
    ) async throws -> ShopReply? {
        let name = generator.name()
        let node = Int.random(in: 0..<2, using: &generator)
        let paid = held.paid
        let money = try amount.map { try Money(minorUnits: $0, currency: .usd) }
        let request: ShopRequest
        var noted = amount
        switch kind {
        case .capture:
            request = try held.shop.capture(
                money ?? paid.purchase.amount, of: paid, request: name)
        case .release:
            request = try held.shop.release(
                money ?? paid.purchase.amount, of: paid, request: name)
        case .refund, .void:
            // Vantiv alone voids one capture; of a sale it takes all back, as the others do of everything.
            let isOne = held.shop.abilities.contains(.captureParts) && !paid.purchase.isSale
            if !isOne || capture == nil { noted = nil }
            request = try held.shop.void(paid, capture: capture, request: name)
        }
        return try await record(kind, noted, request, at: node, held)
    }

    /// Sends an operation's request and notes what became of it.
    private func record(
        _ kind: ClientPayment.Operation.Kind, _ amount: Int64?, _ request: ShopRequest,
        at node: Int, _ held: Held
    ) async throws -> ShopReply? {
        let place = ledger.begin(
            ClientPayment.Operation(kind: kind, amount: amount, answer: .unheard),
            of: held.number)
        let isOnce = kind != .refund || held.shop.abilities.contains(.refundsOnce)
        let reply =
            isOnce
            ? try await ask(kind.rawValue, request, at: node)
            : try await ask(kind.rawValue, request, at: node, tries: 1)
        ledger.note(held.number) { $0.operations[place].answer = reply?.answer ?? .unheard }
        return reply
    }
}
