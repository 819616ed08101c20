import PaymentDomain
import Testing

@testable import CardVault

@Suite("Fingerprints, handles and digests", .timeLimit(.minutes(5)))
struct HashTests {
    private let vault: CardVault
    private let merchant = VaultFixture.merchant

    init() throws {
        vault = try VaultFixture().vault
    }

    @Test("the same card of the same merchant has the same fingerprint, any other has another")
    func fingerprints() throws {
        let first = vault.fingerprint(of: try VaultFixture.pan(), merchant: merchant)
        #expect(first.count == 32)
        #expect(first == vault.fingerprint(of: try VaultFixture.pan(), merchant: merchant))
        let others = [
            vault.fingerprint(of: try VaultFixture.pan("4012888888881881"), merchant: merchant),
            vault.fingerprint(
                of: try VaultFixture.pan(), merchant: VaultFixture.otherMerchant),
            try VaultFixture().vault.fingerprint(of: try VaultFixture.pan(), merchant: merchant),
        ]
        #expect(Set(others + [first]).count == 4)
    }

    @Test(
        "a handle is as long as its number, keeps six and four digits, and is no number itself",
        arguments: [
            "4111111111111111", "378282246310005", "6011111111111117", "3530111333300000",
            "5555555555554444", "6304000000000000", "501800000009", "6304000000000000000",
        ])
    func handleShape(digits: String) throws {
        let pan = try PAN(digits: digits)
        for attempt in 0..<50 {
            let handle = vault.handle(for: pan, merchant: merchant, attempt: attempt).value
            #expect(handle.count == digits.count)
            #expect(handle.hasPrefix(digits.prefix(6)))
            #expect(handle.hasSuffix(digits.suffix(4)))
            #expect(handle.contains { $0.isLetter })
            #expect(handle.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
        }
    }

    @Test(
        "a handle of digits has as many as its number, the last four of it, and fails Luhn by one",
        arguments: [
            "4111111111111111", "378282246310005", "6011111111111117", "3530111333300000",
            "5555555555554444", "6304000000000000", "501800000009", "6304000000000000000",
        ])
    func digitHandles(digits: String) throws {
        let pan = try PAN(digits: digits)
        for attempt in 0..<50 {
            let handle = vault.handle(
                for: pan, merchant: merchant, shape: .digits, attempt: attempt
            ).value
            #expect(handle.count == max(13, digits.count))
            #expect(handle.hasSuffix(digits.suffix(4)))
            #expect(handle.allSatisfy { ("0"..."9").contains($0) })
            #expect(luhnSum(handle) % 10 == 1)
            #expect(throws: PANError.failsLuhn) { try PAN(digits: handle) }
            #expect(handle.hasPrefix("99"))
        }
    }

    @Test(
        "CardSecure's handle is 9, two digits, nine digits and the last four, and no network's",
        arguments: ["4111111111111111", "378282246310005", "6304000000000000000"])
    func cardSecureHandles(digits: String) throws {
        let pan = try PAN(digits: digits)
        var seen: Set<String> = []
        for attempt in 0..<200 {
            let handle = vault.handle(
                for: pan, merchant: merchant, shape: .sixteenDigits, attempt: attempt
            ).value
            #expect(handle.count == 16)
            #expect(handle.hasPrefix("9" + digits.prefix(2)))
            #expect(handle.hasSuffix(digits.suffix(4)))
            #expect(handle.allSatisfy { ("0"..."9").contains($0) })
            // One in ten passes the Luhn check, and is no network's all the same.
            if let number = try? PAN(digits: handle) { #expect(number.network == nil) }
            seen.insert(handle)
        }
        #expect(seen.count == 200)
    }

    /// Written apart from the one in the vault.
    private func luhnSum(_ digits: String) -> Int {
        var sum = 0
        for (index, digit) in digits.compactMap(\.wholeNumberValue).reversed().enumerated() {
            sum += index % 2 == 0 ? digit : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][digit]
        }
        return sum
    }

    @Test(
        "each shape has its own handle, and each merchant's are its own",
        arguments: HandleShape.allCases)
    func shapes(shape: HandleShape) throws {
        let pan = try VaultFixture.pan()
        let handles = (0..<8).map {
            vault.handle(for: pan, merchant: merchant, shape: shape, attempt: $0)
        }
        #expect(Set(handles).count == 8)
        #expect(
            handles
                == (0..<8).map {
                    vault.handle(for: pan, merchant: merchant, shape: shape, attempt: $0)
                })
        let others = HandleShape.allCases.filter { $0 != shape }.map {
            vault.handle(for: pan, merchant: merchant, shape: $0, attempt: 0)
        }
        #expect(!others.contains(handles[0]))
        let elsewhere = vault.handle(
            for: pan, merchant: VaultFixture.otherMerchant, shape: shape, attempt: 0)
        #expect(elsewhere != handles[0])
    }

    @Test("a handle is the same every time; the next attempt gives the next candidate")
    func handleCandidates() throws {
        let pan = try VaultFixture.pan()
        let handles = (0..<8).map { vault.handle(for: pan, merchant: merchant, attempt: $0) }
        #expect(
            handles == (0..<8).map { vault.handle(for: pan, merchant: merchant, attempt: $0) })
        #expect(Set(handles).count == 8)
        let elsewhere = vault.handle(
            for: pan, merchant: VaultFixture.otherMerchant, attempt: 0)
        #expect(elsewhere != handles[0])
    }

    @Test(
        "one device's cryptogram has one name in each length that its network takes",
        arguments: [
            ("5555555555554444", 19, 20, true), ("378282246310005", 20, 40, true),
            ("4111111111111111", 19, 20, false), ("378282246310005", 19, 20, false),
        ])
    func cryptogramNames(digits: String, one: Int, other: Int, isSame: Bool) throws {
        let pan = try PAN(digits: digits)
        let names = try [one, other].map { count in
            vault.spendingName(
                of: try #require(Cryptogram([UInt8](0..<40).prefix(count).map(\.self))), on: pan,
                merchant: merchant)
        }
        #expect((names[0] == names[1]) == isSame)
        let elsewhere = vault.spendingName(
            of: try #require(Cryptogram([UInt8](0..<20))), on: pan,
            merchant: VaultFixture.otherMerchant)
        #expect(!names.contains(elsewhere))
    }

    @Test("a digest separates its parts")
    func digests() {
        let lists: [[[UInt8]]] = [
            [], [[]], [[], []], [[1, 2], [3]], [[1], [2, 3]], [[1, 2, 3]], [[3], [1, 2]],
        ]
        #expect(Set(lists.map { vault.digest(of: $0) }).count == lists.count)
        #expect(vault.digest(of: [[1]]) == vault.digest(of: [[1]]))
    }

    @Test("a secret's code is the same every time, another vault's is another, and it is no digest")
    func secretCodes() throws {
        let secret = Array("a secret".utf8)
        let code = vault.secretCode(of: secret)
        #expect(code.count == 32)
        #expect(code == vault.secretCode(of: secret))
        #expect(code != vault.secretCode(of: Array("a secreT".utf8)))
        #expect(code != vault.digest(of: [secret]))
        #expect(code != (try VaultFixture().vault.secretCode(of: secret)))
    }
}
