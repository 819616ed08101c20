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
                let amount = part(of: whole)
                _ = try await operate(.release, amount, held) {
                    try held.shop.release(try usd(amount), of: held.paid, request: $0)
                }
            }
        } else if roll < 34, abilities.contains(.void) {
            _ = try await operate(.void, nil, held) {
                try held.shop.void(held.paid, capture: nil, request: $0)
            }
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
            let reply = try await operate(.capture, amount, held) {
                try held.shop.capture(try usd(amount), of: held.paid, request: $0)
            }
            if let reply, reply.answer == .acknowledged {
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
            try await void(captured)
        }
    }

    private mutating func void(_ captured: Captured) async throws {
        let held = captured.held
        // Vantiv alone voids one capture; of a sale it takes all back, as the others do of everything.
        let isOne =
            held.shop.abilities.contains(.captureParts) && held.paid.purchase.kind != .sale
        _ = try await operate(.void, isOne ? captured.amount : nil, held) {
            try held.shop.void(held.paid, capture: captured.name, request: $0)
        }
    }

    /// Some refunds together, which may be more than there is: the shop's mistake is not ours. Some are taken back.
    private mutating func refundAtOnce(_ captured: Captured) async throws {
        let held = captured.held
        let abilities = held.shop.abilities
        let refunds = try (0..<Int.random(in: 1...5, using: &generator)).map { _ in
            let amount = part(of: captured.amount)
            let request = try held.shop.refund(
                try usd(amount), of: held.paid, capture: captured.name, request: generator.name())
            return Refund(
                amount: amount, request: sometimesCut(request),
                copies: abilities.contains(.refundsOnce) && generator.happens(15) ? 2 : 1,
                isReversed: abilities.contains(.refundVoid) && generator.happens(40))
        }
        let node = Int.random(in: 0..<2, using: &generator)
        let client = self
        let replies = try await atOnce(refunds.count) { index in
            let refund = refunds[index]
            return try await client.record(
                .refund, refund.amount, refund.request, at: node + index, held,
                copies: refund.copies)
        }
        for case (let refund, let reply?) in zip(refunds, replies)
        where refund.isReversed && reply.answer == .acknowledged {
            try await voidRefund(reply.name, refund.amount, held)
        }
    }

    /// Takes back a refund or a credit.
    private mutating func voidRefund(
        _ refund: String, _ amount: Int64, _ held: Held
    ) async throws {
        _ = try await operate(.refundVoid, amount, held) {
            try held.shop.voidRefund(refund, of: held.paid, request: $0)
        }
    }

    /// A part of an amount.
    ///
    /// - Parameter percent: How much of a hundred.
    mutating func part(of whole: Int64, percent: ClosedRange<Int64> = 15...60) -> Int64 {
        max(1, whole * Int64.random(in: percent, using: &generator) / 100)
    }

    /// One operation, sometimes twice at once; nil where nothing was heard of it.
    ///
    /// - Parameter request: The request of a name.
    private mutating func operate(
        _ kind: ClientPayment.Operation.Kind, _ amount: Int64?, _ held: Held,
        _ request: (String) throws -> ShopRequest
    ) async throws -> ShopReply? {
        let node = Int.random(in: 0..<2, using: &generator)
        let request = sometimesCut(try request(generator.name()))
        return try await record(
            kind, amount, request, at: node, held, copies: generator.happens(15) ? 2 : 1)
    }

    /// Sends an operation's request, and notes what became of it.
    ///
    /// - Parameter isLast: Whether it is a capture that gives up the rest.
    func record(
        _ kind: ClientPayment.Operation.Kind, _ amount: Int64?, _ request: ShopRequest,
        at node: Int, _ held: Held, copies: Int = 1, isLast: Bool = false
    ) async throws -> ShopReply? {
        let place = ledger.begin(
            ClientPayment.Operation(kind: kind, amount: amount, answer: .unheard, isLast: isLast),
            of: held.number)
        let isOnce = kind != .refund || held.shop.abilities.contains(.refundsOnce)
        let name = copies > 1 ? "duplicate \(kind.rawValue)" : kind.rawValue
        let replies = try await atOnce(copies) { index in
            let request = index == 0 ? request : request.uncut
            return isOnce
                ? try await ask(name, request, at: node + index)
                : try await ask(name, request, at: node, tries: 1)
        }
        let told = CopiedReplies(replies: replies)
        if isOnce { remember(kind.rawValue, request, told) }
        let contradiction = told.contradiction(held.shop.rule(for: kind))
        ledger.note(held.number) { payment in
            payment.operations[place].answer = told.answer
            if let contradiction {
                payment.contradictions.append("\(kind.rawValue): \(contradiction)")
            }
        }
        return replies.compactMap { $0 }.first { $0.answer == told.answer }
    }
}

extension TortureShop {
    /// What the answers to copies of an operation have in common, besides what is final.
    ///
    /// Captures of a payment come before any void of it, so that room in its hold only shrinks meanwhile: where captures
    /// have names, one copy is not refused while another is taken. A refund may be refused to one copy and taken for the
    /// next, once the acquirer has answered a capture. Nor must voids agree: where nothing is left to give up, each copy
    /// is told so under a number of its own.
    fileprivate func rule(for kind: ClientPayment.Operation.Kind) -> CopiedReplies.Rule {
        switch kind {
        case .capture:
            CopiedReplies.Rule(
                refusalsBind: abilities.contains(.captureParts),
                namesAgree: abilities.contains(.refundsOnce))
        case .refund: CopiedReplies.Rule(namesAgree: abilities.contains(.refundsOnce))
        case .release, .void, .refundVoid, .confirmation: CopiedReplies.Rule()
        }
    }
}

/// One of some refunds.
private struct Refund: Sendable {
    let amount: Int64
    let request: ShopRequest
    let copies: Int
    /// Whether it is voided once it is acknowledged.
    let isReversed: Bool
}

func usd(_ cents: Int64) throws -> Money {
    try Money(minorUnits: cents, currency: .usd)
}
