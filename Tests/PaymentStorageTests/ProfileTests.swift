import StorageFixtures
import StorageKit
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("Profiles", .timeLimit(.minutes(5)), .onBothDatabases)
struct ProfileTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private let merchant = StoreFixture.merchant
    private let profile = ProfileID(random: 7)

    init() async throws {
        fixture = try await StoreFixture()
        _ = try await store.begin(try StoreFixture.intent())
    }

    private func change(
        _ target: SaveAccountCommand.Target, _ match: Int, isDefault: Bool = false
    ) throws -> AccountChange {
        let handle = try #require(VaultHandle("4111110000001111"))
        let bytes = Array("\(match)".utf8)
        return AccountChange(
            merchant: merchant, target: target, isDefault: isDefault, match: bytes,
            record: { _, old in
                // Each update appends to what the one before it wrote.
                AccountRecord(
                    handle: handle, match: bytes,
                    sealedContent: SealedRecord(
                        keyID: "s1", bytes: (old?.sealedContent.bytes ?? []) + [UInt8(match % 256)])
                )
            })
    }

    private func all() async throws -> [StoredAccount] {
        try await store.accounts(AccountReference(profile), of: merchant)
    }

    @Test("64 additions at once add 64 accounts, each with its own number, and one is the default")
    func additionsAtOnce() async throws {
        _ = try await store.save(try change(.newProfile(profile), 0))
        let numbers = try await atOnce(64) { index in
            guard
                case .saved(let account) = try await store.save(
                    try change(.newAccount(profile), index + 1, isDefault: true))
            else { throw StoreError.corrupt }
            return account.number
        }
        #expect(numbers.sorted() == Array(2...65))
        let accounts = try await all()
        #expect(accounts.map(\.number) == Array(1...65))
        #expect(accounts.count { $0.isDefault } == 1)
        #expect(Set(accounts.map(\.record.match)).count == 65)
        #expect(try await store.audit().isClean)
    }

    @Test("64 equal requests at once make one profile and one account")
    func equalAtOnce() async throws {
        let found = try await atOnce(64) { index in
            guard
                case .saved(let account) = try await store.save(
                    try change(.newProfile(ProfileID(random: UInt64(index))), 5))
            else { throw StoreError.corrupt }
            return account.profile
        }
        #expect(Set(found).count == 1)
        #expect(try await store.audit().isClean)
    }

    @Test("64 updates of one account at once lose none")
    func updatesAtOnce() async throws {
        _ = try await store.save(try change(.newProfile(profile), 100))
        _ = try await atOnce(64) { index in
            try await store.save(try change(.existing(AccountReference(profile)), index))
        }
        let content = try #require(try await all().first?.record.sealedContent.bytes)
        #expect(content.dropFirst().sorted() == (0..<64).map { UInt8($0) })
    }

    @Test(
        "64 repetitions of creations, each of which makes its account the default, leave one default"
    )
    func repetitionsAtOnce() async throws {
        _ = try await store.save(try change(.newProfile(profile), 0))
        for index in 1..<4 { _ = try await store.save(try change(.newAccount(profile), index)) }
        let found = try await atOnce(64) { index in
            try await store.save(
                try change(
                    index % 2 == 0 ? .newProfile(ProfileID(random: 8)) : .newAccount(profile),
                    index % 4, isDefault: true))
        }
        for outcome in found {
            guard case .saved(let account) = outcome else { throw StoreError.corrupt }
            #expect(account.profile == profile && account.isDefault)
        }
        #expect(try await all().map(\.number) == [1, 2, 3, 4])
        #expect(try await store.audit().isClean)
    }

    @Test("64 changes of the default and deletions at once leave one default account")
    func mixedAtOnce() async throws {
        _ = try await store.save(try change(.newProfile(profile), 0))
        for index in 1..<8 { _ = try await store.save(try change(.newAccount(profile), index)) }
        _ = try await atOnce(64) { index in
            let reference = AccountReference(profile, number: index % 8 + 1)
            if index % 2 == 0 {
                return try await store.deleteAccount(reference, of: merchant)
            }
            return try await store.save(try change(.existing(reference), index, isDefault: true))
        }
        let accounts = try await all()
        #expect(!accounts.isEmpty && accounts.count { $0.isDefault } == 1)
        #expect(try await store.audit().isClean)
    }

    @Test("account 999 is the last one of a profile, also if others were deleted")
    func limit() async throws {
        _ = try await store.save(try change(.newProfile(profile), 0))
        try await fixture.tamper("UPDATE profiles SET accounts = 998")
        guard case .saved(let last) = try await store.save(try change(.newAccount(profile), 1))
        else { throw StoreError.corrupt }
        #expect(last.number == Limits.accountsPerProfile)
        _ = try await store.deleteAccount(
            AccountReference(profile, number: last.number), of: merchant)
        let outcome = try await store.save(try change(.newAccount(profile), 2))
        #expect(outcome == .refused(.tooMany))
    }

    @Test("10,000 profiles are listed in pages: each one once, none of another merchant")
    func pages() async throws {
        _ = try await store.save(try change(.newProfile(profile), 0))
        _ = try await store.save(try change(.newAccount(profile), 1, isDefault: true))
        for merchant in [merchant.value, "OTHER"] { try await copyProfile(to: merchant) }
        var seen: [ProfileID] = []
        while true {
            let page = try await store.profiles(of: merchant, after: seen.last, limit: 999)
            guard !page.isEmpty else { break }
            #expect(page.count == min(999, 10_001 - seen.count))
            #expect(page.allSatisfy { $0.merchant == merchant })
            seen += page.map(\.id)
        }
        #expect(seen.count == 10_001 && Set(seen).count == 10_001)
        let all = try await store.profiles(of: nil, after: nil, limit: .max)
        #expect(all.count == StorageLimits.recentPayments)
        let own = try await store.profiles(of: merchant, after: nil, limit: 1)
        #expect(own.map(\.id) == [profile] && own.map(\.accounts) == [2])
        #expect(own.map(\.defaultNumber) == [2])
    }

    /// Gives a merchant 10,000 profiles with one account each, the copy of the first account that there is.
    private func copyProfile(to merchant: String) async throws {
        try await fixture.tamper(
            """
            INSERT INTO profiles (merchant, id, accounts)
                WITH RECURSIVE numbers(n) AS (
                    SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
                SELECT '\(merchant)', '11' || CAST(100000000000000000 + n AS TEXT), 1 FROM numbers;
            INSERT INTO profile_accounts (merchant, profile, number, is_default, handle, match_hash,
                    content_key, sealed_content)
                SELECT p.merchant, p.id, 1, 1, a.handle, a.match_hash, a.content_key,
                    a.sealed_content
                FROM profiles p CROSS JOIN profile_accounts a
                WHERE p.merchant = '\(merchant)' AND p.id LIKE '11%' AND a.number = 1
                    AND a.profile NOT LIKE '11%';
            """)
    }

    @Test(
        "the ledger check names a profile or an account that does not fit",
        arguments: [
            ("UPDATE profile_accounts SET is_default = 0", [.profileAstray]),
            ("UPDATE profile_accounts SET number = 2", [.profileAstray]),
            ("DELETE FROM profile_accounts", [.profileAstray]),
            ("DELETE FROM profiles", [.accountAstray]),
            ("UPDATE profile_accounts SET handle = 'none'", [.accountAstray]),
            ("UPDATE profile_accounts SET merchant = 'OTHER'", [.profileAstray, .accountAstray]),
        ] as [(String, [AuditRule])])
    func astray(_ sql: String, _ rules: [AuditRule]) async throws {
        _ = try await store.save(try change(.newProfile(profile), 0))
        #expect(try await store.audit().isClean)
        try await fixture.tamper(sql)
        #expect(Set(try await store.audit().breaches.map(\.rule)) == Set(rules))
    }

    private func atOnce<Value: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for index in 0..<count { group.addTask { try await body(index) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
