import Merchants
import PaymentDomain
import Testing

@Suite("The input of operators", .timeLimit(.minutes(5)))
struct MerchantRecordTests {
    @Test("names that can be typed", arguments: ["a", "shop", "Shop-1", "my.shop_2", "9"])
    func goodNames(_ name: String) throws {
        #expect(try MerchantID(typed: name).value == name)
    }

    @Test(
        "names that cannot",
        arguments: [
            "", "-shop", ".shop", "two words", "shöp", "a/b", String(repeating: "x", count: 65),
        ])
    func badNames(_ name: String) {
        #expect(throws: MerchantFault.badName) { _ = try MerchantID(typed: name) }
    }

    @Test(
        "Apple's identifiers begin with merchant.",
        arguments: [
            ("merchant.com.example", true), ("merchant.a-b.c", true), ("merchant.", false),
            ("com.example", false), ("merchant.com/example", false), ("", false),
            ("Merchant.com.example", false),
            ("merchant.\(String(repeating: "i", count: 200))", true),
            ("merchant.\(String(repeating: "i", count: 201))", false),
        ])
    func identifiers(_ text: String, _ isGood: Bool) {
        if isGood {
            #expect((try? AppleMerchantIdentifier.typed(text)) == text)
        } else {
            #expect(throws: MerchantFault.badAppleMerchantIdentifier) {
                _ = try AppleMerchantIdentifier.typed(text)
            }
        }
    }

    @Test(
        "the acquirer's numbers fit its message",
        arguments: [
            ("496160873888", "00000001", "5999", true), ("", "00000001", "5999", false),
            ("1234567890123456", "00000001", "5999", false), ("1", "0000001", "5999", false),
            ("1", "00000001", "599", false), ("1", "00000001", "59X9", false),
            ("1 2", "00000001", "5999", false),
        ])
    func numbers(_ merchant: String, _ terminal: String, _ category: String, _ isGood: Bool) {
        let made = try? AcquirerNumbers(
            merchantNumber: merchant, terminalNumber: terminal, categoryCode: category)
        #expect((made != nil) == isGood)
    }

    @Test(
        "an act's link depends on everything that it says",
        arguments: [
            AuditEntry(
                at: Timestamp(seconds: 2), actor: "a", kind: .merchantCreated, subject: "s"),
            AuditEntry(
                at: Timestamp(seconds: 1), actor: "b", kind: .merchantCreated, subject: "s"),
            AuditEntry(
                at: Timestamp(seconds: 1), actor: "a", kind: .credentialCreated, subject: "s"),
            AuditEntry(
                at: Timestamp(seconds: 1), actor: "a", kind: .merchantCreated, subject: "t"),
            AuditEntry(
                at: Timestamp(seconds: 1), actor: "a", kind: .merchantCreated, subject: "s",
                result: "refused"),
            // The same characters, cut elsewhere.
            AuditEntry(
                at: Timestamp(seconds: 1), actor: "amerchant-created", kind: .merchantCreated,
                subject: ""),
        ])
    func links(_ other: AuditEntry) {
        let act = AuditEntry(
            at: Timestamp(seconds: 1), actor: "a", kind: .merchantCreated, subject: "s")
        let link = act.link(number: 1, after: AuditEntry.chainStart)
        #expect(link.count == 32)
        #expect(other.link(number: 1, after: AuditEntry.chainStart) != link)
        #expect(act.link(number: 2, after: AuditEntry.chainStart) != link)
        #expect(act.link(number: 1, after: link) != link)
    }
}
