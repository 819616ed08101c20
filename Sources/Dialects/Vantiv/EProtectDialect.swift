import DialectKit
import PaymentDomain

/// Vantiv's eProtect (PayPage): an app or a page exchanges a card or an Apple Pay token for a registration id, with
/// which the shop's server pays once.
///
/// The way of a request: `EProtect+Decode` reads the parameters, `EProtectSource` the card or the token among them;
/// `EProtect+Encode` writes the reply, `EProtect+Errors` every refusal.
///
/// Source: Vantiv, eProtect in-app integration for Apple Pay (DOC-1544); eProtect-api3.js; the replies of public
/// clients.
public struct EProtectDialect: Dialect {
    /// How much a form may hold.
    let limits: FormLimits

    /// The dialect.
    public init() {
        limits = FormLimits()
    }

    /// `vantiv`: eProtect is one half of it.
    public var name: String { "vantiv" }

    /// True: eProtect's script runs in the shop's page.
    public var isForPages: Bool { true }

    /// Source: Vantiv, Sandbox FAQ: tokens are digits, as many as the card number's.
    public var handles: HandleShape { .digits }

    /// Both generations of paths, for forms and for scripts.
    public var routes: [DialectRoute] {
        EProtectGeneration.allCases.flatMap { generation in
            [
                route("POST", generation, "paypage", .register),
                route("GET", generation, "paypage", .register),
                route("GET", generation, "ppstats", .statistics),
            ]
        }
    }

    private func route(
        _ method: String, _ generation: EProtectGeneration, _ page: String,
        _ operation: EProtectOperation
    ) -> DialectRoute {
        DialectRoute(
            method: method, path: "/\(generation.rawValue)/\(page)", operation: operation.rawValue)
    }

    /// Among the parameters: an app holds no secret, so that the paypageId alone says whose request it is.
    public func credential(in head: RequestHead) -> CredentialLocation { .body }

    /// Reads a request; whatever is wrong with it is answered with a code.
    public func decode(_ request: DialectRequest) -> DecodedRequest<EProtectExchange> {
        var exchange = EProtectExchange(request.head)
        do {
            let fields = try fields(of: request)
            if request.head.route.operation == EProtectOperation.statistics.rawValue {
                return .reply(statisticsReply(to: exchange))
            }
            let decoded = try registration(fields, of: request.head, &exchange)
            var name = RequestName(number: exchange.number)
            // Who registers again may have lost the reply of a payment that stands.
            name.asksWhoSpent = true
            return .command(
                .register(decoded.command), name: name,
                credential: decoded.credential, exchange)
        } catch {
            return .reply(reply(with: error, to: exchange))
        }
    }

    /// Writes the reply to a registration.
    public func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: EProtectExchange
    ) -> DialectReply {
        switch outcome {
        case .success(.registered(let card)):
            reply(with: card, to: exchange)
        case .success:
            // Our own mistake: the result of another command.
            reply(with: EProtectFault(GatewayRefusal.internalError), to: exchange)
        case .failure(let refusal):
            reply(with: EProtectFault(refusal), to: exchange)
        }
    }

    /// Writes the reply to a request that the gateway stopped.
    public func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: EProtectExchange?
    ) -> DialectReply {
        reply(with: EProtectFault(refusal), to: exchange ?? EProtectExchange(head))
    }
}
