import Foundation

/// Tokens of a Coster sandbox, in place of the empty ones that the iOS simulator makes.
///
/// Only a debug build replaces anything. A release build contains neither the request nor its path, and reports
/// ``TokenError/simulatorToken`` as if no `SimulatorTokens` had been given.
///
///     let simulator = SimulatorTokens(sandbox: URL(string: "http://127.0.0.1:8080"))
public struct SimulatorTokens: Sendable {
    #if DEBUG
        private let sandbox: URL?
        private let transport: any Transport
    #endif

    /// Names a sandbox server.
    ///
    /// - Parameters:
    ///   - sandbox: The server's URL without a path; nil replaces nothing.
    ///   - transport: The way to the network.
    public init(sandbox: URL?, transport: any Transport = URLSessionTransport()) {
        #if DEBUG
            self.sandbox = sandbox
            self.transport = transport
        #endif
    }

    /// Mints a token for a checkout.
    ///
    /// - Throws: ``TokenError/simulatorToken`` in a release build, without a sandbox, and if the server mints none:
    ///   a server without `--sandbox` answers 404.
    public func mint(for checkout: Checkout) async throws(TokenError) -> ApplePayToken {
        #if DEBUG
            guard let sandbox, let request = try? Self.request(sandbox, checkout),
                let response = try? await transport.send(request), response.status == 200
            else { throw .simulatorToken }
            return try Self.token(response.body.secret)
        #else
            throw .simulatorToken
        #endif
    }
}

#if DEBUG
    extension SimulatorTokens {
        private struct Order: Encodable {
            let amount: String
            let applicationData: String?
            let currency: String
            let merchantIdentifier: String
        }

        /// The reply if it is the outer token; the payment data alone is taken too.
        private struct Outer: Decodable {
            let paymentData: ApplePayToken.Fields
        }

        private static func request(
            _ sandbox: URL, _ checkout: Checkout
        ) throws -> HTTPRequest {
            let base = sandbox.absoluteString
            let text = base.hasSuffix("/") ? String(base.dropLast()) : base
            guard let url = URL(string: text + "/sandbox/apple-pay/token") else {
                throw ClientError.insecureURL
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            let body = try encoder.encode(
                Order(
                    amount: checkout.total.amount.decimal,
                    applicationData: checkout.options.applicationData?.base64EncodedString(),
                    currency: checkout.merchant.currency.code,
                    merchantIdentifier: checkout.merchant.identifier))
            return try HTTPRequest(
                post: body, to: url,
                headers: [HTTPRequest.Field("Content-Type", "application/json")])
        }

        private static func token(_ body: Data) throws(TokenError) -> ApplePayToken {
            guard let outer = try? JSONDecoder().decode(Outer.self, from: body),
                let paymentData = try? JSONEncoder().encode(outer.paymentData)
            else { return try ApplePayToken(paymentData: body) }
            return try ApplePayToken(paymentData: paymentData)
        }
    }
#endif
