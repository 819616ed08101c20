import DialectKit
import PaymentDomain

/// Serves the file by which Apple knows that a domain is a merchant's, byte for byte as Apple made it.
///
/// The request's Host decides whose file it is. Apple's crawlers take no redirect and no other bytes.
///
/// Source: Apple, "Maintaining your environment", domain verification; Apple's portal asks for the name with `.txt`.
package struct AssociationDialect: Dialect {
    /// The file's path, without the ending that Apple's portal adds.
    package static let path = "/.well-known/apple-developer-merchantid-domain-association"

    private let file: @Sendable (_ host: String) -> [UInt8]?

    /// The files.
    ///
    /// - Parameter file: The file of a host, in lower case and without its port; nil for a domain without one.
    package init(file: @escaping @Sendable (_ host: String) -> [UInt8]?) {
        self.file = file
    }

    package var name: String { "web" }
    package var routes: [DialectRoute] {
        ["GET", "HEAD"].flatMap { method in
            [Self.path, Self.path + ".txt"].map {
                DialectRoute(method: method, path: $0, operation: "association")
            }
        }
    }

    /// True: Apple's crawlers are no pages, but nothing here is secret, and a page may ask too.
    package var isForPages: Bool { true }

    package func credential(in head: RequestHead) -> CredentialLocation { .body }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        guard let host = request.head.host, let bytes = file(host) else {
            return .reply(
                .text(
                    404,
                    "refused: domain-unknown: No merchant has given an association file for this domain. Add it with coster merchant domain add.\n",
                    outcomeCode: "domain-unknown"))
        }
        return .reply(
            DialectReply(
                status: 200, contentType: "text/plain", body: bytes, outcomeCode: "ok"))
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply {
        .text(
            503, "refused: \(refusal.rawValue): Send the request again.\n",
            outcomeCode: refusal.rawValue)
    }
}
