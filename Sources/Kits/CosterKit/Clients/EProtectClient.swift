import Foundation

/// Vantiv's eProtect: a token for a `paypageRegistrationId`.
///
/// The app needs no secret: the paypage ID is public. The app's server then sends the authorization with `<paypage>`
/// and `orderSource` `applepay`.
///
/// Source: Vantiv, Mobile API for Apple Pay; field order and encoding of Vantiv's sample app.
public struct EProtectClient: Tokenizer {
    private static let headers = [
        HTTPRequest.Field("Content-Type", "application/x-www-form-urlencoded"),
        HTTPRequest.Field("User-Agent", "Litle/1.0 CFNetwork/459 Darwin/10.0.0.d3"),
        HTTPRequest.Field("Cache-Control", "no-cache"),
    ]

    private let url: URL
    private let paypageID: String
    private let reportGroup: String
    private let transport: any Transport

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - url: The whole URL, for example `https://request.eprotect.vantivcnp.com/eProtect/paypage`.
    ///   - paypageID: Vantiv's name for the merchant's page.
    ///   - reportGroup: The merchant's report group.
    ///   - transport: The way to the network.
    public init(
        url: URL, paypageID: String, reportGroup: String,
        transport: any Transport = URLSessionTransport()
    ) {
        self.url = url
        self.paypageID = paypageID
        self.reportGroup = reportGroup
        self.transport = transport
    }

    /// Registers a token.
    ///
    /// - Throws: ``ClientError/refused(_:)`` with eProtect's code, for example 879, if it isn't 870.
    public func tokenize(
        _ token: ApplePayToken, orderID: String
    ) async throws(ClientError) -> TokenReference {
        try await tokenize(token, orderID: orderID, requestID: orderID)
    }

    /// Registers a token under a request ID of the app's own.
    ///
    /// - Parameters:
    ///   - token: The device's token.
    ///   - orderID: The app's number for the order.
    ///   - requestID: The field `id`, which eProtect mirrors back.
    public func tokenize(
        _ token: ApplePayToken, orderID: String, requestID: String
    ) async throws(ClientError) -> TokenReference {
        let request = try request(token, orderID: orderID, requestID: requestID)
        let response = try await ClientError.sending(request, over: transport)
        let body = response.body.secret
        guard let reply = try? JSONDecoder().decode(Reply.self, from: body) else {
            throw .unreadableReply(status: response.status)
        }
        guard reply.response == "870" else { throw .refused(ReplyCode(reply.response)) }
        let id = reply.paypageRegistrationId ?? ""
        guard let reference = TokenReference(kind: .paypageRegistrationID, value: id) else {
            throw .unreadableReply(status: response.status)
        }
        return reference
    }

    /// The request, so that its bytes can be compared with those of other clients.
    public func request(
        _ token: ApplePayToken, orderID: String, requestID: String
    ) throws(ClientError) -> HTTPRequest {
        let fields = token.fields.secret
        guard let key = fields.header.ephemeralPublicKey, token.version == .ec else {
            throw .unsupportedVersion
        }
        let form = FormBody.data(
            [
                ("paypageId", paypageID), ("reportGroup", reportGroup), ("orderId", orderID),
                ("id", requestID), ("applepay.data", fields.data),
                ("applepay.signature", fields.signature), ("applepay.version", fields.version),
                ("applepay.header.ephemeralPublicKey", key),
                ("applepay.header.publicKeyHash", fields.header.publicKeyHash),
                ("applepay.header.transactionId", fields.header.transactionId),
                ("applepay.header.applicationData", fields.header.applicationData ?? ""),
            ], .eProtect)
        return try HTTPRequest(post: form, to: url, headers: Self.headers)
    }

    private struct Reply: Decodable {
        let response: String
        let paypageRegistrationId: String?
    }
}
