import AppleSimulator
@_spi(CardData) import PaymentDomain
import PaymentEngine
import Testing

@Suite("Cards that are keyed in, and cards that we keep", .timeLimit(.minutes(5)))
struct KeyedAndStoredTests {
    @Test("a keyed card reaches the acquirer with its code and cryptogram, which are not kept")
    func keyed() async throws {
        try await withEngine { (fixture) async throws in
            let secret = Array("MERCHANTSOWNDECRYPTN".utf8)
            var card = try keyedCard()
            card.securityCode = SecurityCode(digits: "9517")
            card.cryptogram = Cryptogram(secret)
            card.eci = ECI("07")
            _ = try await pay(.keyed(card), in: fixture)
            let asked = try #require(await fixture.acquirer.asked.first)
            #expect(asked.entryMode == .keyed)
            #expect(asked.securityCode?.withDigits { $0 } == "9517")
            #expect(asked.cryptogram?.withBytes { $0 } == secret)
            #expect(asked.eci == ECI("07"))
            #expect(try fixture.number("SELECT count(*) FROM spent_tokens") == 1)
            for file in try fixture.files() { #expect(!file.contains(secret)) }
        }
    }

    @Test(
        "a cryptogram that the merchant decrypted pays once; another one on the same card pays again"
    )
    func keyedCryptogramOnce() async throws {
        try await withEngine { (fixture) async throws in
            var card = try keyedCard()
            card.cryptogram = Cryptogram(Array("MERCHANTSOWNDECRYPTN".utf8))
            _ = try await pay(.keyed(card), in: fixture)
            await #expect {
                try await pay(.keyed(card), in: fixture)
            } throws: { error in
                (error as? PaymentRefusal)?.code == "replayed"
            }
            card.cryptogram = Cryptogram(Array("ANOTHERONEOFTHATCARD".utf8))
            _ = try await pay(.keyed(card), in: fixture)
            #expect(await fixture.acquirer.asked.count == 2)
        }
    }

    @Test("a value of 3-D Secure is sent with every payment that brings it, and is never spent")
    func threeDSecureValue() async throws {
        try await withEngine { (fixture) async throws in
            let value = Cryptogram(Array("AUTHENTICATION VALUE".utf8))
            var card = try keyedCard()
            card.cryptogram = value
            card.isCryptogramForOneUse = false
            await fixture.acquirer.answers { _ in .declined(.insufficientFunds, AcquirerChecks()) }
            _ = try await pay(.keyed(card), in: fixture)
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            for _ in 0..<2 {
                let paid = try await pay(.keyed(card), in: fixture)
                #expect(paid.outcome == .approved)
            }
            let asked = await fixture.acquirer.asked
            #expect(asked.map(\.cryptogram) == [value, value, value])
            #expect(asked.allSatisfy { $0.entryMode == .keyed && $0.eci == nil })
            #expect(try fixture.number("SELECT count(*) FROM spent_tokens") == 0)
        }
    }

    @Test("a device's cryptogram that was spent pays under no other source, and may be checked")
    func spentByADevice() async throws {
        try await withEngine { (fixture) async throws in
            var card = try keyedCard()
            card.cryptogram = Cryptogram(Array("OF A DEVICE'S OWN...".utf8))
            _ = try await pay(.keyed(card), in: fixture)
            card.isCryptogramForOneUse = false
            let again = card
            await expectRefusal("replayed") { try await pay(.keyed(again), in: fixture) }
            let check = AuthorizeCommand(
                source: .keyed(again), orderReference: "order", amount: try usd(0),
                checksCardOnly: true)
            guard case .authorization(let checked) = try await fixture.send(.authorize(check))
            else {
                throw UnexpectedResult()
            }
            #expect(checked.outcome == .approved)
        }
    }

