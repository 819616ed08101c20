import Foundation

/// The app's own server, asked to pay with a small JSON request.
///
///     POST /apple-pay
///     {"amount":"14.99","currency":"USD","orderId":"A-1",
///      "token":{"type":"paypageRegistrationId","value":"…"}}
///
///     {"result":"paid","reference":"83987723340285287"}
///
/// `result` is `paid`, `declined` or `unknown`; a decline has a `code`. The order number is also the header
/// `Idempotency-Key`: a server pays an order once, and answers a repetition with the first result.
public struct MerchantServer: PaymentAuthorizer {
    private let url: URL
    private let headers: [HTTPRequest.Field]
    private let transport: any Transport

    /// Names a server.
    ///
    /// - Parameters:
    ///   - url: The whole URL of the call.
    ///   - headers: Further header fields, such as the customer's session.
    ///   - transport: The way to the network.
    public init(
        url: URL, headers: [HTTPRequest.Field] = [],
        transport: any Transport = URLSessionTransport()
    ) {
        self.url = url
        self.headers = headers
        self.transport = transport
    }

    /// Asks the server to pay.
    public func authorize(_ payment: AuthorizedPayment) async -> ServerAnswer {
        do throws(ClientError) {
            let request = try request(payment)
            let response = try await ClientError.sending(request, over: transport)
            return Self.answer(response)
        } catch {
            return ServerAnswer(error)
        }
    }

    /// The request, so that its bytes can be compared with those of other clients.
    public func request(_ payment: AuthorizedPayment) throws(ClientError) -> HTTPRequest {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(Body(payment)) else { throw .unsupportedVersion }
        let own = [
            HTTPRequest.Field("Content-Type", "application/json"),
            HTTPRequest.Field("Idempotency-Key", payment.orderID),
        ]
        return try HTTPRequest(post: body, to: url, headers: own + headers)
    }

    /// A 4xx without a result means that nothing was done; anything else unreadable leaves the outcome open.
    private static func answer(_ response: HTTPResponse) -> ServerAnswer {
        guard let reply = try? JSONDecoder().decode(Reply.self, from: response.body.secret) else {
            return (400...499).contains(response.status) && response.status != 409
                ? .failed(.unreadableReply(status: response.status)) : .unknown
        }
        switch reply.result {
        case "paid": return .paid(reference: reply.reference ?? "")
        case "declined": return .declined(Decline(ReplyCode(reply.code ?? "declined")))
        default: return .unknown
        }
    }

    private struct Body: Encodable {
        struct Token: Encodable {
            let type: String
            let value: String
        }

        let amount: String
        let currency: String
        let orderId: String
        let token: Token

        init(_ payment: AuthorizedPayment) {
            amount = payment.amount.decimal
            currency = payment.amount.currency.code
            orderId = payment.orderID
            switch payment.credential {
            case .reference(let reference):
                token = Token(type: reference.kind.rawValue, value: reference.value.secret)
            case .token(let applePay):
                let json = String(decoding: applePay.paymentData.secret, as: UTF8.self)
                token = Token(type: "paymentData", value: json)
            }
        }
    }

    private struct Reply: Decodable {
        let result: String
        let reference: String?
        let code: String?
    }
}
