import AppleSimulator
@_spi(CardData) import PaymentDomain
import PaymentEngine
import Testing

@Suite("A customer's profile", .timeLimit(.minutes(5)))
struct ProfileTests {
    private static let end = CardExpiry(year: 2049, month: 12)

    private func card(_ card: TestCard = .visa) throws -> PaymentSource {
        .keyed(KeyedCard(pan: try card.pan(), expiry: nil))
    }

    /// Saves an account, and returns it.
    @discardableResult
    private func save(
        _ target: SaveAccountCommand.Target, _ source: PaymentSource?, name: String? = nil,
        in fixture: EngineFixture, from merchant: MerchantID = EngineFixture.shop,
        _ change: (inout SaveAccountCommand) -> Void = { _ in }
    ) async throws -> ProfileAccount {
        var command = SaveAccountCommand(target, source: source)
        command.expiry = source == nil ? nil : Self.end
        command.holder.texts[.name] = name
        change(&command)
        let result = try await fixture.send(.account(.save(command)), from: merchant)
        guard case .accounts(let accounts) = result else { throw UnexpectedResult() }
        return try #require(accounts.first)
    }

    private func read(
        _ reference: AccountReference, in fixture: EngineFixture
    ) async throws -> [ProfileAccount] {
        guard case .accounts(let accounts) = try await fixture.send(.account(.read(reference)))
        else { throw UnexpectedResult() }
        return accounts
    }

    private func pay(
        _ source: PaymentSource, in fixture: EngineFixture, saving: SaveAccountCommand? = nil,
        from merchant: MerchantID = EngineFixture.shop,
        _ change: (inout AuthorizeCommand) throws -> Void = { _ in }
    ) async throws -> AuthorizationResult {
        var command = AuthorizeCommand(
            source: source, orderReference: "order", amount: try usd(1000))
        command.profileUse = saving.map { .saves($0) }
        try change(&command)
        guard
            case .authorization(let answer) = try await fixture.send(
                .authorize(command), from: merchant)
        else { throw UnexpectedResult() }
        return answer
    }

    private let first = ProfileID(random: 1)

    @Test("its first account is the default; a further one is not, unless it says so")
    func defaults() async throws {
        try await withEngine { (fixture) async throws in
            let one = try await save(.newProfile(first), card(), in: fixture)
            #expect(one.reference == AccountReference(first, number: 1) && one.isDefault)
            #expect(one.network == .visa && one.expiry == Self.end)
            let two = try await save(.newAccount(first), card(.mastercard), in: fixture)
            #expect(two.reference.number == 2 && !two.isDefault)
            let three = try await save(.newAccount(first), card(), name: "Third", in: fixture) {
                $0.isDefault = true
            }
            #expect(three.reference.number == 3 && three.isDefault)
            let all = try await read(AccountReference(first), in: fixture)
            #expect(all.map(\.isDefault) == [false, false, true])
            #expect(all[0].handle == all[2].handle && all[0].handle != all[1].handle)
            #expect(try await read(AccountReference(first, number: 2), in: fixture) == [two])
        }
    }

