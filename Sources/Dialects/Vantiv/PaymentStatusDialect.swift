import DialectKit
import PaymentDomain
import StrictCoding

/// The report of one transaction, which switches read before they call a payment paid.
///
/// Source: public connectors to Worldpay's cnpAPI: `GET /reports/dtrPaymentStatus/{cnpTxnId}` with HTTP Basic, JSON. No
/// public page of Worldpay describes it.
package struct PaymentStatusDialect: Dialect {
    /// The merchantIds of a user: HTTP Basic names none.
    private let merchantIDs: @Sendable (_ user: String) -> [String]

    /// The dialect.
    ///
    /// - Parameter merchantIDs: The merchantIds of a user. The password of the first one is asked for.
    package init(merchantIDs: @escaping @Sendable (_ user: String) -> [String]) {
        self.merchantIDs = merchantIDs
    }

    /// `vantiv`: the reports are a part of it.
    package var name: String { "vantiv" }
    package var handles: HandleShape { .digits }

    package var routes: [DialectRoute] {
        [
            DialectRoute(
                method: "GET", path: "/reports/dtrPaymentStatus/{number}",
                operation: "paymentStatus")
        ]
    }

    /// In the head: HTTP Basic with the user and the password of cnpAPI.
    package func credential(in head: RequestHead) -> CredentialLocation {
        guard let presented = head.basicCredential,
            let merchantID = merchantIDs(presented.identity).min()
        else { return .missing }
        return .head(
            PresentedCredential(
                identity: VantivIdentity.user(presented.identity, merchantID: merchantID),
                secret: presented.secret))
    }

    /// Reads the number in the path.
    package func decode(_ request: DialectRequest) -> DecodedRequest<PaymentStatusExchange> {
        guard let number = Self.number(request.head.parameters["number"] ?? "") else {
            return .reply(
                Self.failure(
                    400, "number-invalid", "The payment id must have 1 to 19 digits."))
        }
        let exchange = PaymentStatusExchange(number: number, requestID: request.head.id)
        return .command(
            .inquire(InquireCommand(clientName: nil, number: number)), name: RequestIdentity(),
            credential: nil, exchange)
    }

    package func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: PaymentStatusExchange
    ) -> DialectReply {
        switch outcome {
        case .success(.found(let found)): exchange.reply(with: found.first)
        case .failure(.storeUnavailable):
            Self.failure(503, "store-unavailable", "The database can't be used. Try again.")
        case .success, .failure: refusal(.internalError)
        }
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: PaymentStatusExchange?
    ) -> DialectReply {
        self.refusal(refusal)
    }

    private func refusal(_ refusal: GatewayRefusal) -> DialectReply {
        let fault = VantivFault(refusal)
        let isUnauthorized = refusal == .unauthorized
        var reply = Self.failure(isUnauthorized ? 401 : fault.status, fault.reason, fault.message)
        if isUnauthorized { reply.headers["WWW-Authenticate"] = "Basic realm=\"Vantiv\"" }
        return reply
    }

    private static func number(_ text: String) -> TransactionNumber? {
        guard text.utf8.count <= VantivLimits.numberDigits,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int64(text).flatMap { TransactionNumber($0) }
    }

    /// Source: the connectors read `errorMessages`, an array of texts.
    private static func failure(_ status: Int, _ code: String, _ message: String) -> DialectReply {
        var writer = JSONWriter()
        writer.object { $0.member("errorMessages", texts: [message]) }
        return DialectReply(
            status: status, contentType: PaymentStatusExchange.contentType, body: writer.bytes,
            outcomeCode: code)
    }
}
