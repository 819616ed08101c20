import MerchantStorage
import Merchants
import PaymentDomain
import Testing

@testable import CosterServer

@Suite("Whose a page and a domain are", .timeLimit(.minutes(20)))
struct WebDirectoryTests {
    private static let flowers = MerchantID("flowers")
    private static let tulips = MerchantID("tulips")

    /// `flowers` has two domains, an origin with a port on one, and an origin on neither; `tulips` has none.
    private static func directory(isSandbox: Bool = false) throws -> WebDirectory {
        let origins = ["https://shop.example:8443", "https://blog.example"]
        let domains = [
            try WebDomain(typed: "shop.example", file: [0x37, 0x42]),
            try WebDomain(typed: "pay.example"),
        ]
        let storefront = try Storefront(
            displayName: "Flowers & Co", countryCode: "GB",
            currency: try #require(Currency(code: "GBP")))
        var records = MerchantRecords()
        records.merchants = try [flowers, tulips].map {
            MerchantRecord(
                id: $0, appleMerchantIdentifier: "merchant.\($0)",
                numbers: try AcquirerNumbers(
                    merchantNumber: "1", terminalNumber: "00000001", categoryCode: "5999"),
                createdAt: Timestamp(seconds: 0))
        }
        records.clients =
            try origins.map { try WebOrigin(typed: $0).identity(of: flowers) }
            + domains.map { try $0.identity(of: flowers) } + [try storefront.identity(of: flowers)]
        var directory = WebDirectory(records)
        if isSandbox { directory.addSandbox() }
        return directory
    }

    @Test(
        "a page may pay if its host is a domain of the merchant's, at the port of HTTPS or at a registered origin",
        arguments: [
            ("https://shop.example", true), ("https://pay.example", true),
            ("https://shop.example:8443", true), ("https://pay.example:8443", false),
            ("http://shop.example", false), ("https://blog.example", false),
            ("https://www.shop.example", false), ("https://shop.example.evil.example", false),
            ("https://evilshop.example", false), ("https://SHOP.example", false),
            ("https://shop.example:443", false), ("https://shop.example/", false),
            ("https://user@shop.example", false), ("https://shop.example.", false),
            ("null", false), ("", false),
        ])
    func pages(origin: String, isAllowed: Bool) throws {
        for isSandbox in [false, true] {
            let directory = try Self.directory(isSandbox: isSandbox)
            #expect(directory.allowsPage(origin, of: Self.flowers) == isAllowed)
            #expect(!directory.allowsPage(origin, of: Self.tulips))
        }
    }

    @Test("a page that may pay, and a registered origin, may read replies for that merchant")
    func replies() throws {
        let directory = try Self.directory()
        for origin in ["https://shop.example", "https://shop.example:8443", "https://blog.example"]
        {
            #expect(directory.allows(origin: origin, Self.flowers))
            #expect(directory.allows(origin: origin, nil))
            #expect(!directory.allows(origin: origin, Self.tulips))
        }
        #expect(!directory.allows(origin: "https://evil.example", nil))
    }

    @Test(
        "a sandbox takes pages of this machine for every merchant, on any port; no other server does",
        arguments: [
            ("http://localhost", true), ("http://localhost:3000", true),
            ("http://127.0.0.1:8080", true), ("https://localhost:8443", true),
            ("http://localhost.evil.example", false), ("http://127.0.0.2", false),
            ("http://[::1]:8080", false), ("http://shop.example", false),
        ])
    func sandbox(origin: String, isAllowed: Bool) throws {
        let directory = try Self.directory(isSandbox: true)
        let production = try Self.directory()
        for merchant in [SandboxMerchant.id, Self.flowers, Self.tulips] {
            #expect(directory.allowsPage(origin, of: merchant) == isAllowed)
            #expect(directory.allows(origin: origin, merchant) == isAllowed)
            #expect(!production.allowsPage(origin, of: merchant))
        }
        #expect(directory.allows(origin: origin, nil) == isAllowed)
        #expect(!production.allows(origin: origin, nil))
        #expect(
            directory.domains(ofApple: "merchant.flowers")
                == ["shop.example", "pay.example", "localhost", "127.0.0.1"])
        #expect(directory.domains(ofApple: "merchant.other") == [])
    }

    @Test("a domain has its merchant's file, and a merchant its storefront and its domains")
    func facts() throws {
        let directory = try Self.directory()
        #expect(directory.associationFile(of: "shop.example") == [0x37, 0x42])
        #expect(directory.associationFile(of: "pay.example") == nil)
        #expect(directory.associationFile(of: "other.example") == nil)
        #expect(directory.domains(ofApple: "merchant.flowers") == ["pay.example", "shop.example"])
        #expect(directory.storefront(of: Self.flowers).displayName == "Flowers & Co")
        #expect(directory.storefront(of: Self.tulips) == .standard(for: Self.tulips))
        #expect(directory.appleMerchantIdentifier(of: Self.flowers) == "merchant.flowers")
    }
}
