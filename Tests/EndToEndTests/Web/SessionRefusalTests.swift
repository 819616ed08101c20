import AppleSimulator
import Merchants
import PaymentDomain
import Testing
import WebPayments

@testable import CosterServer

/// A page that gets no session, and the refusal.
struct SessionRefusalRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var origin = "https://shop.example"
    var url: String?
    let refusal: SessionRefusal

    private static let apple = "apple-pay-gateway.coster.test"

    static var all: [SessionRefusalRow] { origins + urls }

    /// The codes that tests of single parts have: of malformed bodies, of Apple's side, and of certificates.
    static let elsewhere: Set = [
        "unknown-member", "identity-certificate-missing", "overloaded", "apple-refused",
        "identity-certificate-refused", "apple-unreachable", "apple-timeout",
        "apple-reply-malformed",
    ]

    /// Pages of others, and texts that only look like the merchant's page.
    static let origins: [SessionRefusalRow] =
        [
            "https://evil.example", "http://shop.example", "https://shop.example:444",
            "https://shop.example:443", "https://shop.example/", "https://shop.example.",
            "https://www.shop.example", "https://shop.example.evil.example",
            "https://evilshop.example", "https://shop.example@evil.example",
            "https://evil.example@shop.example", "https://shop.example:8443.evil.example",
            "https://SHOP.EXAMPLE", "https://shop%2Eexample", "https://shop.example%00",
            "https://shop\u{3002}example", "https://\u{FF53}hop.example", "https:\\\\shop.example",
            "https://shop.example\\", "https://shop.example, https://evil.example",
            " https://shop.example", "https://shop.example ", "shop.example", "//shop.example",
            "ftp://shop.example", "file://", "null", "", "*", "https://*", "https://",
            "https://127.0.0.1", "http://localhost:3000", "http://127.0.0.1:3000",
        ].map {
            SessionRefusalRow(
                testDescription: "the origin '\($0)'", origin: $0, refusal: .originNotAllowed)
        } + [
            SessionRefusalRow(
                testDescription: "an origin without a domain", origin: "https://blog.example",
                refusal: .domainUnknown)
        ]

    /// URLs of others, and texts that only look like Apple's.
    static let urls: [SessionRefusalRow] =
        [
            "", "x", apple, "//\(apple)/x", "http://\(apple)/x", "ftp://\(apple)/x",
            "https:/\(apple)/x", "https:///\(apple)/x", "https:\\\\\(apple)\\x",
            "https://\(apple).evil.example/x", "https://evil-\(apple)/x", "https://x.\(apple)/x",
            "https://\(apple)./x", "https://evil.example@\(apple)/x", "https://a:b@\(apple)/x",
            "https://\(apple)@evil.example/x", "https://\(apple):443@evil.example/x",
            "https://\(apple):8443/x", "https://\(apple):/x", "https://\(apple):0443/x",
            "https://127.0.0.1/x", "https://127.1/x", "https://2130706433/x",
            "https://0x7f000001/x", "https://[::1]/x", "https://[::ffff:127.0.0.1]/x",
            "https://169.254.169.254/latest/meta-data", "https://localhost/x",
            "https://apple-pay-gateway%2Ecoster.test/x",
            "https://%61pple-pay-gateway.coster.test/x",
            "https://\u{0430}pple-pay-gateway.coster.test/x",
            "https://apple-pay-gateway\u{3002}coster.test/x", "https://\(apple)\\.evil.example/x",
            "https://evil.example\\\(apple)/x", "https://evil.example?\(apple)/x",
            "https://evil.example#\(apple)/x", "https://\(apple)%00.evil.example/x",
            "https://\(apple)\t/x", " https://\(apple)/x", "https://\(apple)/x ",
            "https://\(apple)/x\r\nHost: evil.example",
            "https://\(apple)/x?next=https://evil.example",
            "https://\(apple)/x#y", "https://\(apple)/../x", "https://\(apple)/%2e%2e/x",
            "https://\(apple)/@evil.example", "https://apple.com/x",
            "https://developer.apple.com/x",
            "https://apple-pay-gateway-nc-pod1.apple.com/x",
            "https://apple-pay-gateway.apple.com./x",
        ].map {
            (url: String) in
            SessionRefusalRow(testDescription: "the URL '\(url)'", url: url, refusal: .urlNotApples)
        } + [
            SessionRefusalRow(
                testDescription: "Apple's own server, in a sandbox",
                url: "https://apple-pay-gateway.apple.com/paymentservices/startSession",
                refusal: .hostNotAllowed)
        ]
}

@Suite(
    "Pages that get no session, and whose merchant's certificate nobody sees",
    .timeLimit(.minutes(20)))
struct SessionRefusalTests {
    @Test("every trick with the origin or the URL is refused, and nothing is sent")
    func nothingSent() async throws {
        try await SessionFixture.lend { fixture in
            try fixture.add(1, from: -60, to: 3_600)
            let rows = SessionRefusalRow.all
            #expect(rows.count >= 50)
            for row in rows {
                let result = try await fixture.ask(origin: row.origin, validationURL: row.url)
                #expect(result == .failure(row.refusal), "\(row.testDescription)")
            }
            #expect(fixture.requests.value == 0)
            // The same page with honest texts: the count is real.
            for (origin, url) in [
                ("https://shop.example", nil), ("https://shop.example:8443", nil),
                (
                    "https://shop.example",
                    "https://\(ValidationTrouble.host)/paymentservices/startSession"
                ),
            ] {
                _ = try await fixture.ask(origin: origin, validationURL: url).get()
            }
            #expect(fixture.requests.value == 3)
        }
    }

