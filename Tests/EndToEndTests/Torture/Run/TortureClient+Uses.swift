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
        if purchase.kind == .sale {
            try await use(Captured(held: held, name: held.paid.name, amount: whole))
        } else if purchase.kind == .credit {
            if generator.happens(50) { try await voidRefund(held.paid.name, whole, held) }
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
        let held = captured.held
        let parts = try (0..<count).map { _ in
            let amount = part(of: captured.amount)
            let request = try held.shop.refund(
                try Money(minorUnits: amount, currency: .usd), of: held.paid,
                capture: captured.name, request: generator.name())
            return (amount, sometimesCut(request))
        }
        let node = Int.random(in: 0..<2, using: &generator)
        let client = self
        let refunded = try await atOnce(count) { index in
            let (amount, request) = parts[index]
            return (
                amount, try await client.record(.refund, amount, request, at: node + index, held)
            )
        }
        for case (let amount, let reply?) in refunded where reply.answer == .acknowledged {
            guard held.shop.abilities.contains(.refundVoid), generator.happens(40) else { continue }
            try await voidRefund(reply.name, amount, held)
        }
    }

    /// Takes back a refund or a credit.
    private mutating func voidRefund(
        _ refund: String, _ amount: Int64, _ held: Held
    ) async throws {
        let node = Int.random(in: 0..<2, using: &generator)
        let request = sometimesCut(
            try held.shop.voidRefund(refund, of: held.paid, request: generator.name()))
        _ = try await record(
            .refundVoid, amount, request, at: node, held, copies: generator.happens(25) ? 2 : 1)
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
        case .refund, .refundVoid, .void:
            // Vantiv alone voids one capture; of a sale it takes all back, as the others do of everything.
            let isOne =
                held.shop.abilities.contains(.captureParts) && paid.purchase.kind != .sale
            if !isOne || capture == nil { noted = nil }
            request = try held.shop.void(paid, capture: capture, request: name)
        }
        return try await record(
            kind, noted, sometimesCut(request), at: node, held,
            copies: generator.happens(10) ? 2 : 1)
    }

    /// Sends an operation's request, sometimes twice at once, and notes what became of it.
    private func record(
        _ kind: ClientPayment.Operation.Kind, _ amount: Int64?, _ request: ShopRequest,
        at node: Int, _ held: Held, copies: Int = 1
    ) async throws -> ShopReply? {
        let place = ledger.begin(
            ClientPayment.Operation(kind: kind, amount: amount, answer: .unheard),
            of: held.number)
        let isOnce = kind != .refund || held.shop.abilities.contains(.refundsOnce)
        let name = copies > 1 ? "duplicate \(kind.rawValue)" : kind.rawValue
        let replies = try await atOnce(copies) { index in
            isOnce
                ? try await ask(name, request, at: node + index)
                : try await ask(name, request, at: node, tries: 1)
        }
        let answer = Answer.merged(replies.map { $0?.answer ?? .unheard })
        ledger.note(held.number) { $0.operations[place].answer = answer }
        return replies.compactMap { $0 }.first { $0.answer == answer }
    }
}
