import Foundation

/// Radial's authorization in one request: the token goes in, the authorization comes out.
///
/// Radial asks for the merchant's API key, which an app must not hold. So the request goes through a ``Relay``.
///
/// Source: Radial, Apple integration, CreditCardAuthRequest with WalletPaymentInformation.
public struct RadialClient: PaymentAuthorizer {
    private let relay: Relay
    private let transport: any Transport

    /// Makes a client.
    public init(relay: Relay, transport: any Transport = URLSessionTransport()) {
        self.relay = relay
        self.transport = transport
    }

    /// Authorizes a payment with the device's token.
    ///
    /// The order number is also the request ID, so that a repetition is recognized: it has 1 to 20 characters.
    public func authorize(_ payment: AuthorizedPayment) async -> ServerAnswer {
        do throws(ClientError) {
            guard case .token(let token) = payment.credential else {
                throw ClientError.unsupportedVersion
            }
            let body = try RadialRequest(
                token: token, orderID: payment.orderID, requestID: payment.orderID,
                details: payment.details
            ).body()
            let request = try relay.request(.radial, body: body, contentType: "text/xml")
            let response = try await ClientError.sending(request, over: transport)
            return Self.answer(response)
        } catch {
            return ServerAnswer(error)
        }
    }

    /// Source: Radial, response codes: AP01 approved, TO01 and NR01 time-outs; all others are declines.
    private static func answer(_ response: HTTPResponse) -> ServerAnswer {
        let xml = String(decoding: response.body.secret, as: UTF8.self)
        guard let code = text(of: "AuthorizationResponseCode", in: xml) else {
            let fault = text(of: "Code", in: xml).map(ReplyCode.init)
            guard (400...499).contains(response.status), response.status != 409, let fault else {
                return .unknown
            }
            return .failed(.refused(fault))
        }
        switch code {
        case "AP01": return .paid(reference: text(of: "BankAuthorizationCode", in: xml) ?? "")
        case "TO01", "NR01": return .unknown
        default:
            let word = text(of: "ResponseCode", in: xml) ?? code
            return .declined(Decline(ReplyCode(word), isAddressMismatch: word.hasPrefix("AVS")))
        }
    }

    /// The text of the first element of a name; Radial's replies have neither prefixes nor comments.
    private static func text(of element: String, in xml: String) -> String? {
        guard let start = xml.range(of: "<\(element)>"),
            let end = xml.range(of: "</\(element)>", range: start.upperBound..<xml.endIndex)
        else { return nil }
        return String(xml[start.upperBound..<end.lowerBound]).trimmed
    }
}
