import DialectKit
import PaymentDomain
import StrictCoding

/// `POST /applepay/policy-report`: a browser reports what the hosted page's Content-Security-Policy has stopped.
///
/// Anyone can send a report, and the page's address in it is a secret. So only the directive counts: as the outcome in
/// `/metrics`, and in a log line a second.
///
/// Source: W3C, Content Security Policy Level 3, 5.3 and 6.4.1; PCI DSS 4.0.1, 11.6.1.
package struct PolicyReportDialect: Dialect {
    static let path = "/applepay/policy-report"

    package init() {}

    package var name: String { "web" }
    package var limitsAddresses: Bool { true }
    package var routes: [DialectRoute] {
        [DialectRoute(method: "POST", path: Self.path, operation: "policy-report")]
    }

    package func credential(in head: RequestHead) -> CredentialLocation { .body }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        .reply(
            DialectReply(
                status: 204, contentType: "text/plain; charset=utf-8", body: [],
                outcomeCode: "policy-\(Self.directive(in: request.body))"))
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply { refusal.webReply }

    /// The directive of the page's policy that a report is about: `script-src` for `script-src-elem` too.
    private static func directive(in body: [UInt8]) -> String {
        let report = (try? JSONObject(reading: body))?["csp-report"]?.object
        let named = report?["effective-directive"]?.text ?? report?["violated-directive"]?.text
        return PageHeaders.directives.first { named?.hasPrefix($0) ?? false } ?? "unknown"
    }
}
