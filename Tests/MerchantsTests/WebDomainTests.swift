import Merchants
import PaymentDomain
import Testing

@Suite("The domains and the storefronts of merchants' pages", .timeLimit(.minutes(5)))
struct WebDomainTests {
    @Test(
        "A domain is kept in lower case",
        arguments: [
            ("shop.example", "shop.example"), ("Pay.Shop.Example", "pay.shop.example"),
            ("xn--caf-dma.example", "xn--caf-dma.example"), ("a.b2", "a.b2"),
            ("1-800.example", "1-800.example"),
        ])
    func taken(typed: String, name: String) throws {
        let domain = try WebDomain(typed: typed)
        #expect(domain.name == name)
        #expect(domain.file == nil)
        let identity = try domain.identity(of: MerchantID("shop"))
        #expect(identity.isOpen && WebDomain(identity) == domain)
    }

    @Test(
        "A domain is at least two labels of a DNS name, and no address",
        arguments: [
            "", "localhost", "shop.example.", ".example", "shop..example", "-a.example",
            "a-.example", "caf\u{E9}.example", "\u{FF53}hop.example", "shop.example:443",
            "https://shop.example", "shop.example/x", "user@shop.example", "*.example",
            "127.0.0.1", "1.2", "[::1]", "a b.example", "a_b.example", "shop.example\n",
            String(repeating: "a", count: 64) + ".example",
            String(repeating: "a.", count: 99) + "abc",
        ])
    func refused(typed: String) {
        #expect(throws: MerchantFault.badDomain) { try WebDomain(typed: typed) }
    }

    @Test(
        "An association file is kept byte for byte, up to its limit",
        arguments: [1, 2, 3, 149, 150, 151, 9_098, MerchantLimits.associationFileBytes])
    func file(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let domain = try WebDomain(typed: "shop.example", file: bytes)
        let identity = try domain.identity(of: MerchantID("shop"))
        #expect(WebDomain(identity)?.file == bytes)
    }

    @Test(
        "A file that is empty or over the limit is refused",
        arguments: [0, MerchantLimits.associationFileBytes + 1])
    func badFile(count: Int) {
        #expect(throws: MerchantFault.badAssociationFile) {
            try WebDomain(typed: "shop.example", file: [UInt8](repeating: 0x37, count: count))
        }
    }

    @Test(
        "A storefront is kept as it was typed, its country in upper case",
        arguments: ["Flowers", "Caf\u{E9} \u{1F33B}", String(repeating: "a", count: 64)])
    func storefront(name: String) throws {
        let storefront = try Storefront(
            displayName: name, countryCode: "gb", currency: try #require(Currency(code: "GBP")))
        #expect(storefront.countryCode == "GB")
        let identity = try storefront.identity(of: MerchantID("shop"))
        #expect(identity.isOpen && Storefront(identity) == storefront)
    }

    @Test(
        "A storefront with a name or a country that Apple has no room for is refused",
        arguments: [
            ("", "US"), (String(repeating: "a", count: 65), "US"), ("a\nb", "US"), ("a", ""),
            ("a", "USA"), ("a", "U1"), ("a", "\u{DF}"),
        ])
    func badStorefront(name: String, country: String) {
        #expect(throws: MerchantFault.badStorefront) {
            try Storefront(displayName: name, countryCode: country, currency: .usd)
        }
    }
}
