import Merchants
import StrictCoding

/// A merchant as a page or an app needs it for Apple's sheet.
package struct PageConfiguration: Sendable, Hashable {
    /// The lowest version of ApplePaySession that has what a plain payment uses: answers in one object, and errors.
    ///
    /// Source: Apple, "Apple Pay on the Web version history".
    static let version: Int64 = 3
    /// The networks that every line routes, in Apple's names. Others need a line of their own, and a page of the
    /// merchant's own making.
    ///
    /// Source: Apple, ApplePayPaymentRequest.supportedNetworks.
    static let networks = ["visa", "masterCard", "amex", "discover"]
    /// Cryptograms of 3-D Secure: Apple asks for them of every merchant but those of UnionPay alone.
    static let capabilities = ["supports3DS"]

    package let appleMerchantIdentifier: String
    package let storefront: Storefront

    package init(appleMerchantIdentifier: String, storefront: Storefront) {
        self.appleMerchantIdentifier = appleMerchantIdentifier
        self.storefront = storefront
    }

    /// The reply's body; its names are those of Apple's request.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("version", Self.version)
            $0.member("merchantIdentifier", appleMerchantIdentifier)
            $0.member("displayName", storefront.displayName)
            $0.member("countryCode", storefront.countryCode)
            $0.member("currencyCode", storefront.currency.code)
            $0.member("supportedNetworks", texts: Self.networks)
            $0.member("merchantCapabilities", texts: Self.capabilities)
        }
        return writer.bytes
    }
}
