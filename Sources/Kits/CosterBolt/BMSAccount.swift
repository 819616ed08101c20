import CosterCardPages
import Foundation

/// A stored card of a customer.
///
/// ``/CosterCardPages/CardAccount`` has its properties, `init(data:)` and `dataForObject()`.
#if canImport(ObjectiveC)
    @objc(BMSAccount)
#endif
open class BMSAccount: CardAccount {}

/// A card as the customer types it in. Number and security code read back masked.
#if canImport(ObjectiveC)
    @objc(BMSCardInfo) @objcMembers
#endif
open class BMSCardInfo: CardEntry {
    /// The card's brand.
    public var accountType: BMSCardIssuer { BMSCardIssuer(issuer) }

    /// Which digits of the number read back.
    public var maskFormat: BMSCardMaskFormat {
        get { BMSCardMaskFormat(mask.format) }
        set { mask.format = newValue.format }
    }

    /// The positions of spaces in the shown number.
    public var maskSpacing: BMSCardMaskSpacing {
        get { BMSCardMaskSpacing(mask.spacing) }
        set { mask.spacing = newValue.spacing }
    }
}
