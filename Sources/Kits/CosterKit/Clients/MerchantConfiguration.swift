import Foundation

/// A merchant as its Coster server describes it, so that an app needs no release when the merchant changes.
///
///     let shop = try await MerchantConfiguration.load(from: server, publishableKey: "cpk_…")
///     let checkout = try Checkout(shop.merchant, total: LineItem(shop.displayName, amount))
public struct MerchantConfiguration: Sendable, Hashable {
    /// The identifier, country, currency and networks.
    public let merchant: Merchant
    /// The name for the sheet's last line.
    public let displayName: String

    /// Asks a server.
    ///
    /// - Parameters:
    ///   - server: The server's URL without a path, for example `https://pay.example.com`.
    ///   - publishableKey: The merchant's publishable key.
    ///   - transport: The way to the network.
    /// - Throws: A ``ClientError``; no payment is touched, so every one may be tried again.
    public static func load(
        from server: URL, publishableKey: String,
        transport: any Transport = URLSessionTransport()
    ) async throws(ClientError) -> MerchantConfiguration {
        let base = server.absoluteString
        let text = (base.hasSuffix("/") ? String(base.dropLast()) : base) + "/applepay/config"
        guard let url = URL(string: text) else { throw .insecureURL }
        let request = try HTTPRequest(
            get: url, headers: [HTTPRequest.Field("Authorization", "Bearer \(publishableKey)")])
        let response = try await ClientError.sending(request, over: transport)
        guard response.status == 200 else {
            let refusal = try? JSONDecoder().decode(Refusal.self, from: response.body.secret)
            guard let refusal else { throw .unreadableReply(status: response.status) }
            throw .refused(ReplyCode(refusal.code))
        }
        return try MerchantConfiguration(reading: response)
    }

    private init(reading response: HTTPResponse) throws(ClientError) {
        do {
            let reply = try JSONDecoder().decode(Reply.self, from: response.body.secret)
            displayName = reply.displayName
            merchant = try Merchant(
                reply.merchantIdentifier, countryCode: reply.countryCode,
                currency: CurrencyCode(reply.currencyCode),
                networks: reply.supportedNetworks.compactMap { Self.networks[$0] })
        } catch {
            throw .unreadableReply(status: response.status)
        }
    }

    /// The names on the web and in PassKit; a network that this kit doesn't know is left out.
    ///
    /// Source: Apple, ApplePayPaymentRequest.supportedNetworks; PKPaymentNetwork.
    private static let networks: [String: CardNetwork] = [
        "visa": .visa, "masterCard": .masterCard, "amex": .amex, "discover": .discover,
        "jcb": .jcb, "maestro": .maestro,
    ]

    private struct Reply: Decodable {
        let merchantIdentifier: String
        let displayName: String
        let countryCode: String
        let currencyCode: String
        let supportedNetworks: [String]
    }

    private struct Refusal: Decodable {
        let code: String
    }
}
