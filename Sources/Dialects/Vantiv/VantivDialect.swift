import DialectKit
import PaymentDomain
import StrictXML

/// Vantiv's LitleXML 8.29 to 11 and cnpAPI 12, online transactions.
///
/// The way of a request: `Messages/` read the root and the attributes, `Schema/` holds the
/// transaction to the content model of its version, `Vantiv+Decode…` make the command of it;
/// `Vantiv+Encode…` write the reply, `VantivCode+Refusal` chooses the code of everything that can go
/// wrong. `Sandbox/` has the test values of Vantiv's own sandbox, which only a sandbox obeys.
///
/// Source: Vantiv, XSDs of 8.29 to 12.34; cnpAPI reference guide.
package struct VantivDialect: Dialect {
    /// Whether Vantiv's test values work.
    let isSandbox: Bool
    /// The currency of a merchantId: no request names one.
    let currency: @Sendable (_ merchantID: String) -> Currency
    /// How much a message may hold.
    let limits: XMLLimits

    /// The dialect.
    ///
    /// - Parameters:
    ///   - isSandbox: Whether Vantiv's test values (card suffixes, amounts, orders of its
    ///     certification) decide; never where money moves.
    ///   - currency: The currency of a merchantId. Source: Vantiv's sandbox page: one merchantId for
    ///     each currency.
    ///   - limits: How much a message may hold.
    package init(
        isSandbox: Bool,
        currency: @escaping @Sendable (_ merchantID: String) -> Currency = { _ in .usd },
        limits: XMLLimits = XMLLimits()
    ) {
        self.isSandbox = isSandbox
        self.currency = currency
        self.limits = limits
    }

    /// `vantiv`.
    package var name: String { "vantiv" }
    /// Source: Vantiv's sandbox page: tokens keep length and last four digits, and fail the check.
    package var handles: HandleShape { .digits }

    /// The three paths of Vantiv's hosts, and the default of its SDKs for their sandbox; the operation is known from the body only. A sandbox has one more, which says
    /// that it lives.
    package var routes: [DialectRoute] {
        let online =
            (["/vap/communicator/online", "/communicator/online"]
            + Self.processorSandboxPaths).map {
                DialectRoute(method: "POST", path: $0, operation: "online")
            }
        return isSandbox ? online + [Self.liveness] : online
    }

    /// The paths of Vantiv's sandbox, which remembers nothing. A sandbox of ours answers here as it does: a number may
    /// fail the Luhn check, and an `id` may come again. On the other paths it keeps the rules of production.
    ///
    /// Source: Vantiv's sandbox page, and the default of its SDKs.
    static let processorSandboxPaths = [
        "/sandbox/communicator/online", "/sandbox/new/sandbox/communicator/online",
    ]

    /// Source: Vantiv's sandbox page; it doesn't give the answer.
    private static let liveness = DialectRoute(
        method: "GET", path: "/sandbox/status", operation: "status")

    /// In the body: user and password, with the merchantId of the root.
    package func credential(in head: RequestHead) -> CredentialLocation { .body }

    /// Reads a request; whatever is wrong with it becomes a reply.
    package func decode(_ request: DialectRequest) -> DecodedRequest<VantivExchange> {
        guard request.head.route != Self.liveness else {
            return .reply(
                DialectReply(
                    status: 200, contentType: "text/plain; charset=utf-8",
                    body: Array("live\n".utf8), outcomeCode: "ok"))
        }
        let root: XMLNode
        do {
            root = try XMLDocument.root(of: request.body, limits: limits)
        } catch {
            let dialog = VantivSession(unreadable: request.body)
            return .reply(VantivFault(error).reply(in: dialog))
        }
        do {
            return try command(of: VantivEnvelope(root), request.head)
        } catch {
            return .reply(VantivFault(error).reply(in: VantivSession(root: root)))
        }
    }

    /// Writes the reply to a command.
    package func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: VantivExchange
    ) -> DialectReply {
        switch outcome {
        case .success(let result): reply(to: exchange, with: result)
        case .failure(let refusal): reply(to: exchange, refusing: refusal)
        }
    }

    /// Writes the reply to a request that the gateway stopped: the root alone, with why.
    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: VantivExchange?
    ) -> DialectReply {
        let dialog =
            exchange?.dialog
            ?? VantivSession(family: .cnp, version: VantivFamily.cnp.latestVersion)
        return VantivFault(refusal).reply(in: dialog)
    }
}
