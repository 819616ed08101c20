// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Foundation

public let PKPaymentErrorDomain = "PKPaymentErrorDomain"

/// The errors that the request's class makes, with the keys of their user info.
extension PKPaymentRequest {
    public class func paymentContactInvalidError(
        withContactField field: PKContactField, localizedDescription: String?
    ) -> any Error {
        make(1, localizedDescription, ["PKPaymentErrorContactField": field.rawValue])
    }

    public class func paymentShippingAddressInvalidError(
        withKey key: String, localizedDescription: String?
    ) -> any Error {
        make(1, localizedDescription, ["PKPaymentErrorPostalAddress": key])
    }

    public class func paymentBillingAddressInvalidError(
        withKey key: String, localizedDescription: String?
    ) -> any Error {
        make(2, localizedDescription, ["PKPaymentErrorPostalAddress": key])
    }

    public class func paymentShippingAddressUnserviceableError(
        withLocalizedDescription localizedDescription: String?
    ) -> any Error {
        make(3, localizedDescription)
    }

    public class func paymentCouponCodeInvalidError(localizedDescription: String?) -> any Error {
        make(4, localizedDescription)
    }

    public class func paymentCouponCodeExpiredError(localizedDescription: String?) -> any Error {
        make(5, localizedDescription)
    }

    private static func make(
        _ code: Int, _ description: String?, _ more: [String: String] = [:]
    ) -> any Error {
        var info: [String: Any] = more
        info[NSLocalizedDescriptionKey] = description
        return NSError(domain: PKPaymentErrorDomain, code: code, userInfo: info)
    }
}
