import DialectKit
import PaymentDomain

/// The sandbox's own pages and scripts: the start page, and the simulated `ApplePaySession` for browsers without Apple Pay.
///
/// Only a sandbox registers it: a production server answers 404 to each of these paths.
package struct SandboxSite: Dialect {
    /// The script's path.
    package static let scriptPath = "/sandbox/apple-pay.js"

    /// The name of all that a sandbox answers about itself.
    package static let name = "sandbox"

    /// The site.
    package init() {}

    package var name: String { SandboxSite.name }
    package var routes: [DialectRoute] {
        SandboxAsset.allCases.map {
            DialectRoute(method: "GET", path: $0.rawValue, operation: "page")
        }
    }

    /// True: pages of shops load the script, and a link from another page may lead to the start page.
    package var isForPages: Bool { true }

    package func credential(in head: RequestHead) -> CredentialLocation { .body }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        guard let asset = SandboxAsset(rawValue: request.head.route.path) else {
            return .reply(
                .refused(404, "not-found", "There is no such page. Open / of the sandbox."))
        }
        return .reply(asset.reply)
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply {
        .refusal(of: refusal)
    }
}

/// A file of the site, by its path.
enum SandboxAsset: String, CaseIterable {
    case start = "/"
    case startScript = "/sandbox/start.js"
    case startStyle = "/sandbox/start.css"
    case applePay = "/sandbox/apple-pay.js"

    /// The parts of the simulated device, in the order in which they depend on each other.
    private static let device: [UInt8] = {
        let parts = [
            PackageResources.device_begin_js, PackageResources.device_request_js,
            PackageResources.device_wallet_js, PackageResources.device_style_js,
            PackageResources.device_sheet_js, PackageResources.device_session_js,
            PackageResources.device_end_js,
        ]
        return Array("\"use strict\";\n(() => {\n".utf8) + parts.flatMap { $0 }
            + Array("})();\n".utf8)
    }()

    private var content: (type: String, bytes: [UInt8]) {
        switch self {
        case .start: ("text/html; charset=utf-8", PackageResources.start_html)
        case .startScript: ("text/javascript; charset=utf-8", PackageResources.start_js)
        case .startStyle: ("text/css; charset=utf-8", PackageResources.start_css)
        case .applePay: ("text/javascript; charset=utf-8", Self.device)
        }
    }

    /// Scripts and styles come from the sandbox alone.
    ///
    /// Source: W3C, Content Security Policy Level 3.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

    var reply: DialectReply {
        DialectReply(
            status: 200, contentType: content.type, body: content.bytes, outcomeCode: "ok",
            headers: [
                "Content-Security-Policy": Self.policy, "X-Content-Type-Options": "nosniff",
                "Referrer-Policy": "no-referrer",
            ])
    }
}
