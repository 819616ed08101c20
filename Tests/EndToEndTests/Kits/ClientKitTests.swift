import CosterKit
import Foundation
import Testing

@Suite("CosterKit's clients against a sandbox server", .server(), .timeLimit(.minutes(20)))
struct ClientKitTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    @Test("eProtect registers a token: a reference of the server's")
    func eProtect() async throws {
        let client = EProtectClient(
            url: try server.url("/eProtect/paypage"), paypageID: "sandboxPaypage",
            reportGroup: "Shop")
        let reference = try await client.tokenize(try token(), orderID: newName())
        #expect(reference.kind == .paypageRegistrationID && !reference.value.secret.isEmpty)
        let wrong = EProtectClient(
            url: try server.url("/eProtect/paypage"), paypageID: "nobody", reportGroup: "Shop")
        await #expect(throws: ClientError.refused(ReplyCode("879"))) {
            try await wrong.tokenize(try token(), orderID: newName())
        }
    }

    @Test("CardSecure gives a token of 16 digits for a device's token and for a card")
    func cardSecure() async throws {
        let client = try #require(CardSecureClient(endpoint: "http://127.0.0.1:\(server.port)"))
        let wallet = try await client.tokenize(try token(), orderID: newName())
        #expect(wallet.value.secret.wholeMatch(of: /9\d{15}/) != nil)
        let card = try #require(CardDetails(number: "4111 1111 1111 1111", expiry: "1231"))
        let typed = try await client.tokenize(card)
        #expect(typed.value.secret.wholeMatch(of: /941\d{9}1111/) != nil)
    }

    @Test("InstaMed saves a token by way of a relay, and refuses a foreign merchant identifier")
    func instaMed() async throws {
        let reference = try await instaMed(RunningServer.merchantIdentifier)
            .tokenize(try token(), orderID: newName())
        #expect(reference.value.secret.wholeMatch(of: /[A-Za-z0-9]{48}/) != nil)
        await #expect(throws: ClientError.refused(ReplyCode("400"))) {
            try await instaMed("merchant.other").tokenize(try token(), orderID: newName())
        }
        await #expect(throws: ClientError.refused(ReplyCode("401"))) {
            try await instaMed(RunningServer.merchantIdentifier, "cpk_other")
                .tokenize(try token(), orderID: newName())
        }
    }

    @Test("Radial authorizes by way of a relay, in one request")
    func radial() async throws {
        var details = SheetDetails()
        details.billingContact = Contact(
            givenName: "John", familyName: "Smith", phoneNumber: "6101234567",
            emailAddress: "customer@example.com",
            address: Contact.Address(
                street: "123 Main St\n\nApt 12", city: "Philadelphia", state: "PA",
                postalCode: "19019", isoCountryCode: "us"))
        let payment = AuthorizedPayment(
            orderID: "KIT-1", amount: try Amount("14.99", .usd), credential: .token(try token()),
            details: details)
        guard case .paid(let reference) = await RadialClient(relay: try relay()).authorize(payment)
        else {
            Issue.record("not paid")
            return
        }
        #expect(!reference.isEmpty)
        let stranger = RadialClient(relay: try relay("cpk_other"))
        #expect(
            await stranger.authorize(payment)
                == .failed(.refused(ReplyCode("NotAuthorizedException"))))
    }

    @Test("a sandbox mints the token that Apple's simulator leaves empty, and it pays")
    func simulatorToken() async throws {
        var options = Checkout.Options()
        options.applicationData = Data("order 7".utf8)
        let checkout = try Checkout(
            Merchant(RunningServer.merchantIdentifier),
            total: LineItem("Shop", Amount("14.99", .usd)), options: options)
        let simulator = SimulatorTokens(sandbox: try server.url(""))
        let token = try await simulator.mint(for: checkout)
        let reference = try await instaMed(RunningServer.merchantIdentifier)
            .tokenize(token, orderID: newName())
        #expect(!reference.value.secret.isEmpty)
        let foreign = try Checkout(
            Merchant("merchant.other"), total: LineItem("Shop", Amount("14.99", .usd)))
        await #expect(throws: TokenError.simulatorToken) { try await simulator.mint(for: foreign) }
    }

    private func token() throws -> ApplePayToken {
        try ApplePayToken(json: try server.token(try dollars("14.99")).json)
    }

    private func relay(_ key: String = "cpk_sandbox") throws -> Relay {
        Relay(server: try server.url(""), publishableKey: key, bundleIdentifier: "com.example")
    }

    private func instaMed(
        _ merchantIdentifier: String, _ key: String = "cpk_sandbox"
    ) throws -> InstaMedClient {
        InstaMedClient(
            relay: try relay(key), outlet: InstaMedClient.Outlet(merchantID: "SANDBOX"),
            merchantIdentifier: merchantIdentifier)
    }
}

extension RunningServer {
    /// The URL of a path.
    fileprivate func url(_ path: String) throws -> URL {
        try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
    }
}
