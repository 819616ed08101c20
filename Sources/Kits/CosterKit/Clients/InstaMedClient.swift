import Foundation

/// InstaMed's SaveApplePayToken: a token for an `applePayTokenID`, for one use.
///
/// InstaMed asks for the merchant's password, which an app must not hold. So the request goes through a ``Relay``.
///
/// Source: InstaMed, In App Apple Pay.
public struct InstaMedClient: Tokenizer {
    /// InstaMed's three names for the place of a payment.
    public struct Outlet: Sendable, Hashable {
        /// The merchant.
        public let merchantID: String
        /// The store.
        public let storeID: String
        /// The terminal.
        public let terminalID: String

        /// Names a place. InstaMed's own default of store and terminal is 1.
        public init(merchantID: String, storeID: String = "1", terminalID: String = "1") {
            self.merchantID = merchantID
            self.storeID = storeID
            self.terminalID = terminalID
        }
    }

    private let relay: Relay
    private let outlet: Outlet
    private let merchantIdentifier: String
    private let transport: any Transport

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - relay: The server that adds InstaMed's credentials.
    ///   - outlet: The place of the payment.
    ///   - merchantIdentifier: Apple's, as in the payment request.
    ///   - transport: The way to the network.
    public init(
        relay: Relay, outlet: Outlet, merchantIdentifier: String,
        transport: any Transport = URLSessionTransport()
    ) {
        self.relay = relay
        self.outlet = outlet
        self.merchantIdentifier = merchantIdentifier
        self.transport = transport
    }

    /// Saves a token.
    ///
    /// - Throws: ``ClientError/refused(_:)`` with InstaMed's `errorCode`, for example 400.
    public func tokenize(
        _ token: ApplePayToken, orderID: String
    ) async throws(ClientError) -> TokenReference {
        let request = try relay.request(
            .instaMed, body: body(token), contentType: "application/x-www-form-urlencoded")
        let response = try await ClientError.sending(request, over: transport)
        let fields = Self.fields(response.body.secret)
        if let code = fields["errorcode"] { throw .refused(ReplyCode(code)) }
        let id = fields["applepaytokenid"] ?? ""
        guard let reference = TokenReference(kind: .instaMedTokenID, value: id) else {
            throw .unreadableReply(status: response.status)
        }
        return reference
    }

    /// The form, so that its bytes can be compared with those of other clients.
    public func body(_ token: ApplePayToken) -> Data {
        FormBody.data(
            [
                ("transactionAction", "SaveApplePayToken"), ("merchantID", outlet.merchantID),
                ("storeID", outlet.storeID), ("terminalID", outlet.terminalID),
                ("applePayMerchantID", merchantIdentifier),
                (
                    "applePayTokenData",
                    String(decoding: token.paymentData.secret, as: UTF8.self)
                ),
            ], .instaMed)
    }

    /// The reply's fields by lower-case name. A value ends at the next `&` and may hold `=`.
    private static func fields(_ body: Data) -> [String: String] {
        let pairs = String(decoding: body, as: UTF8.self).split(separator: "&").compactMap {
            pair -> (String, String)? in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { return nil }
            let value = String(sides[1]).trimmed
            return (sides[0].lowercased(), value.removingPercentEncoding ?? value)
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
