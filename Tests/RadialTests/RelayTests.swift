import DialectKit
import GoldenExchanges
import PaymentDomain
import Testing

@testable import Radial

@Suite("The relay to Radial", .timeLimit(.minutes(5)))
struct RelayTests {
    private static let relay = RadialRelay {
        $0.publishableKey == "cpk_a" && $0.bundleIdentifier == "com.example"
    }
    private static let wallet = Samples.body("authorize-wallet-amount-declined")
    private static let address = "<CustomerIPAddress>208.247.73.130</CustomerIPAddress>"

    private static func request(
        _ body: String, app: String? = "com.example", peer: String? = "203.0.113.7"
    ) -> DialectRequest {
        var headers = [
            (name: "content-type", value: "text/xml"),
            (name: "authorization", value: "Bearer cpk_a"),
        ]
        if let app { headers.append((name: "coster-bundle-identifier", value: app)) }
        return DialectRequest(
            head: RequestHead(
                route: relay.routes[0], parameters: [:], query: "", headers: headers,
                receivedAt: Samples.now, peerAddress: peer), body: Array(body.utf8))
    }

    private static func command(_ request: DialectRequest) throws -> AuthorizeCommand {
        let decoded = try #require(relay.decode(request).commanded)
        guard case .authorize(let command) = decoded.command else { throw OtherCommand() }
        #expect(decoded.key == "req-3")
        return command
    }

    private struct OtherCommand: Error {}

    @Test(
        "fills in the customer's address from the connection, whatever the app says",
        arguments: [
            address, "", "<CustomerIPAddress>198.51.100.1</CustomerIPAddress>",
            "<CustomerIPAddress>nowhere</CustomerIPAddress>",
        ])
    func customerAddress(_ element: String) throws {
        let body = Self.wallet.replacing(Self.address, with: element)
        for peer in ["203.0.113.7", "2001:db8::1"] {
            let command = try Self.command(Self.request(body, peer: peer))
            #expect(command.billing.networkAddress == peer)
        }
    }

    @Test("asks for the customer's address if the connection has none")
    func noPeer() throws {
        let command = try Self.command(Self.request(Self.wallet, peer: nil))
        #expect(command.billing.networkAddress == "208.247.73.130")
        let body = Self.wallet.replacing(Self.address, with: "")
        let fault = Self.relay.decode(Self.request(body, peer: nil)).fault
        #expect(fault?.outcomeCode == "missing-element")
    }

    @Test("leaves the address of Radial's own path to the message")
    func ownPath() throws {
        let direct = Samples.request(.authorize, Self.wallet)
        let head = RequestHead(
            route: direct.head.route, parameters: direct.head.parameters, query: "",
            headers: direct.head.headers, receivedAt: Samples.now, peerAddress: "203.0.113.7")
        let decoded = RadialDialect().decode(DialectRequest(head: head, body: direct.body))
        guard case .authorize(let command) = decoded.commanded?.command else {
            Issue.record("no command")
            return
        }
        #expect(command.billing.networkAddress == "208.247.73.130")
    }

    @Test("takes a CreditCardAuthRequest with a wallet alone")
    func onlyWallets() throws {
        var refused = 0
        for exchange in GoldenExchange.all where exchange.method == "POST" {
            let decoded = Self.relay.decode(Self.request(exchange.requestBody))
            if decoded.fault == nil {
                let isWallet =
                    exchange.requestBody.contains("<CreditCardAuthRequest")
                    && exchange.requestBody.contains("<WalletPaymentInformation>")
                #expect(isWallet, "\(exchange.name)")
            } else {
                refused += 1
            }
        }
        #expect(refused > 10)
    }

    @Test(
        "refuses other messages and cards in Radial's own words",
        arguments: [
            ("CreditCardAuthRequest", "PaymentSettlementRequest", "wrong-root"),
            ("CreditCardAuthRequest", "PaymentAuthCancelRequest", "wrong-root"),
            ("CreditCardAuthRequest", "ConfirmFundsRequest", "wrong-root"),
            ("CreditCardAuthRequest", "DecryptBlobRequest", "wrong-root"),
        ])
    func otherMessages(_ find: String, _ replace: String, _ code: String) {
        let body = Self.wallet.replacing(find, with: replace)
        let fault = Self.relay.decode(Self.request(body)).fault
        #expect(fault?.outcomeCode == code && fault?.status == 400)
    }

    @Test(
        "refuses an app that isn't registered for the key with 403",
        arguments: [nil, "com.other", "*", ""] as [String?])
    func apps(_ app: String?) throws {
        let fault = try #require(Self.relay.decode(Self.request(Self.wallet, app: app)).fault)
        #expect(fault.status == 403 && fault.outcomeCode == "app-not-registered")
        let body = String(decoding: fault.body, as: UTF8.self)
        #expect(body.contains("<Code>NotAuthorizedException</Code>"))
        #expect(body.contains("[app-not-registered]"))
    }

    @Test(
        "writes the gateway's refusals as Radial does, with a code of their own",
        arguments: FaultTests.statuses)
    func refusals(_ refusal: GatewayRefusal, _ status: Int) {
        let reply = Self.relay.refuse(refusal, on: Self.request("").head, exchange: nil)
        #expect(reply.status == status && reply.outcomeCode == refusal.rawValue)
        #expect((reply.headers["WWW-Authenticate"] == "Bearer") == (refusal == .unauthorized))
    }
}