    @Test("a check of the card sends and spends the cryptogram that comes with it")
    func checkedCryptogram() async throws {
        try await withEngine { (fixture) async throws in
            let secret = Array("MERCHANTSOWNDECRYPTN".utf8)
            var card = try keyedCard()
            card.cryptogram = Cryptogram(secret)
            card.eci = ECI("07")
            let check = AuthorizeCommand(
                source: .keyed(card), orderReference: "order", amount: try usd(1000),
                checksCardOnly: true)
            _ = try await fixture.send(.authorize(check))
            let asked = try #require(await fixture.acquirer.asked.last)
            #expect(asked.cryptogram?.withBytes { $0 } == secret)
            #expect(asked.eci == ECI("07"))
            #expect(try fixture.number("SELECT count(*) FROM spent_tokens") == 1)
        }
    }

    @Test("a kept card pays again by its handle, without cryptogram")
    func stored() async throws {
        try await withEngine { (fixture) async throws in
            let first = try await fixture.authorize()
            let second = try await pay(
                .stored(first.handle, expiry: nil, securityCode: nil), in: fixture)
            #expect(second.handle == first.handle)
            #expect(second.lastFour == first.lastFour)
            let asked = try #require(await fixture.acquirer.asked.last)
            #expect(asked.entryMode == .credentialOnFile)
            #expect(asked.pan == (try TestCard.visa.pan()))
            #expect(asked.cryptogram == nil)
            #expect(asked.eci == nil)
            #expect(asked.securityCode == nil)
        }
    }

    @Test(
        "a provisional card is unknown after its time, unless it paid before",
        arguments: [false, true])
    func provisional(_ hasPaid: Bool) async throws {
        try await withEngine { (fixture) async throws in
            var keep = StoreCardCommand(source: .keyed(try keyedCard()))
            keep.provisionalSeconds = 60
            guard case .kept(let kept) = try await fixture.send(.keepCard(keep)) else {
                throw UnexpectedResult()
            }
            let source = PaymentSource.stored(kept.handle, expiry: nil, securityCode: nil)
            if hasPaid { _ = try await pay(source, in: fixture) }
            fixture.clock.advance(seconds: 61)
            #expect(await fixture.worker.eraseExpired(at: fixture.clock.now) == !hasPaid)
            #expect(await !fixture.worker.eraseExpired(at: fixture.clock.now))
            if hasPaid {
                _ = try await pay(source, in: fixture)
            } else {
                await expectRefusal("card-not-found") { try await pay(source, in: fixture) }
            }
        }
    }

    @Test(
        "a card stored without expiry pays without one if it may, and with it once a client sends it"
    )
    func withoutExpiry() async throws {
        try await withEngine { (fixture) async throws in
            let number = KeyedCard(pan: try TestCard.visa.pan(), expiry: nil)
            let keep = StoreCardCommand(source: .keyed(number))
            guard case .kept(let kept) = try await fixture.send(.keepCard(keep)) else {
                throw UnexpectedResult()
            }
            let source = PaymentSource.stored(kept.handle, expiry: nil, securityCode: nil)
            await expectRefusal("expiry-missing") { try await pay(source, in: fixture) }
            await expectRefusal("expiry-missing") {
                try await pay(.keyed(number), in: fixture, mayLackExpiry: true)
            }
            #expect(await fixture.acquirer.asked.isEmpty)
            let first = try await pay(source, in: fixture, mayLackExpiry: true)
            #expect(first.outcome == .approved)
            #expect(first.expiry == nil)
            let end = CardExpiry(year: 2031, month: 2)
            _ = try await pay(.stored(kept.handle, expiry: end, securityCode: nil), in: fixture)
            _ = try await pay(source, in: fixture, mayLackExpiry: true)
            #expect(await fixture.acquirer.asked.map(\.expiry) == [nil, end, end])
        }
    }

