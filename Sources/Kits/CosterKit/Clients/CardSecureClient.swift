import Foundation

/// CardConnect's CardSecure: a token, or a card, for a CardSecure token.
///
/// The app needs no secret. The app's server then sends the authorization with the CardSecure token as `account`.
///
/// Source: CardConnect, Apple Pay developer guide; CardSecure API, tokenize.
public struct CardSecureClient: Tokenizer {
    private let url: URL
    private let transport: any Transport

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - url: The whole URL, for example
    ///     `https://fts.cardconnect.com:6443/cardsecure/api/v1/ccn/tokenize`.
    ///   - transport: The way to the network.
    public init(url: URL, transport: any Transport = URLSessionTransport()) {
        self.url = url
        self.transport = transport
    }

    /// Makes a client for an endpoint as the vendor's SDKs take it.
    ///
    /// - Parameters:
    ///   - endpoint: A host or host:port; or the whole URL of a sandbox on this machine. Nil for anything else.
    ///   - transport: The way to the network.
    public init?(endpoint: String, transport: any Transport = URLSessionTransport()) {
        let path = "/cardsecure/api/v1/ccn/tokenize"
        let isLocal = endpoint.hasPrefix("http://")
        if endpoint.contains("/"), !isLocal { return nil }
        let text = isLocal ? endpoint.trimmingSuffix("/") : "https://" + endpoint
        guard let url = URL(string: text + path), HTTPRequest.isSecure(url), url.path == path else {
            return nil
        }
        self.init(url: url, transport: transport)
    }

    /// Exchanges an Apple Pay token for a CardSecure token.
    ///
    /// - Throws: ``ClientError/refused(_:)`` with CardSecure's errorcode, for example 24 for a decryption failure.
    public func tokenize(
        _ token: ApplePayToken, orderID: String
    ) async throws(ClientError) -> TokenReference {
        try await send(request(token))
    }

    /// Exchanges a card for a CardSecure token.
    public func tokenize(_ card: CardDetails) async throws(ClientError) -> TokenReference {
        try await send(request(card))
    }

    /// The request for an Apple Pay token. The order of the parts was fixed until 2021; it still is here.
    public func request(_ token: ApplePayToken) throws(ClientError) -> HTTPRequest {
        let fields = token.fields.secret
        guard let key = fields.header.ephemeralPublicKey, token.version == .ec else {
            throw .unsupportedVersion
        }
        let parts = [
            fields.data, "ectype=apple", "ecsig=\(fields.signature)", "eckey=\(key)",
            "ectid=\(fields.header.transactionId)",
            "echash=\(fields.header.applicationData ?? "")",
            "ecpublickeyhash=\(fields.header.publicKeyHash)",
        ]
        return try request(
            Body(devicedata: parts.joined(separator: "&"), encryptionhandler: "EC_APPLE_PAY"))
    }

    /// The request for a card.
    public func request(_ card: CardDetails) throws(ClientError) -> HTTPRequest {
        try request(
            Body(
                account: card.number.secret, cvv: card.securityCode?.secret, expiry: card.expiry))
    }

    private func request(_ body: Body) throws(ClientError) -> HTTPRequest {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(body) else { throw .unsupportedVersion }
        return try HTTPRequest(
            post: data, to: url, headers: [HTTPRequest.Field("Content-Type", "application/json")])
    }

    private func send(_ request: HTTPRequest) async throws(ClientError) -> TokenReference {
        try Self.reference(in: try await ClientError.sending(request, over: transport))
    }

    /// Reads a reply, for callers that send the request themselves.
    public static func reference(in response: HTTPResponse) throws(ClientError) -> TokenReference {
        let body = response.body.secret
        guard let reply = try? JSONDecoder().decode(Reply.self, from: body) else {
            throw .unreadableReply(status: response.status)
        }
        guard reply.errorcode == 0 else { throw .refused(ReplyCode(String(reply.errorcode))) }
        let token = reply.token ?? ""
        guard let reference = TokenReference(kind: .cardSecureToken, value: token) else {
            throw .unreadableReply(status: response.status)
        }
        return reference
    }

    /// The JSON's layout; fields that are nil are left out.
    private struct Body: Encodable {
        var account: String?
        var cvv: String?
        var devicedata: String?
        var encryptionhandler: String?
        var expiry: String?
    }

    private struct Reply: Decodable {
        let errorcode: Int
        let token: String?
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
