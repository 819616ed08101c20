import DialectKit
import PaymentDomain

/// `POST /applepay/session`: a session in which a page may show Apple's sheet, for the merchant whose page it is.
///
/// The page's domain is the host of its Origin, which a browser writes and no script can change. The reply is Apple's
/// JSON, unchanged.
///
/// Source: Apple, "Requesting an Apple Pay payment session".
package struct SessionDialect: Dialect {
    package static let path = "/applepay/session"

    private let session:
        @Sendable (PageSessionRequest, MerchantID) async -> Result<[UInt8], SessionRefusal>

    /// The route.
    ///
    /// - Parameter session: Asks Apple, if the merchant allows the page.
    package init(
        session:
            @escaping @Sendable (PageSessionRequest, MerchantID) async
            -> Result<[UInt8], SessionRefusal>
    ) {
        self.session = session
    }

    package var name: String { "web" }
    package var clientNamespace: String { RelayCaller.namespace }
    package var isForPages: Bool { true }
    package var limitsAddresses: Bool { true }
    package var routes: [DialectRoute] {
        [DialectRoute(method: "POST", path: Self.path, operation: "session")]
    }

    package func credential(in head: RequestHead) -> CredentialLocation {
        PageCaller.credential(in: head)
    }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        do throws(SessionRefusal) {
            let page = try PageSessionRequest(request)
            return .question { DialectReply(session: await session(page, $0)) }
        } catch {
            return .reply(error.reply)
        }
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply { refusal.webReply }
}
