import DialectKit
import PaymentDomain
import Testing

@testable import InstaMed

@Suite("The relay to InstaMed", .timeLimit(.minutes(5)))
struct RelayTests {
    /// Knows one key, whose merchant has the outlets of the user `sandbox`, and one app of it.
    private static let relay = InstaMedRelay(
        outlets: { caller in
            caller.publishableKey == "cpk_a" ? Samples.outlets.filter { $0.user == "sandbox" } : []
        },
        isRegistered: { $0.publishableKey == "cpk_a" && $0.bundleIdentifier == "com.example" },
        isSandbox: false)

    private static func request(
        _ body: String, key: String? = "cpk_a", app: String? = "com.example"
    ) -> DialectRequest {
        var headers = [(name: "content-type", value: "application/x-www-form-urlencoded")]
        if let key { headers.append((name: "authorization", value: "Bearer \(key)")) }
        if let app { headers.append((name: "coster-bundle-identifier", value: app)) }
        return DialectRequest(
            head: RequestHead(
                route: relay.routes[0], parameters: [:], query: "", headers: headers,
                receivedAt: Samples.now, chance: Samples.chance), body: Array(body.utf8))
    }

    private static let save = Samples.good(.saveApplePayToken)

    @Test("makes the command and the reply that InstaMed's own page makes")
    func sameCommand() throws {
        let relayed = try #require(Self.relay.decode(Self.request(Self.save)).register)
        let direct = try #require(Samples.dialect.decode(Samples.post(Self.save)).register)
        #expect(relayed.id == direct.id)
        #expect(relayed.lifetimeSeconds == direct.lifetimeSeconds)
        #expect(Self.relay.name == Samples.dialect.name)
        #expect(Self.relay.handles == Samples.dialect.handles)
    }

    @Test(
        "knows no action but SaveApplePayToken",
        arguments: InstaMedAction.allCases.filter { $0 != .saveApplePayToken })
    func otherActions(_ action: InstaMedAction) {
        let reply = Self.relay.decode(Self.request(Samples.good(action))).reply
        #expect(reply?.outcomeCode == "action-unknown" && reply?.status == 200)
    }

    @Test(
        "refuses what isn't the merchant's or is no form in InstaMed's own words",
        arguments: [
            ("merchantID", "NOVA E4 2", "outlet-unknown"), ("terminalID", "9", "outlet-unknown"),
            ("merchantID", nil, "outlet-incomplete"),
            ("applePayMerchantID", "merchant.com.instamedgo.merchant1", "apple-pay-merchant-wrong"),
            ("applePayTokenData", nil, "token-data-missing"),
            ("transactionAction", "Credit", "action-unknown"),
            ("transactionAction", nil, "action-missing"),
        ] as [(String, String?, String)])
    func foreign(_ name: String, _ value: String?, _ code: String) {
        let form = Samples.changing(Self.save, name, value)
        #expect(Self.relay.decode(Self.request(form)).reply?.outcomeCode == code)
    }

    @Test(
        "refuses an app that isn't registered for the key with 403",
        arguments: [nil, "com.other", "*", ""] as [String?])
    func apps(_ app: String?) throws {
        let reply = try #require(Self.relay.decode(Self.request(Self.save, app: app)).reply)
        #expect(reply.status == 403 && reply.outcomeCode == "app-not-registered")
        let form = try #require(StrictForm(reply.body))
        #expect(form["errorCode"] == "401")
        #expect(form["errorMessage"]?.contains("(app-not-registered)") == true)
    }

    @Test("takes the publishable key alone as a credential, without a secret")
    func credential() {
        guard case .head(let shown) = Self.relay.credential(in: Self.request("").head) else {
            Issue.record("no credential")
            return
        }
        #expect(shown.identity == "cpk_a" && shown.secret.isEmpty)
        #expect(Self.relay.clientNamespace == RelayCaller.namespace)
        let basic = Samples.head()
        guard case .missing = Self.relay.credential(in: basic) else {
            Issue.record("a password was taken")
            return
        }
    }

    @Test(
        "writes the gateway's refusals as InstaMed does, with a code of their own",
        arguments: [
            (.unauthorized, 401, "401"), (.rateLimited, 429, "503"), (.overloaded, 503, "503"),
            (.bodyTooLarge, 413, "400"),
        ] as [(GatewayRefusal, Int, String)])
    func refusals(_ refusal: GatewayRefusal, _ status: Int, _ code: String) throws {
        let reply = Self.relay.refuse(refusal, on: Self.request("").head, exchange: nil)
        let form = try #require(StrictForm(reply.body))
        #expect(reply.status == status && form["errorCode"] == code)
        #expect(reply.outcomeCode == refusal.rawValue)
        #expect((reply.headers["WWW-Authenticate"] == "Bearer") == (refusal == .unauthorized))
    }
}
