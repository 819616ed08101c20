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
package struct EProtectDialect: Dialect {
    /// How much a form may hold.
    let limits: FormLimits

    /// The dialect.
    package init() {
        limits = FormLimits()
    }

    /// `vantiv`: eProtect is one half of it.
    package var name: String { "vantiv" }

    /// True: eProtect's script runs in the shop's page.
    package var isForPages: Bool { true }

    /// Source: Vantiv, Sandbox FAQ: tokens are digits, as many as the card number's.
    package var handles: HandleShape { .digits }

    /// Both generations of paths, for forms and for scripts.
    package var routes: [DialectRoute] {
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
    package func credential(in head: RequestHead) -> CredentialLocation { .body }

    /// Reads a request; whatever is wrong with it is answered with a code.
    package func decode(_ request: DialectRequest) -> DecodedRequest<EProtectExchange> {
        var exchange = EProtectExchange(request.head)
        do {
            let fields = try fields(of: request)
            if request.head.route.operation == EProtectOperation.statistics.rawValue {
                return .reply(statisticsReply(to: exchange))
            }
            let decoded = try registration(fields, of: request.head, &exchange)
            var name = RequestIdentity(number: exchange.number)
            // A client that registers again may have lost the reply of an approved payment.
            name.repetition.spentSource = .explained
            return .command(
                .register(decoded.command), name: name,
                credential: decoded.credential, exchange)
        } catch {
            return .reply(reply(with: error, to: exchange))
        }
    }

    /// Writes the reply to a registration.
    package func encode(
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
    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: EProtectExchange?
    ) -> DialectReply {
        reply(with: EProtectFault(refusal), to: exchange ?? EProtectExchange(head))
    }
}
