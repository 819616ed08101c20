import Crypto
import DialectKit
import StrictCoding

/// A file that pages load. Its address has a part of its hash, so that a browser may keep it for good.
package struct WebAsset: Sendable, Hashable {
    /// The folder of all.
    package static let root = "/assets/"

    /// The name without the hash: `coster-pay.js`.
    package let name: String
    /// Why a page loads it. Source: PCI DSS 4.0.1, 6.4.3: each script has a written reason.
    package let purpose: String
    package let contentType: String
    package let bytes: [UInt8]
    /// For the `integrity` attribute: `sha384-…`. Source: W3C, Subresource Integrity, 3.2.
    package let integrity: String
    /// The address with the hash: `/assets/coster-pay.0123456789abcdef.js`.
    package let path: String

    init(
        _ name: String, _ contentType: String, _ bytes: [UInt8], for purpose: String
    ) {
        self.name = name
        self.purpose = purpose
        self.contentType = contentType
        self.bytes = bytes
        let hash = Array(SHA384.hash(data: bytes))
        integrity = Self.integrity(of: bytes)
        let parts = name.split(separator: ".")
        let middle = Hex.encode(Array(hash.prefix(8)))
        path =
            Self.root + parts.dropLast().joined(separator: ".") + ".\(middle)." + (parts.last ?? "")
    }

    /// The value of the `integrity` attribute for bytes.
    static func integrity(of bytes: [UInt8]) -> String {
        "sha384-" + Base64.encode(Array(SHA384.hash(data: bytes)))
    }

    /// The script that shops' pages load.
    package static let script = WebAsset(
        "coster-pay.js", "text/javascript; charset=utf-8", PackageResources.coster_pay_js,
        for: "Shows Apple's sheet for an order, and sends its token to this server.")
    /// The hosted page's own script.
    package static let pageScript = WebAsset(
        "pay-page.js", "text/javascript; charset=utf-8", PackageResources.pay_page_js,
        for: "Shows the customer what became of the order on the hosted page.")
    package static let pageStyle = WebAsset(
        "pay-page.css", "text/css; charset=utf-8", PackageResources.pay_page_css,
        for: "The look of the hosted page.")
    package static let all = [script, pageScript, pageStyle]
    /// The ``script`` of each earlier release whose bytes were others. A shop's page names one by its hash, and keeps working
    /// when the server is upgraded. The first release adds nothing.
    package static let earlier: [WebAsset] = []

    /// The reply to a request for it.
    ///
    /// - Parameter isPinned: Whether the address has the hash. Without it the next release may answer other bytes.
    func reply(isPinned: Bool) -> DialectReply {
        DialectReply(
            status: 200, contentType: contentType, body: bytes, outcomeCode: "asset",
            headers: [
                "Cache-Control": isPinned
                    ? "public, max-age=31536000, immutable" : "public, max-age=300",
                "X-Content-Type-Options": "nosniff",
                // Shops' pages load it with its hash, which needs CORS. There is nothing secret in it.
                "Access-Control-Allow-Origin": "*",
                "Cross-Origin-Resource-Policy": "cross-origin",
            ])
    }
}
