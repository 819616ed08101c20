import CosterKit
import Foundation
import Testing

@Suite("A merchant's configuration from its server", .timeLimit(.minutes(5)))
struct MerchantConfigurationTests {
    private static let reply = """
        {"version":3,"merchantIdentifier":"merchant.com.example","displayName":"Flowers & Co",\
        "countryCode":"GB","currencyCode":"GBP","supportedNetworks":["visa","mada","amex"],\
        "merchantCapabilities":["supports3DS"]}
        """

    @Test(
        "is asked with a GET, and brings the merchant and its name; unknown networks are left out")
    func loaded() async throws {
        let transport = ScriptedTransport { request in
            #expect(request.method == .get && request.body.secret.isEmpty)
            #expect(request.url.absoluteString == "https://pay.example.com/applepay/config")
            #expect(request.headers == [HTTPRequest.Field("Authorization", "Bearer cpk_a")])
            return .success(HTTPResponse(status: 200, body: Data(Self.reply.utf8)))
        }
        let shop = try await MerchantConfiguration.load(
            from: Samples.url("https://pay.example.com/"), publishableKey: "cpk_a",
            transport: transport)
        #expect(shop.displayName == "Flowers & Co")
        let expected = try Merchant(
            "merchant.com.example", countryCode: "GB", currency: CurrencyCode("GBP"),
            networks: [.visa, .amex])
        #expect(shop.merchant == expected)
    }

    @Test(
        "that is refused or unreadable is an error",
        arguments: [
            (
                401, #"{"code":"unauthorized","message":"x"}"#,
                ClientError.refused(.init("unauthorized"))
            ),
            (404, "not found", .unreadableReply(status: 404)),
            (200, "{}", .unreadableReply(status: 200)),
            (200, reply.replacing("GBP", with: "gbp"), .unreadableReply(status: 200)),
            (
                200, reply.replacing(#""visa","mada","amex""#, with: #""mada""#),
                .unreadableReply(status: 200)
            ),
        ])
    func refused(status: Int, body: String, error: ClientError) async throws {
        await #expect(throws: error) {
            try await MerchantConfiguration.load(
                from: Samples.url("https://pay.example.com"), publishableKey: "cpk_a",
                transport: ScriptedTransport(status: status, body))
        }
    }

    @Test("is not asked of a server without TLS on another machine")
    func insecure() async throws {
        await #expect(throws: ClientError.insecureURL) {
            try await MerchantConfiguration.load(
                from: Samples.url("http://pay.example.com"), publishableKey: "cpk_a",
                transport: ScriptedTransport(status: 200, Self.reply))
        }
    }
}
