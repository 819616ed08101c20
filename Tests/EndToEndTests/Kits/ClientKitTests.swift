import CosterKit
import Foundation
import Testing

/// A relay between CosterKit and the server: puts the merchant's credentials on the protocol's own request.
private struct CredentialRelay: Transport {
    let server: RunningServer
    let next = URLSessionTransport()

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        guard let relayed = try? relayed(request) else { throw .notSent }
        return try await next.send(relayed)
    }

    private func relayed(_ request: HTTPRequest) throws -> HTTPRequest {
        let body = String(decoding: request.body.secret, as: UTF8.self)
        let type = request.headers.filter { $0.name == "Content-Type" }
        switch request.url.path {
        case Relay.Route.instaMed.rawValue:
            let secret = Data("sandbox@coster:sandbox-instamed".utf8).base64EncodedString()
            return try HTTPRequest(
                post: Data(body.utf8), to: server.url("/payment/NVP.aspx"),
                headers: type + [HTTPRequest.Field("Authorization", "Basic \(secret)")])
        default:
            let address = "<CustomerIPAddress>127.0.0.1</CustomerIPAddress>\n<ShipToFirstName>"
            return try HTTPRequest(
                post: Data(body.replacing("<ShipToFirstName>", with: address).utf8),
                to: server.url("/v1.0/stores/SANDBOX/payments/creditcard/auth/DW.xml"),
                headers: type + [HTTPRequest.Field("apikey", RunningServer.apiKey)])
        }
    }
}

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
        let client = RadialClient(
            relay: try relay(), transport: CredentialRelay(server: server))
        guard case .paid(let reference) = await client.authorize(payment) else {
            Issue.record("not paid")
            return
        }
        #expect(!reference.isEmpty)
    }

    private func token() throws -> ApplePayToken {
        try ApplePayToken(json: try server.token(try dollars("14.99")).json)
    }

    private func relay() throws -> Relay {
        Relay(server: try server.url(""), publishableKey: "pk", bundleIdentifier: "com.example")
    }

    private func instaMed(_ merchantIdentifier: String) throws -> InstaMedClient {
        InstaMedClient(
            relay: try relay(), outlet: InstaMedClient.Outlet(merchantID: "SANDBOX"),
            merchantIdentifier: merchantIdentifier, transport: CredentialRelay(server: server))
    }
}

extension RunningServer {
    /// The URL of a path.
    fileprivate func url(_ path: String) throws -> URL {
        try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
    }
}
