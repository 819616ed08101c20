import StrictCoding
import DialectKit
import PaymentDomain
import SeededRandom
import Testing

@testable import InstaMed

@Suite("A transactionID", .timeLimit(.minutes(5)))
struct TransactionIDTests {
    @Test("is 32 upper-case hexadecimal digits that stand for one number, in either case")
    func roundTrip() throws {
        var generator = SeededGenerator.printed()
        let seed = generator.seed
        var seen: Set<String> = []
        for step in 0..<20_000 {
            let value =
                step < 100 ? Int64(step + 1) : Int64.random(in: 1...Int64.max, using: &generator)
            let number = try #require(TransactionNumber(value))
            let text = InstaMedTransactionID(number).text
            #expect(text.utf8.count == 32 && text == text.uppercased(), "seed \(seed)")
            #expect(InstaMedTransactionID(text)?.number == number, "seed \(seed)")
            #expect(InstaMedTransactionID(text.lowercased())?.number == number, "seed \(seed)")
            #expect(seen.insert(text).inserted || step >= 100, "seed \(seed)")
        }
    }

    @Test("has the time of its request, in every reply; another protocol's has the database's")
    func date() throws {
        let late = Samples.now.adding(seconds: 60)
        for random in [0, 7, 999_999] as [UInt64] {
            let number = TransactionNumber(at: Samples.now, random: random)
            #expect(InstaMedTransactionID(number).date(orElse: late) == Samples.now.instaMedDate)
        }
        let other = TransactionNumber(fourteenDigitsAt: Samples.now, random: 7)
        #expect(InstaMedTransactionID(other).date(orElse: late) == late.instaMedDate)
        for value in [1, Int64.max] {
            let number = try #require(TransactionNumber(value))
            #expect(InstaMedTransactionID(number).date(orElse: late) == late.instaMedDate)
        }
    }

    @Test("of a number is the same for ever: clients keep it")
    func known() {
        #expect(Samples.earlierID == "0469CABC6C11C8F08942FBB88C039C15")
    }

    @Test("of neighbours differs in about half of its bits")
    func mixes() throws {
        let bytes = { (number: TransactionNumber) in Array(InstaMedTransactionID(number).text.utf8)
        }
        var number = Samples.earlier
        for _ in 0..<200 {
            let equal = zip(bytes(number), bytes(number.next)).filter { $0 == $1 }.count
            #expect(equal < 14)
            number = number.next
        }
    }

    @Test("with one digit changed isn't one of ours")
    func garbled() {
        let digits = Array(Samples.earlierID)
        for index in digits.indices {
            for digit in "0123456789ABCDEF" where digit != digits[index] {
                var changed = digits
                changed[index] = digit
                #expect(InstaMedTransactionID(String(changed)) == nil)
            }
        }
    }

    @Test(
        "of another form or from elsewhere isn't one of ours",
        arguments: [
            "", "EEBE93934EBC43F59E8806A161FFCCC6", "D5E2BF08", String(repeating: "0", count: 32),
            Samples.earlierID + "0", String(Samples.earlierID.dropLast()),
            String(Samples.earlierID.dropLast()) + "g", "é" + Samples.earlierID.dropFirst(2),
            " " + Samples.earlierID, "217414620123000001",
        ])
    func foreign(_ text: String) {
        #expect(InstaMedTransactionID(text) == nil)
    }
}

@Suite("An applePayTokenID", .timeLimit(.minutes(5)))
struct TokenIDTests {
    @Test("is 48 characters: base64 of a lower-case GUID of version 4")
    func form() throws {
        let id = InstaMedTokenID(Samples.chance)
        #expect(id.text.utf8.count == 48 && !id.text.contains("="))
        let bytes = try #require(Base64.decode(id.text))
        let pattern = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
        #expect(String(decoding: bytes, as: UTF8.self).wholeMatch(of: pattern) != nil)
        #expect(InstaMedTokenID(id.text) == id)
    }

    @Test(
        "of the source document is read",
        arguments: [
            (
                "NTc0MTY0ZWUtYjExMC00N2I0LWJlMzQtYTNkZTRiZjNhMjM2",
                "574164ee-b110-47b4-be34-a3de4bf3a236"
            ),
            (
                "ZDkzYWYxNTEtMWQ1My00MDUzLWFjY2UtZmVmYjhiYzI3MDUz",
                "d93af151-1d53-4053-acce-fefb8bc27053"
            ),
        ])
    func sample(_ text: String, _ guid: String) {
        #expect(InstaMedTokenID(text)?.guid == guid)
    }

    @Test("has 122 bits of its request's chance, and only those")
    func chance() {
        var ids: Set<String> = []
        for bit in 0..<64 {
            let word: UInt64 = 1 << UInt64(bit)
            ids.insert(InstaMedTokenID(RequestRandomness(open: word, secret: 0)).guid)
            ids.insert(InstaMedTokenID(RequestRandomness(open: 0, secret: word)).guid)
        }
        // 122 bits set one by one; the six of version and variant change nothing.
        #expect(ids.count == 123)
    }

    @Test(
        "of another form is refused",
        arguments: [
            "", "x", Base64.encode(Array("574164EE-B110-47B4-BE34-A3DE4BF3A236".utf8)),
            Base64.encode(Array("574164eeb11047b4be34a3de4bf3a2361234".utf8)),
            Base64.encode(Array("574164ee-b110-47b4-be34-a3de4bf3a23/".utf8)),
            "NTc0MTY0ZWUtYjExMC00N2I0LWJlMzQtYTNkZTRiZjNhMjM=",
        ])
    func refused(_ text: String) {
        #expect(InstaMedTokenID(text) == nil)
    }

    @Test("prints nothing, and is another registration for each outlet and Apple Pay merchant")
    func bound() {
        let id = InstaMedTokenID(Samples.chance)
        #expect("\(id)" == "InstaMedTokenID")
        var names: Set<RegistrationID> = []
        for outlet in Samples.outlets {
            for merchant in ["merchant.coster.sandbox", "merchant.second"] {
                if let name = id.registration(at: outlet, for: merchant) { names.insert(name) }
            }
        }
        #expect(names.count == 6)
    }

    @Test("cannot be moved to an outlet whose names only look the same when joined")
    func joined() throws {
        let one = try #require(Self.outlet("A/B", "C"))
        let two = try #require(Self.outlet("A", "B/C"))
        let id = InstaMedTokenID(Samples.chance)
        #expect(id.registration(at: one, for: "m") != id.registration(at: two, for: "m"))
    }

    private static func outlet(_ merchantID: String, _ storeID: String) -> InstaMedOutlet? {
        InstaMedOutlet(
            user: "u", merchantID: merchantID, storeID: storeID, terminalID: "1",
            applePayMerchantIDs: ["m"])
    }
}
