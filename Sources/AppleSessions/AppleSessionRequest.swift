import StrictCoding

/// A request for a session in which one page may show Apple's sheet.
///
/// Source: Apple, "Requesting an Apple Pay payment session".
package struct AppleSessionRequest: Sendable, Hashable {
    /// The Apple merchant identifier.
    package let merchantIdentifier: String
    /// The name that the sheet shows, of at most 64 characters.
    package let displayName: String
    /// The page's domain.
    package let domain: String

    package init(merchantIdentifier: String, displayName: String, domain: String) {
        self.merchantIdentifier = merchantIdentifier
        self.displayName = displayName
        self.domain = domain
    }

    /// The path of today's interface.
    static let path = "/paymentservices/paymentSession"

    var body: [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("merchantIdentifier", merchantIdentifier)
            $0.member("displayName", displayName)
            $0.member("initiative", "web")
            $0.member("initiativeContext", domain)
        }
        return writer.bytes
    }
}
