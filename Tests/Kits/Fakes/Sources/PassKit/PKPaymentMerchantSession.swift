// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Foundation

open class PKPaymentMerchantSession: NSObject {
    /// What the session was made from. Apple's class hides it.
    public let dictionary: [AnyHashable: Any]

    public init(dictionary: [AnyHashable: Any]) {
        self.dictionary = dictionary
    }
}

open class PKPaymentRequestMerchantSessionUpdate: NSObject {
    open var status: PKPaymentAuthorizationStatus
    open var session: PKPaymentMerchantSession?

    public init(
        status: PKPaymentAuthorizationStatus, merchantSession session: PKPaymentMerchantSession?
    ) {
        self.status = status
        self.session = session
    }
}