    @Test("a production server takes neither a simulated host nor one of the sandbox's")
    func production() async throws {
        let url = "https://\(ValidationTrouble.host)/paymentservices/startSession"
        let sessions = WebSessions(
            CurrentDirectory(try await directory()), servers: .apple, isSandbox: false)
        let page = PageSessionRequest(origin: "https://shop.example", validationURL: url)
        #expect(await sessions.session(page, of: SessionFixture.shop) == .failure(.urlNotApples))
    }

    private func directory() async throws -> MerchantDirectory {
        var directory: MerchantDirectory?
        try await SessionFixture.lend { directory = try $0.directory() }
        return try #require(directory)
    }
}

@Suite("Which identity certificate is shown to Apple", .timeLimit(.minutes(20)))
struct WebIdentityTests {
    @Test("a merchant without a valid certificate gets no session, and nothing is sent")
    func missing() async throws {
        try await SessionFixture.lend { fixture in
            for (number, validity) in [(Int64(1), (-7_200, -3_600)), (2, (3_600, 7_200))] {
                let result = try await fixture.ask(origin: "https://shop.example")
                #expect(result == .failure(.identityMissing))
                try fixture.add(number, from: Int64(validity.0), to: Int64(validity.1))
            }
            let result = try await fixture.ask(origin: "https://shop.example")
            #expect(result == .failure(.identityMissing))
            #expect(fixture.requests.value == 0)
        }
    }

    @Test(
        "of two, the newer is shown from its first second on; until then, and if it is retired, the older"
    )
    func renewal() async throws {
        try await SessionFixture.lend { fixture in
            try fixture.add(1, from: -7_200, to: 7_200)
            try fixture.add(2, from: 3_600, to: 90_000)
            let identities = try fixture.directory().identities
            func client(_ seconds: Int64) -> ObjectIdentifier? {
                identities.client(
                    of: SessionFixture.shop, at: SessionFixture.now.adding(seconds: seconds)
                ).map { ObjectIdentifier($0) }
            }
            let (old, new) = (client(0), client(3_601))
            #expect(old != nil && new != nil && old != new)
            #expect(client(3_599) == old && client(7_100) == new && client(80_000) == new)
            #expect(client(-7_300) == nil && client(100_000) == nil)
            // The second of the end belongs to a certificate.
            #expect(client(90_000) == new && client(90_001) == nil)
            _ = try await fixture.ask(origin: "https://shop.example").get()
            fixture.records.certificates.removeLast()
            _ = try await fixture.ask(origin: "https://shop.example").get()
        }
    }

    @Test("a reload keeps the connections of a certificate that stays, and of no other")
    func reload() async throws {
        try await SessionFixture.lend { fixture in
            try fixture.add(1, from: -7_200, to: 7_200)
            func client(_ directory: MerchantDirectory) -> ObjectIdentifier? {
                directory.identities.client(of: SessionFixture.shop, at: SessionFixture.now)
                    .map { ObjectIdentifier($0) }
            }
            let first = try fixture.directory()
            let second = try fixture.directory(after: first)
            #expect(client(first) != nil && client(first) == client(second))
            fixture.records.certificates = []
            try fixture.add(1, from: -7_200, to: 7_200)
            let third = try fixture.directory(after: second)
            #expect(client(third) != nil && client(third) != client(second))
        }
    }

    @Test("another merchant's certificate is refused by Apple, in Apple's words")
    func otherMerchant() async throws {
        try await SessionFixture.lend { fixture in
            try fixture.add(1, from: -60, to: 3_600, of: "merchant.com.example.other")
            let result = try await fixture.ask(origin: "https://shop.example")
            guard case .failure(.apple(status: 417, let message)) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(message?.contains("merchantId=merchant.com.example.shop") == true)
        }
    }

    @Test("a certificate whose key doesn't open is no certificate, and the directory says so")
    func closedKey() async throws {
        try await SessionFixture.lend { fixture in
            try fixture.add(7, from: -60, to: 3_600)
            try fixture.add(8, from: -60, to: 3_600)
            // The keys of two certificates, exchanged.
            let (first, second) = (fixture.records.certificates[0], fixture.records.certificates[1])
            fixture.records.certificates = [
                CertificateRecord(
                    number: 7, merchant: first.merchant, purpose: .merchantIdentity,
                    algorithm: .rsa, state: .active, publicKeyHash: second.publicKeyHash,
                    sealedKey: second.sealedKey, certificate: first.certificate,
                    notBefore: first.notBefore, notAfter: first.notAfter,
                    createdAt: first.createdAt)
            ]
            #expect(try fixture.directory().unusable == [7])
            let result = try await fixture.ask(origin: "https://shop.example")
            #expect(result == .failure(.identityMissing))
        }
    }
}
