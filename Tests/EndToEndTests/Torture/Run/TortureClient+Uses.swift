import PaymentDomain

/// What a shop does with a payment that was approved.
extension TortureClient {
    /// Gives up the hold, or captures it, and then refunds or voids what was captured.
    mutating func use(_ paid: Paid, _ shop: any TortureShop, _ number: Int) async throws {
        let roll = Int.random(in: 0..<100, using: &generator)
        let whole = paid.purchase.amount.minorUnits
        if paid.purchase.isSale {
            try await useCaptured(paid, paid.name, whole, shop, number)
        } else if roll < 8 {
            return
        } else if roll < 22, shop.abilities.contains(.release) {
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                _ = try await operate(.release, part(of: whole), paid, shop, number)
            }
        } else if roll < 34, shop.abilities.contains(.void) {
            _ = try await operate(.void, nil, paid, shop, number)
        } else {
            try await capture(paid, shop, number)
        }
    }

    private mutating func capture(
        _ paid: Paid, _ shop: any TortureShop, _ number: Int
    ) async throws {
        let parts =
            shop.abilities.contains(.captureParts) ? Int.random(in: 1...3, using: &generator) : 1
        let whole = paid.purchase.amount.minorUnits
        var last: (name: String, amount: Int64)?
        for _ in 0..<parts {
            let amount = parts == 1 && generator.happens(50) ? whole : part(of: whole)
            if let reply = try await operate(.capture, amount, paid, shop, number),
                reply.answer == .acknowledged
            {
                last = (reply.name, amount)
            }
        }
        guard let last else { return }
        try await useCaptured(paid, last.name, last.amount, shop, number)
    }

    private mutating func useCaptured(
        _ paid: Paid, _ capture: String, _ amount: Int64, _ shop: any TortureShop, _ number: Int
    ) async throws {
        if shop.abilities.contains(.refund), generator.happens(60) {
            let count = Int.random(in: 1...5, using: &generator)
            // Together they may be more than there is: the shop's mistake is not ours.
            let parts = (0..<count).map { _ in (part(of: amount), generator.name()) }
            let node = Int.random(in: 0..<2, using: &generator)
            let client = self
            _ = try await atOnce(count) { index in
                let (amount, name) = parts[index]
                let money = try Money(minorUnits: amount, currency: .usd)
                let request = try shop.refund(
                    money, of: paid, capture: capture, request: name)
                return try await client.record(
                    .refund, amount, request, at: node + index, shop, number)
            }
        } else if shop.abilities.contains(.void), generator.happens(40) {
            _ = try await operate(.void, amount, paid, shop, number, capture: capture)
        }
    }

    /// A part of an amount, which no dialect takes for a test value.
    private mutating func part(of whole: Int64) -> Int64 {
        max(1, whole * Int64.random(in: 15...60, using: &generator) / 100)
    }

    /// One operation, and sometimes the same once more.
    private mutating func operate(
        _ kind: ClientPayment.Operation.Kind, _ amount: Int64?, _ paid: Paid,
        _ shop: any TortureShop, _ number: Int, capture: String? = nil
    ) async throws -> ShopReply? {
        let name = generator.name()
        let node = Int.random(in: 0..<2, using: &generator)
        let money = try amount.map { try Money(minorUnits: $0, currency: .usd) }
        let request: ShopRequest
        var noted = amount
        switch kind {
        case .capture:
            request = try shop.capture(
                money ?? paid.purchase.amount, of: paid, request: name)
        case .release:
            request = try shop.release(
                money ?? paid.purchase.amount, of: paid, request: name)
        case .refund, .void:
            // Vantiv alone voids one capture; of a sale it takes all back, as the others do of everything.
            let isOne = shop.abilities.contains(.captureParts) && !paid.purchase.isSale
            if !isOne || capture == nil { noted = nil }
            request = try shop.void(paid, capture: capture, request: name)
        }
        return try await record(kind, noted, request, at: node, shop, number)
    }

    /// Sends an operation's request and notes what became of it.
    private func record(
        _ kind: ClientPayment.Operation.Kind, _ amount: Int64?, _ request: ShopRequest,
        at node: Int, _ shop: any TortureShop, _ number: Int
    ) async throws -> ShopReply? {
        let place = ledger.begin(
            ClientPayment.Operation(kind: kind, amount: amount, answer: .unheard), of: number)
        let isOnce = kind != .refund || shop.abilities.contains(.refundsOnce)
        let reply =
            isOnce
            ? try await ask(kind.rawValue, request, at: node)
            : try await ask(kind.rawValue, request, at: node, tries: 1)
        ledger.note(number) { $0.operations[place].answer = reply?.answer ?? .unheard }
        return reply
    }
}
