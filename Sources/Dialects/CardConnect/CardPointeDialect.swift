import DialectKit
import PaymentDomain

/// CardConnect's CardPointe Gateway: the shop's server authorizes with a token of CardSecure, captures, voids, refunds
/// and asks.
///
/// The way of a request: `CardPointe+Decode` reads the body or the path and shares the work out to
/// `CardPointe+DecodeAuthorization`, `CardPointe+DecodeLater` and `CardPointe+DecodeInquiry`; the `CardPointe+Encode`
/// files write the replies, `CardPointe+Errors` every refusal.
///
/// Source: CardConnect, CardPointe Gateway API; the wire of its public clients.
package struct CardPointeDialect: Dialect {
    /// Whether test values are looked at.
    let isSandbox: Bool
    /// The currency of every merchid.
    let currency: Currency
    /// The processors of merchids; Rapid Connect where none is named.
    let processors: [String: CardPointeProcessor]
    /// Whether what is not settled can be refunded.
    let refundsUnsettled: Bool
    /// Whether an approval of less than was asked for is passed on. Source: the gateway's default.
    let allowsPartialApproval: Bool

    /// The merchid of the public test environment, on First Data North.
    package static let publicTestMerchid = "496160873888"

    /// The dialect.
    ///
    /// - Parameters:
    ///   - isSandbox: Whether test values are read.
    ///   - currency: The currency of every merchid.
    ///   - processors: The processors whose codes a merchid's replies have; Rapid Connect's if it isn't named.
    ///   - refundsUnsettled: Whether unsettled captures can be refunded.
    ///   - allowsPartialApproval: Whether an approval of less than the requested amount is passed on.
    package init(
        isSandbox: Bool, currency: Currency = .usd,
        processors: [String: CardPointeProcessor] = [publicTestMerchid: .firstDataNorth],
        refundsUnsettled: Bool = false, allowsPartialApproval: Bool = true
    ) {
        self.isSandbox = isSandbox
        self.currency = currency
        self.processors = processors
        self.refundsUnsettled = refundsUnsettled
        self.allowsPartialApproval = allowsPartialApproval
    }

    /// `cardconnect`: the gateway is one half of it.
    package var name: String { "cardconnect" }

    /// Source: CardSecure API, token format.
    package var handles: HandleShape { .sixteenDigits }

    /// The root of all paths.
    package static let root = "/cardconnect/rest"

    /// All paths below ``root``.
    package var routes: [DialectRoute] {
        CardPointeOperation.allCases.flatMap { operation in
            operation.paths.map {
                DialectRoute(
                    method: $0.method, path: Self.root + $0.path, operation: operation.rawValue)
            }
        }
    }

    /// HTTP Basic.
    package func credential(in head: RequestHead) -> CredentialLocation {
        guard let credential = head.basicCredential else { return .missing }
        return .head(credential)
    }

    /// Reads a request; whatever is wrong with it is answered as the gateway does.
    package func decode(_ request: DialectRequest) -> DecodedRequest<CardPointeExchange> {
        let operation = CardPointeOperation(rawValue: request.head.route.operation) ?? .absent
        var exchange = CardPointeExchange(request.head, operation)
        do {
            return try decoded(request, &exchange)
        } catch {
            return .reply(reply(to: exchange, with: error))
        }
    }

    /// Writes the reply to a command.
    package func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: CardPointeExchange
    ) -> DialectReply {
        switch outcome {
        case .success(let result): reply(to: exchange, with: result)
        case .failure(let refusal):
            reply(
                to: exchange, with: CardPointeCode(exchange.code(of: refusal)),
                outcome: refusal.code, standing: exchange.numberStanding(behind: refusal))
        }
    }

    /// Writes the reply to a request that the gateway stopped.
    ///
    /// A request that was decoded had a right password: its merchid is not of the user's merchant.
    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: CardPointeExchange?
    ) -> DialectReply {
        if refusal == .unauthorized, let exchange, exchange.operation != .check {
            return reply(to: exchange, with: .answer(.invalidMerchant))
        }
        return transportReply(refusal, path: head.wirePath, at: head.receivedAt)
    }

    /// The processor of a merchid.
    func processor(_ exchange: CardPointeExchange) -> CardPointeProcessor {
        exchange.merchid.flatMap { processors[$0] } ?? .rapidConnect
    }
}
