import DialectKit
import PaymentDomain

/// InstaMed's payment API of name-value pairs.
///
/// The way of a request: `InstaMed+Decode` reads the form and finds the outlet, `InstaMed+Decode…` make the command of
/// it; `InstaMed+Encode…` write the reply, `InstaMed+Errors` choose the error for everything that can go wrong.
///
/// Source: the source document (In App Apple Pay); InstaMed's developer portal; requests and replies of public clients.
package struct InstaMedDialect: Dialect {
    /// The outlets that the sender of a request may use; read for each request, since operators add outlets to a running
    /// server.
    let outlets: @Sendable (RequestHead) -> [InstaMedOutlet]
    /// The actions that are carried out; all others are unknown.
    let actions: Set<InstaMedAction>
    /// Whether InstaMed's test amounts work.
    let isSandbox: Bool
    /// How much a form may hold.
    let limits: FormLimits

    /// The dialect.
    ///
    /// - Parameters:
    ///   - outlets: Where payments may be taken, by whom.
    ///   - isSandbox: Whether InstaMed's test amounts decide; never where money moves.
    ///   - limits: How much a form may hold.
    package init(
        outlets: @escaping @Sendable () -> [InstaMedOutlet], isSandbox: Bool,
        limits: FormLimits = FormLimits()
    ) {
        self.init(actions: Set(InstaMedAction.allCases), isSandbox: isSandbox, limits: limits) {
            let user = InstaMedCredential.read($0)?.identity
            return outlets().filter { $0.user == user }
        }
    }

    init(
        actions: Set<InstaMedAction>, isSandbox: Bool, limits: FormLimits = FormLimits(),
        outlets: @escaping @Sendable (RequestHead) -> [InstaMedOutlet]
    ) {
        self.outlets = outlets
        self.actions = actions
        self.isSandbox = isSandbox
        self.limits = limits
    }

    /// The dialect with outlets that stay the same.
    package init(outlets: [InstaMedOutlet], isSandbox: Bool, limits: FormLimits = FormLimits()) {
        self.init(outlets: { outlets }, isSandbox: isSandbox, limits: limits)
    }

    /// `instamed`.
    package var name: String { "instamed" }

    /// A kept card's name is letters and digits, as InstaMed's own are.
    package var handles: HandleShape { .scramble }

    /// One page for all; what is asked for is known from the form only. The paths of InstaMed's own server, which is one of
    /// ASP.NET, have no case: besides the documented spelling some clients may write small letters.
    package var routes: [DialectRoute] {
        ["/payment/NVP.aspx", "/payment/nvp.aspx"].flatMap { path in
            ["POST", "GET"].map { DialectRoute(method: $0, path: path, operation: "nvp") }
        }
    }

    /// In the head: HTTP Basic.
    package func credential(in head: RequestHead) -> CredentialLocation {
        guard let credential = InstaMedCredential.read(head) else { return .missing }
        return .head(credential)
    }

    /// Reads a request; whatever is wrong with it becomes an error.
    package func decode(_ request: DialectRequest) -> DecodedRequest<InstaMedExchange> {
        var exchange = InstaMedExchange(request.head)
        let fields: InstaMedFields
        do {
            fields = try self.fields(of: request)
        } catch {
            return .reply(error.reply(to: exchange))
        }
        do {
            let command = try command(fields, of: request.head, &exchange)
            let isNumbered = exchange.action?.isNumbered ?? false
            var name = RequestIdentity(number: isNumbered ? exchange.number : nil)
            // Only if a token was spent without a payment should the customer be asked again.
            name.repetition.spentSource = .explained
            return .command(command, name: name, credential: nil, exchange)
        } catch {
            return .reply(InstaMedFault(error).reply(to: exchange))
        }
    }

    /// Writes the reply to a command.
    package func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: InstaMedExchange
    ) -> DialectReply {
        switch outcome {
        case .success(let result): reply(to: exchange, with: result)
        case .failure(let refusal): reply(to: exchange, refusing: refusal)
        }
    }

    /// Writes the reply to a request that the gateway stopped.
    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: InstaMedExchange?
    ) -> DialectReply {
        InstaMedFault(refusal).reply(to: exchange ?? InstaMedExchange(head))
    }
}