    @Test("an equal account is answered as it is, and becomes the default if it is to be")
    func equal() async throws {
        try await withEngine { (fixture) async throws in
            let one = try await save(.newProfile(first), card(), name: "Jane Doe", in: fixture)
            let other = ProfileID(random: 2)
            #expect(
                try await save(.newProfile(other), card(), name: "Jane Doe", in: fixture) == one)
            let two = try await save(.newAccount(first), card(), name: "John Doe", in: fixture)
            let again = try await save(.newAccount(first), card(), name: "John Doe", in: fixture) {
                $0.isDefault = true
            }
            #expect(again.reference == two.reference && again.isDefault)
            #expect(try await read(AccountReference(first), in: fixture).count == 2)
            await expectRefusal("account-not-found") {
                try await read(AccountReference(other), in: fixture)
            }
        }
    }

    @Test("an update keeps what it does not say; a replacement erases it")
    func update() async throws {
        try await withEngine { (fixture) async throws in
            let one = try await save(.newProfile(first), card(), name: "Jane Doe", in: fixture) {
                $0.holder.texts[.email] = "jane@example.com"
                $0.holder.declinesUpdates = true
            }
            let updated = try await save(
                .existing(AccountReference(first)), nil, name: "Jane Roe", in: fixture
            ) { $0.keepsOthers = true }
            #expect(updated.holder.texts == [.name: "Jane Roe", .email: "jane@example.com"])
            #expect(updated.holder.declinesUpdates == true && updated.handle == one.handle)
            #expect(updated.expiry == Self.end)
            let replaced = try await save(
                .existing(AccountReference(first, number: 1)), card(.mastercard), in: fixture)
            #expect(replaced.holder == AccountHolder() && replaced.handle != one.handle)
            #expect(try await read(AccountReference(first), in: fixture) == [replaced])
        }
    }

    @Test("its default account is deleted with the last one alone, and no number is given twice")
    func deletion() async throws {
        try await withEngine { (fixture) async throws in
            try await save(.newProfile(first), card(), in: fixture)
            try await save(.newAccount(first), card(.mastercard), in: fixture)
            await expectRefusal("account-is-default") {
                try await fixture.send(.account(.delete(AccountReference(first, number: 1))))
            }
            _ = try await fixture.send(.account(.delete(AccountReference(first, number: 2))))
            let three = try await save(.newAccount(first), card(.mastercard), in: fixture)
            #expect(three.reference.number == 3)
            _ = try await fixture.send(.account(.delete(AccountReference(first))))
            for reference in [AccountReference(first), AccountReference(first, number: 3)] {
                await expectRefusal("account-not-found") {
                    try await fixture.send(.account(.delete(reference)))
                }
            }
            await expectRefusal("account-not-found") {
                try await save(.newAccount(first), card(), in: fixture)
            }
            #expect(try fixture.number("SELECT count(*) FROM profile_accounts") == 0)
        }
    }

    @Test("an account pays with its card, expiry and address; the default one if none is named")
    func pays() async throws {
        try await withEngine { (fixture) async throws in
            try await save(.newProfile(first), card(), in: fixture) {
                $0.holder.texts = [.name: "Jane Q Doe", .street: "1 Main St", .country: "CA"]
            }
            try await save(.newAccount(first), card(.mastercard), in: fixture)
            let source = PaymentSource.account(
                AccountReference(first), expiry: nil, securityCode: nil)
            let paid = try await pay(source, in: fixture) {
                $0.billing.phone = "1"
                var others = BillingDetails()
                (others.postalCode, others.country) = ("55555", "US")
                $0.profileUse = .pays(defaultBilling: others)
            }
            #expect(paid.account == AccountReference(first, number: 1))
            let asked = try #require(await fixture.acquirer.asked.last)
            #expect(asked.pan == (try TestCard.visa.pan()) && asked.expiry == Self.end)
            #expect(asked.entryMode == .credentialOnFile)
            #expect(asked.billing.firstName == "Jane Q" && asked.billing.lastName == "Doe")
            #expect(asked.billing.street == "1 Main St" && asked.billing.phone == "1")
            #expect(asked.billing.country == "CA" && asked.billing.postalCode == "55555")
            _ = try await pay(source, in: fixture) { $0.billing.postalCode = "19406" }
            #expect(await fixture.acquirer.asked.last?.billing.street == nil)
        }
    }

    @Test("an approved payment keeps its card in a new profile, a declined one keeps nothing")
    func savedByPayment() async throws {
        try await withEngine { (fixture) async throws in
            var saving = SaveAccountCommand(.newProfile(first))
            saving.holder.texts[.name] = "Jane Doe"
            let source = PaymentSource.keyed(
                KeyedCard(pan: try TestCard.visa.pan(), expiry: Self.end))
            await fixture.acquirer.answers { _ in .declined(.doNotHonor, AcquirerChecks()) }
            #expect(try await pay(source, in: fixture, saving: saving).account == nil)
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            let paid = try await pay(source, in: fixture, saving: saving)
            #expect(paid.account == AccountReference(first, number: 1))
            let kept = try await read(AccountReference(first), in: fixture)
            #expect(kept.map(\.handle) == [paid.handle] && kept.map(\.expiry) == [Self.end])
            #expect(kept.first?.holder.texts == [.name: "Jane Doe"])
        }
    }

    @Test("a wallet's card is kept in no profile, and can still pay")
    func wallet() async throws {
        try await withEngine { (fixture) async throws in
            let payload = PaymentSource.applePay(.fields(try fixture.token().fields))
            await expectRefusal("card-not-found") {
                try await save(.newProfile(first), payload, in: fixture)
            }
            await expectRefusal("card-not-found") {
                try await pay(
                    payload, in: fixture, saving: SaveAccountCommand(.newProfile(first)))
            }
            let id = try #require(RegistrationID("wallet"))
            _ = try await fixture.send(
                .register(RegisterCommand(source: payload, id: id, lifetimeSeconds: 60)))
            let handle = try #require(VaultHandle("9411234567891111"))
            let token = PaymentSource.token(id, handle, expiry: Self.end, securityCode: nil)
            await expectRefusal("card-not-found") {
                try await save(.newProfile(first), token, in: fixture)
            }
            for amount in [0, 1000] as [Int64] {
                await expectRefusal("card-not-found") {
                    try await pay(
                        token, in: fixture, saving: SaveAccountCommand(.newProfile(first))
                    ) {
                        $0.amount = try usd(amount)
                        $0.checksCardOnly = amount == 0
                    }
                }
            }
            #expect(await fixture.acquirer.asked.isEmpty)
            #expect(try await pay(token, in: fixture).outcome == .approved)
        }
    }

    @Test("another protocol's token of a wallet's card is kept in no profile")
    func walletInAnotherProtocol() async throws {
        try await withEngine { (fixture) async throws in
            let paid = try await NumberedClient(fixture: fixture).pay(
                .applePay(.fields(try fixture.token().fields)))
            await expectRefusal("card-not-found") {
                try await save(
                    .newProfile(first),
                    .stored(paid.handle, expiry: Self.end, securityCode: nil), in: fixture)
            }
            await expectRefusal("card-not-found") {
                try await pay(
                    .stored(paid.handle, expiry: Self.end, securityCode: nil), in: fixture,
                    saving: SaveAccountCommand(.newProfile(first)))
            }
            await expectRefusal("account-not-found") {
                try await read(AccountReference(first), in: fixture)
            }
        }
    }

    @Test("another merchant's profile is unknown, whatever is asked of it")
    func otherMerchant() async throws {
        try await withEngine { (fixture) async throws in
            let mine = try await save(.newProfile(first), card(), name: "Jane Doe", in: fixture)
            let other = EngineFixture.otherShop
            for reference in [AccountReference(first), AccountReference(first, number: 1)] {
                for command in [AccountCommand.read(reference), .delete(reference)] {
                    await expectRefusal("account-not-found") {
                        try await fixture.send(.account(command), from: other)
                    }
                }
                for source in [nil, try card()] {
                    await expectRefusal("account-not-found") {
                        try await save(.existing(reference), source, in: fixture, from: other) {
                            $0.keepsOthers = true
                        }
                    }
                }
                await expectRefusal("account-not-found") {
                    try await pay(
                        .account(reference, expiry: Self.end, securityCode: nil), in: fixture,
                        from: other)
                }
            }
            await expectRefusal("account-not-found") {
                try await save(.newAccount(first), card(), in: fixture, from: other)
            }
            // An equal account of another merchant is another one, also under the same name.
            let theirs = try await save(
                .newProfile(first), card(), name: "Jane Doe", in: fixture, from: other)
            #expect(theirs.handle != mine.handle)
            #expect(try await read(AccountReference(first), in: fixture) == [mine])
            // A card token of another merchant can't be saved either.
            await expectRefusal("card-not-found") {
                try await save(
                    .newProfile(ProfileID(random: 3)),
                    .stored(mine.handle, expiry: Self.end, securityCode: nil), in: fixture,
                    from: other)
            }
            #expect(await fixture.acquirer.asked.isEmpty)
        }
    }

    @Test("neither the card's number nor the holder's data is in the database's files")
    func secrets() async throws {
        try await withEngine { (fixture) async throws in
            let texts: [AccountHolder.Field: String] = [
                .name: "Jane Wintergreen", .street: "77 Hollyhock Lane", .city: "Larkspurville",
                .phone: "6105550177", .email: "jane@wintergreen.example", .company: "Foxglove & Co",
                .postalCode: "194067788",
            ]
            try await save(.newProfile(first), card(), in: fixture) { $0.holder.texts = texts }
            try await save(.existing(AccountReference(first)), nil, in: fixture) {
                $0.holder.texts[.name] = "Jane Wintergreen"
                $0.keepsOthers = true
            }
            let pan = try TestCard.visa.pan().withDigits { $0 }
            let files = try fixture.files()
            #expect(!files.isEmpty)
            for secret in texts.values + [pan] {
                for file in files { #expect(!file.contains(Array(secret.utf8)), "\(secret)") }
            }
        }
    }

    @Test("an expiry that nobody sent is missing, unless the card was stored with one")
    func expiry() async throws {
        try await withEngine { (fixture) async throws in
            await expectRefusal("expiry-missing") {
                try await save(.newProfile(first), card(), in: fixture) { $0.expiry = nil }
            }
            let keyed = PaymentSource.keyed(
                KeyedCard(pan: try TestCard.visa.pan(), expiry: Self.end))
            let paid = try await pay(keyed, in: fixture)
            let stored = PaymentSource.stored(paid.handle, expiry: nil, securityCode: nil)
            let kept = try await save(.newProfile(first), stored, in: fixture) { $0.expiry = nil }
            #expect(kept.expiry == Self.end && kept.handle == paid.handle)
        }
    }
}
