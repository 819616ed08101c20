import AcquirerKit
import StrictCoding

/// Lengths and times of Cybersource's REST API.
enum CybersourceLimits {
    /// How long after its intent a request may be on its way, in seconds.
    ///
    /// Source: Cybersource, Time-Out Authorization Reversals: wait 60 seconds.
    static let settlingSeconds: Int64 = 60

    // Source: Cybersource, REST API field reference.
    static let transactionID = 30
    static let amount: Int64 = 999_999_999_999
    static let name = 60
    static let street = 60
    static let city = 50
    static let region = 2
    static let postalCode = 10
    static let country = 2
    static let email = 255
    static let phone = 15

    // Of replies.
    static let id = 40
    static let word = 64
    static let field = 128
    static let decimal = 20
    static let authorizationCode = 6
    static let networkTransactionID = 30
    static let checkResult = 1
    /// How many transactions a search returns: those of one operation of ours.
    static let found: Int64 = 20

    static let reply: JSONLimits = {
        var limits = JSONLimits()
        limits.textBytes = LineLimits.replyBytes
        limits.depth = 12
        limits.values = 2_048
        limits.valueBytes = 8_192
        return limits
    }()
}
