/// The limits of eProtect's parameters, in bytes of UTF-8.
///
/// Source: eProtect-api3.js, if it has a limit; cnpAPI 12 XSD (applepay) for the fields of a token; the others are
/// ours.
enum EProtectLimits {
    /// paypageId: letters and digits. Source: eProtect-api3.js.
    static let paypageID = 1...1024
    /// reportGroup. Source: eProtect-api3.js; an authorization takes 25 of them later.
    static let reportGroup = 1...1024
    /// id, as reportGroup.
    static let id = 1...1024
    /// orderId, as reportGroup; it may be empty.
    static let orderID = 1024
    /// accountNumber. Source: eProtect-api3.js, codes 872 and 873.
    static let accountNumber = 13...19
    /// cvv. Source: eProtect-api3.js, codes 882 and 883.
    static let securityCode = 3...4
    /// applepay.data: larger than the 2000 of the XSD, since Apple's payloads have grown.
    static let applePayData = 10_000
    /// applepay.signature. Source: XSD.
    static let applePaySignature = 10_000
    /// applepay.version. Source: XSD.
    static let applePayVersion = 20
    /// applepay.header.ephemeralPublicKey. Source: XSD.
    static let applePayEphemeralPublicKey = 400
    /// applepay.header.publicKeyHash. Source: XSD.
    static let applePayPublicKeyHash = 200
    /// applepay.header.transactionId. Source: XSD.
    static let applePayTransactionID = 250
    /// applepay.header.applicationData. Source: XSD.
    static let applePayApplicationData = 10_000
    /// The name of a JSONP function; jQuery's have about 40 characters.
    static let callback = 1...128
    /// How long a registration lasts. Source: Vantiv, Sandbox FAQ: "valid for 24 hours".
    static let registrationSeconds: Int64 = 86_400
    /// After how many seconds a client that found the service busy may come again.
    static let retryAfterSeconds = 5
}
