import DialectKit
import PaymentDomain

/// CardConnect's CardSecure: an app or a page exchanges a card number or an Apple Pay token for a token, with which
/// the shop's server pays at the CardPointe Gateway.
///
/// The way of a request: `CardSecure+Decode` reads the body, `CardSecureDeviceData` an Apple Pay token within it;
/// `CardSecure+Encode` writes the reply, `CardSecure+Errors` every refusal.
///
/// Source: CardConnect, CardSecure API and Apple Pay guide.
package struct CardSecureDialect: Dialect {
    /// Whether test values are looked at: CardSecure has none, so that nothing differs.
    let isSandbox: Bool

    /// The dialect.
    package init(isSandbox: Bool) {
        self.isSandbox = isSandbox
    }

    /// `cardconnect`: CardSecure is one half of it.
    package var name: String { "cardconnect" }

    /// True: a page exchanges a card number for a token.
    package var isForPages: Bool { true }

    /// Source: CardSecure API, token format.
    package var handles: HandleShape { .sixteenDigits }

    /// Two paths.
    package var routes: [DialectRoute] {
        [
            DialectRoute(
                method: "POST", path: "/cardsecure/api/v1/ccn/tokenize",
                operation: CardSecureOperation.tokenize.rawValue),
            DialectRoute(
                method: "POST", path: "/cardsecure/api/v1/echo",
                operation: CardSecureOperation.echo.rawValue),
        ]
    }

    /// The site, by its host: the protocol has no authentication, and an Authorization that a client sends all the same is
    /// not looked at. A token is of no use without the password of its merchant.
    package func credential(in head: RequestHead) -> CredentialLocation {
        let site =
            head.header("host").map(CardConnectIdentity.cardSecure(site:))
            ?? CardConnectIdentity.cardSecureSite
        return .head(PresentedCredential(identity: site, secret: ""))
    }

    /// Reads a request; whatever is wrong with it is answered with an error code.
    package func decode(_ request: DialectRequest) -> DecodedRequest<CardSecureExchange> {
        do {
            let fields = try fields(of: request)
            if request.head.route.operation == CardSecureOperation.echo.rawValue {
                return .reply(echoReply(try echoed(fields)))
            }
            let (command, exchange) = try tokenization(fields, of: request.head)
            var name = RequestIdentity()
            // A payload that has paid is no more to be sent than a stale one, but no new one is to be asked for.
            name.repetition.spentSource = .explained
            return .command(command, name: name, credential: nil, exchange)
        } catch {
            return .reply(reply(with: error))
        }
    }

    /// Writes the reply to a tokenization.
    package func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: CardSecureExchange
    ) -> DialectReply {
        switch outcome {
        case .success(.kept(let card)):
            tokenReply(card.handle.value, outcome: "kept")
        case .success(.registered(let card)):
            if let token = CardSecureToken(card) {
                tokenReply(token.text, outcome: "registered")
            } else {
                reply(with: CardSecureFault(GatewayRefusal.internalError))
            }
        case .success:
            // Our own mistake: the result of another command.
            reply(with: CardSecureFault(GatewayRefusal.internalError))
        case .failure(let refusal):
            reply(with: CardSecureFault(refusal))
        }
    }

    /// Writes the reply to a request that the gateway stopped.
    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: CardSecureExchange?
    ) -> DialectReply {
        reply(with: CardSecureFault(refusal))
    }
}

/// The operations of CardSecure, as metrics and logs name them.
enum CardSecureOperation: String, Sendable, CaseIterable {
    /// A card or an Apple Pay token is exchanged for a token.
    case tokenize
    /// The message comes back.
    case echo
}

/// The result of decoding that a reply of CardSecure needs: only the requested operation.
package struct CardSecureExchange: Sendable, Hashable {
    /// Whether an Apple Pay token was sent.
    let isApplePay: Bool
}
