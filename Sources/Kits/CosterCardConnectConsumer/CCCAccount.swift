import CosterCardPages
import Foundation

/// A stored card of a customer.
///
/// ``/CosterCardPages/CardAccount`` has its properties, `init(data:)` and `dataForObject()`.
#if canImport(ObjectiveC)
    @objc(CCCAccount)
#endif
open class CCCAccount: CardAccount {}

/// A card as the customer types it in. Number and security code read back masked.
#if canImport(ObjectiveC)
    @objc(CCCCardInfo) @objcMembers
#endif
open class CCCCardInfo: CardEntry {
    /// The card's brand.
    public var accountType: CCCCardIssuer { CCCCardIssuer(issuer) }

    /// Which digits of the number read back.
    public var maskFormat: CCCCardMaskFormat {
        get { CCCCardMaskFormat(mask.format) }
        set { mask.format = newValue.format }
    }

    /// The positions of spaces in the shown number.
    public var maskSpacing: CCCCardMaskSpacing {
        get { CCCCardMaskSpacing(mask.spacing) }
        set { mask.spacing = newValue.spacing }
    }
}
