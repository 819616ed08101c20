import AcquirerKit
import StrictXML

/// Lengths and times of cnpAPI.
enum WorldpayLimits {
    /// The release that requests are written in.
    static let version = "12.34"
    /// How long after its intent a request may be on its way, in seconds: until then, "not found" doesn't mean that it
    /// never comes. It is sent within 10 s, and Worldpay takes 20 s at most.
    ///
    /// Source: Worldpay, Online Duplicate Checking: a minute, so that no duplicate goes undetected.
    static let settlingSeconds: Int64 = 60

    // Source: cnpCommon and cnpTransaction XSDs, 12.34.
    static let user = 20
    static let password = 20
    static let reportGroup = 25
    static let merchantID = 50
    static let id = 36
    static let orderID = 256
    static let firstName = 25
    static let lastName = 25
    static let addressLine = 35
    static let city = 35
    static let state = 30
    static let zip = 20
    static let email = 100
    static let phone = 20
    static let amount: Int64 = 999_999_999_999
    static let shortestCardNumber = 13
    static let response = 3
    static let message = 512
    static let authorizationCode = 6
    static let networkTransactionID = 30
    static let checkResult = 2
    static let numberDigits = 19

    /// A reply is one transaction, or ten that a query found.
    static let reply: XMLLimits = {
        var limits = XMLLimits()
        limits.documentBytes = LineLimits.replyBytes
        limits.depth = 12
        limits.elements = 1_024
        limits.textBytes = 8_192
        return limits
    }()
}
