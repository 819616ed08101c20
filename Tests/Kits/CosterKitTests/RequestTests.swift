import CosterKit
import Foundation
import Testing

@Suite("Requests are those of published samples, byte for byte", .timeLimit(.minutes(5)))
struct RequestTests {
    @Test("eProtect: the form of Vantiv's sample app")
    func eProtect() throws {
        let client = EProtectClient(
            url: try Samples.url("https://request.eprotect.vantivcnp.com/eProtect/paypage"),
            paypageID: "sandboxPaypage", reportGroup: "testReportGroup")
        let request = try client.request(
            Samples.token(), orderID: "testOrderId", requestID: "00000")
        let body = String(decoding: request.body.secret, as: UTF8.self)
        #expect(body == (try Samples.recorded("eprotect-paypage.form")))
        #expect(
            request.headers.map { "\($0.name): \($0.value.secret)" } == [
                "Content-Type: application/x-www-form-urlencoded",
                "User-Agent: Litle/1.0 CFNetwork/459 Darwin/10.0.0.d3",
                "Cache-Control: no-cache",
            ])
    }

    /// Source: Vantiv's sample app for Swift: its fields in their order, each value encoded by Foundation with
    /// alphanumerics and `-._~/?` left as they are; a field that the token lacks is sent empty.
    @Test(
        "eProtect: the bytes that the sample app's own recipe makes",
        arguments: [nil, "94ee059335e587e501cc4bf90613e0814f00a7b08bc7c648fd865a2af6a22cc2"])
    func eProtectRecipe(applicationData: String?) throws {
        let client = EProtectClient(
            url: try Samples.url("https://request.eprotect.vantivcnp.com/eProtect/paypage"),
            paypageID: "sandboxPaypage", reportGroup: "testReportGroup")
        let token = try Samples.token(applicationData: applicationData)
        let body = try client.request(token, orderID: "testOrderId", requestID: "00000").body
        var kept = CharacterSet.alphanumerics
        kept.insert(charactersIn: "-._~/?")
        let parts = [
            ("data", Samples.data), ("signature", Samples.signature), ("version", "EC_v1"),
            ("header.ephemeralPublicKey", Samples.key), ("header.publicKeyHash", Samples.keyHash),
            ("header.transactionId", Samples.transactionID),
            ("header.applicationData", applicationData ?? ""),
        ]
        let wallet = try parts.map { name, value in
            let encoded = value.addingPercentEncoding(withAllowedCharacters: kept)
            return "&applepay.\(name)=\(try Samples.value(encoded))"
        }
        let fixed =
            "paypageId=sandboxPaypage&reportGroup=testReportGroup&orderId=testOrderId&id=00000"
        #expect(String(decoding: body.secret, as: UTF8.self) == fixed + wallet.joined())
    }

    /// Source: CardConnect, Apple Pay developer guide, the pattern of devicedata and its note on echash.
    @Test(
        "CardSecure: devicedata is the developer guide's pattern filled in, raw",
        arguments: [nil, "94ee059335e587e501cc4bf90613e0814f00a7b08bc7c648fd865a2af6a22cc2"])
    func cardSecurePattern(applicationData: String?) throws {
        let pattern = """
            <data>&ectype=apple&ecsig=<signature>&eckey=<ephemeralPublicKey>&ectid=<transactionId>\
            &echash=<applicationDataHash>&ecpublickeyhash=<publicKeyHash>
            """
        let values = [
            ("<data>", Samples.data), ("<signature>", Samples.signature),
            ("<ephemeralPublicKey>", Samples.key), ("<transactionId>", Samples.transactionID),
            ("<applicationDataHash>", applicationData ?? ""), ("<publicKeyHash>", Samples.keyHash),
        ]
        let filled = values.reduce(pattern) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        let client = try Samples.value(CardSecureClient(endpoint: "fts.cardconnect.com:6443"))
        let token = try Samples.token(applicationData: applicationData)
        // An app's own JSON encoder is Foundation's, which escapes slashes as the guide's sample has them.
        let object = ["devicedata": filled, "encryptionhandler": "EC_APPLE_PAY"]
        let body = try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
        let sent = try client.request(token).body.secret
        #expect(String(decoding: sent, as: UTF8.self) == String(decoding: body, as: UTF8.self))
    }

    @Test("CardSecure: the tokenize request of the developer guide, slashes escaped")
    func cardSecure() throws {
        let client = try Samples.value(CardSecureClient(endpoint: "fts.cardconnect.com:6443"))
        let request = try client.request(Samples.token())
        let body = String(decoding: request.body.secret, as: UTF8.self)
        #expect(body == (try Samples.recorded("cardsecure-tokenize.json")))
        #expect(
            request.url.absoluteString
                == "https://fts.cardconnect.com:6443/cardsecure/api/v1/ccn/tokenize")
        let hashed = try client.request(Samples.token(applicationData: "ab12"))
        let text = String(decoding: hashed.body.secret, as: UTF8.self)
        #expect(text.contains("&echash=ab12&ecpublickeyhash="))
    }

    @Test("CardSecure: a card, with what was asked for")
    func card() throws {
        let client = try Samples.value(CardSecureClient(endpoint: "fts.cardconnect.com"))
        let card = try Samples.value(
            CardDetails(number: "4111 1111 1111 1111", expiry: "1231", securityCode: "987"))
        let body = String(decoding: try client.request(card).body.secret, as: UTF8.self)
        #expect(body == #"{"account":"4111111111111111","cvv":"987","expiry":"1231"}"#)
    }

    @Test("InstaMed: the SaveApplePayToken request of the source document")
    func instaMed() throws {
        let recorded = try Samples.recorded("instamed-save.form")
        let escaped = recorded.components(separatedBy: "applePayTokenData=").last ?? ""
        let token = try ApplePayToken(json: try Samples.value(escaped.removingPercentEncoding))
        let client = InstaMedClient(
            relay: try relay(), outlet: InstaMedClient.Outlet(merchantID: "NOVA E4 2"),
            merchantIdentifier: "merchant.com.instamedgo.merchant1")
        #expect(String(decoding: client.body(token), as: UTF8.self) == recorded)
    }

    @Test("Radial: the CreditCardAuthRequest of the source document")
    func radial() throws {
        let recorded = try Samples.recorded("radial-auth.xml")
        func text(_ name: String) throws -> String {
            let rest = recorded.components(separatedBy: "<\(name)>").dropFirst().first
            return try Samples.value(rest?.components(separatedBy: "</\(name)>").first)
        }
        let token = try ApplePayToken(
            json: """
                {"version":"EC_v1","data":"\(text("Data"))","signature":"\(text("Signature"))",\
                "header":{"ephemeralPublicKey":"\(text("EphemeralPublicKey"))",\
                "publicKeyHash":"\(text("PublicKeyHash"))",\
                "transactionId":"\(text("ApplePayTransactionId"))"}}
                """)
        var details = SheetDetails()
        details.billingContact = Contact(
            givenName: "John", familyName: "Smith", phoneNumber: "6101234567",
            emailAddress: "customer@sample.com",
            address: Contact.Address(
                street: "123 Main St\nBuilding 123\n\n4th Floor\n Apt 12", city: "Philadelphia",
                state: "PA", postalCode: "19019", isoCountryCode: "us"))
        let request = RadialRequest(
            token: token, orderID: "1", requestID: "1234567", details: details,
            customerIPAddress: "208.247.73.130")
        #expect(String(decoding: try request.body(), as: UTF8.self) == recorded)
    }

    @Test("the merchant's server: a small JSON object, and the order number as its key")
    func merchantServer() throws {
        let server = MerchantServer(url: try Samples.url("https://shop.example/apple-pay"))
        let payment = AuthorizedPayment(
            orderID: "A-1", amount: try Amount("14.99", .usd),
            credential: .reference(try Samples.reference()), details: SheetDetails())
        let request = try server.request(payment)
        #expect(
            String(decoding: request.body.secret, as: UTF8.self) == """
                {"amount":"14.99","currency":"USD","orderId":"A-1",\
                "token":{"type":"paypageRegistrationId","value":"3603111878329732873"}}
                """)
        #expect(request.headers.map(\.name) == ["Content-Type", "Idempotency-Key"])
    }

    @Test("eProtect, CardSecure and Radial have no field for an RSA_v1 token, and say so")
    func rsa() throws {
        let token = try Samples.rsaToken()
        let url = try Samples.url("https://shop.example/")
        let eProtect = EProtectClient(url: url, paypageID: "p", reportGroup: "r")
        #expect(throws: ClientError.unsupportedVersion) {
            try eProtect.request(token, orderID: "1", requestID: "1")
        }
        #expect(throws: ClientError.unsupportedVersion) {
            try CardSecureClient(url: url).request(token)
        }
        let radial = RadialRequest(
            token: token, orderID: "1", requestID: "1", details: SheetDetails())
        #expect(throws: ClientError.unsupportedVersion) { try radial.body() }
    }

    private func relay() throws -> Relay {
        Relay(
            server: try Samples.url("https://pay.example.com"), publishableKey: "pk_test",
            bundleIdentifier: "com.example.shop")
    }
}
