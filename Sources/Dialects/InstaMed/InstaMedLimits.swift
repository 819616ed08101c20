/// The limits of InstaMed's parameters: of names, addresses and words in characters, which are code points, of all else
/// in bytes of UTF-8. The database stores no text of a request: an outlet's names are the operator's own.
///
/// Source: InstaMed's developer portal, if it has a limit, in characters; the others are ours.
enum InstaMedLimits {
    /// merchantID, storeID and terminalID. Source: portal, AN 1-50.
    static let outletName = 1...50
    /// applePayMerchantID: Apple's identifiers are reverse domain names.
    static let applePayMerchantID = 1...255
    /// applePayTokenData: Apple's JSON has about 4,000 bytes.
    static let applePayTokenData = 16_384
    /// applePayTokenID: base64 of a GUID of 36 characters. Source: the source document's samples.
    static let applePayTokenID = 48
    /// amount. Source: portal, up to 15 characters.
    static let amount = 15
    /// A word of a closed set: transactionAction, transactionType, cardPresentStatus.
    static let word = 50
    /// cardNumber. Source: portal, 13-19.
    static let cardNumber = 13...19
    /// cardVerificationNumber. Source: portal, 3-4.
    static let securityCode = 3...4
    /// cardExpDate: `12-2031` is the longest form.
    static let expiry = 7
    /// cardHolderName. Source: portal, 121.
    static let cardHolderName = 121
    /// street1, city and country. Ours.
    static let addressLine = 100
    /// state. Source: portal, 2.
    static let state = 2
    /// zip. Source: portal, 15.
    static let zip = 15
    /// How long an applePayTokenID is valid: three times the five minutes that Apple gives a token. The app pays with
    /// it at once, so a longer time would only keep a cryptogram for nothing. InstaMed documents no time.
    static let tokenSeconds: Int64 = 900
    /// How long a payment can be refunded: one year, and it may have been a leap year. Source: portal, SimpleRefund.
    static let refundSeconds: Int64 = 366 * 86_400
    /// After how many seconds a client that found the service busy may come again.
    static let retryAfterSeconds = 5
}