    @Test("an expiry that was not approved changes nothing of the stored card")
    func declinedExpiry() async throws {
        try await withEngine { (fixture) async throws in
            let handle = try await pay(.keyed(keyedCard()), in: fixture).handle
            let kept = await fixture.acquirer.asked.last?.expiry
            let wrong = try #require(CardExpiry(year: 2031, month: 2))
            for outcome in [
                AcquirerAnswer.declined(.doNotHonor, AcquirerChecks()), .unknown, .notSent,
            ] {
                await fixture.acquirer.answers { _ in outcome }
                _ = try await pay(.stored(handle, expiry: wrong, securityCode: nil), in: fixture)
                #expect(await fixture.acquirer.asked.last?.expiry == wrong)
            }
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            _ = try await pay(.stored(handle, expiry: nil, securityCode: nil), in: fixture)
            #expect(await fixture.acquirer.asked.last?.expiry == kept)
        }
    }

    @Test("the expiry that the client sends replaces the kept one")
    func newExpiry() async throws {
        try await withEngine { (fixture) async throws in
            let handle = try await fixture.authorize().handle
            let expiry = try #require(CardExpiry(year: 2050, month: 1))
            _ = try await pay(.stored(handle, expiry: expiry, securityCode: nil), in: fixture)
            #expect(await fixture.acquirer.asked.last?.expiry == expiry)
            _ = try await pay(.stored(handle, expiry: nil, securityCode: nil), in: fixture)
            #expect(await fixture.acquirer.asked.last?.expiry == expiry)
        }
    }

    @Test("one card of one merchant has one handle, however it came; another merchant's differs")
    func oneHandle() async throws {
        try await withEngine { (fixture) async throws in
            let wallet = try await fixture.authorize()
            let keyed = try await pay(.keyed(keyedCard()), in: fixture)
            let next = try await fixture.restarted()
            let later = try await pay(.keyed(keyedCard()), in: next)
            #expect([keyed.handle, later.handle] == [wallet.handle, wallet.handle])
            let theirs = try await pay(.keyed(keyedCard()), in: next, as: EngineFixture.otherShop)
            #expect(theirs.handle != wallet.handle)
            #expect(try next.number("SELECT count(*) FROM cards") == 2)
            try next.store.close()
        }
    }

    @Test("an unknown handle is refused, and a keyed or kept card needs an amount")
    func refusals() async throws {
        try await withEngine { (fixture) async throws in
            let handle = try #require(VaultHandle("nosuchhandle"))
            let source = PaymentSource.stored(handle, expiry: nil, securityCode: nil)
            await #expect(throws: PaymentRefusal.cardNotFound) {
                try await pay(source, in: fixture)
            }
            let amountless = [PaymentSource.keyed(try keyedCard()), source]
            for source in amountless {
                let command = AuthorizeCommand(source: source, orderReference: "o", amount: nil)
                await #expect(throws: PaymentRefusal.amountMissing) {
                    try await fixture.send(.authorize(command))
                }
            }
            #expect(await fixture.acquirer.asked.isEmpty)
        }
    }

    @Test("a card check asks for nothing and holds nothing")
    func cardCheck() async throws {
        try await withEngine { (fixture) async throws in
            let command = AuthorizeCommand(
                source: .keyed(try keyedCard()), orderReference: "order", amount: try usd(1000),
                checksCardOnly: true)
            guard case .authorization(let answer) = try await fixture.send(.authorize(command))
            else { throw UnexpectedResult() }
            #expect(answer.outcome == .approved)
            #expect(await fixture.acquirer.asked.map(\.amount) == [.zero(.usd)])
            await #expect(throws: PaymentRefusal.amountExceeded) { try await fixture.capture(1) }
        }
    }

    private func keyedCard() throws -> KeyedCard {
        KeyedCard(
            pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2049, month: 12))
    }

    private func pay(
        _ source: PaymentSource, in fixture: EngineFixture,
        as merchant: MerchantID = EngineFixture.shop,
        mayLackExpiry: Bool = false
    ) async throws -> AuthorizationResult {
        var command = AuthorizeCommand(
            source: source, orderReference: "order", amount: try usd(1000))
        command.mayLackExpiry = mayLackExpiry
        let result = try await fixture.send(.authorize(command), from: merchant)
        guard case .authorization(let answer) = result else { throw UnexpectedResult() }
        return answer
    }
}
