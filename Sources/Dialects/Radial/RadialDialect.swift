import DialectKit
import PaymentDomain
import StrictXML

/// Radial's Payment Service XML, version 1.0.
///
/// The way of a request: `Radial+Decode` finds the message, `Messages/` read it as the schema has
/// it, `Radial+Decode…` make the command of it; `Radial+Encode…` write the reply, `Radial+Errors`
/// every Fault.
///
/// Source: Radial, Payment Service API: Credit Card Auth, Confirm Funds, Payment Auth Cancel,
/// Payment Settlement and the Apple Pay pages; XSDs of 2017.
package struct RadialDialect: Dialect {
    /// The namespace of all messages.
    static let namespaceName: StaticString = "http://api.gsicommerce.com/schema/checkout/1.0"
    /// The same, as a text to compare with.
    static let namespace = "\(namespaceName)"

    /// How much a message may hold.
    let limits: XMLLimits
    /// Whether the sender is the customer, so that CustomerIPAddress is the connection's address.
    let isSentByCustomer: Bool

    /// The dialect.
    package init(limits: XMLLimits = XMLLimits()) {
        self.init(limits: limits, isSentByCustomer: false)
    }

    init(limits: XMLLimits = XMLLimits(), isSentByCustomer: Bool) {
        self.limits = limits
        self.isSentByCustomer = isSentByCustomer
    }

    /// `radial`.
    package var name: String { "radial" }
    /// Source: Radial, PaymentAccountUniqueId (1 to 22 characters, beside an isToken flag).
    package var handles: HandleShape { .scramble }

    /// The five operations.
    ///
    /// Source: Radial, "API structure":
    /// /v{M}.{m}/stores/{store}/{service}/{operation}/{parameters}.{format}.
    package var routes: [DialectRoute] {
        [
            route("creditcard/auth/{tender}.xml", .authorize),
            route("funds/confirm/{tender}.xml", .confirmFunds),
            route("auth/cancel/{tender}.xml", .cancel),
            route("settlement/create/{tender}.xml", .settle),
            route("decryptblob", .decrypt),
        ]
    }

    private func route(_ path: String, _ operation: RadialOperation) -> DialectRoute {
        DialectRoute(
            method: "POST", path: "/v1.0/stores/{store}/payments/\(path)",
            operation: operation.rawValue)
    }

    /// Reads a request; whatever is wrong with it becomes a Fault.
    package func decode(_ request: DialectRequest) -> DecodedRequest<RadialExchange> {
        do {
            let decoded = try command(of: request)
            let repetition = RepetitionPolicy(decoded.requestID.map { .key($0) } ?? .none)
            var name = RequestIdentity(repetition: repetition)
            name.askedAs = decoded.asking?.text
            return .command(decoded.command, name: name, credential: nil, decoded.exchange)
        } catch {
            return .reply(RadialFault(error).reply(at: request.head.receivedAt))
        }
    }

    /// Writes the reply to a command.
    package func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: RadialExchange
    ) -> DialectReply {
        switch outcome {
        case .success(let result): reply(to: exchange, with: result)
        case .failure(let refusal):
            RadialFault(refusal, isCredit: exchange.isCredit).reply(at: exchange.receivedAt)
        }
    }

    /// Writes the Fault for a request that the gateway stopped.
    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: RadialExchange?
    ) -> DialectReply {
        RadialFault(refusal).reply(at: head.receivedAt)
    }
}
