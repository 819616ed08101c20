/// The limits of CardSecure's and the CardPointe Gateway's fields, in bytes of UTF-8.
///
/// Source: CardConnect, CardSecure API and CardPointe Gateway API, if they have a limit; the others are ours.
enum CardConnectLimits {
    /// Host. Source: RFC 1035, 2.3.4: a name has up to 255 bytes.
    static let host = 255
    /// account: a card number, or a token.
    static let account = 19
    /// A card number. Source: ISO/IEC 7812-1; PaymentDomain takes no fewer.
    static let cardNumber = 12...19
    /// devicedata: data, signature and keys of an Apple Pay token with their labels.
    static let deviceData = 32_768
    /// A label within devicedata; the longest has 15 bytes.
    static let deviceDataLabel = 32
    /// encryptionhandler.
    static let handler = 32
    /// Data of an Apple Pay token within devicedata.
    static let applePayData = 10_000
    /// ecsig.
    static let applePaySignature = 10_000
    /// eckey.
    static let applePayKey = 400
    /// ectid.
    static let applePayTransactionID = 250
    /// echash.
    static let applePayApplicationData = 250
    /// ecpublickeyhash.
    static let applePayPublicKeyHash = 200
    /// message of an echo.
    static let echo = 250
    /// expiry: YYYYMMDD.
    static let expiry = 4...8
    /// cvv, cvv2.
    static let securityCode = 3...4
    /// merchid.
    static let merchid = 1...16
    /// retref.
    static let retref = 14
    /// How long retrefs are: CardConnect's own, which its former clients still ask for, and ours.
    static let retrefLengths: Set = [12, 14]
    /// orderid.
    static let orderID = 50
    /// How many payments and refunds of one order an inquiry lists; of more it lists none.
    static let transactionsPerOrder = 100
    /// amount, with sign and point.
    static let amount = 14
    /// postal, without spaces and hyphens.
    static let postal = 9
    /// authcode.
    static let authorizationCode = 8
    /// acctid.
    static let accountNumber = 3
    /// name, address and city of a profile.
    static let holderName = 30
    /// region of a profile.
    static let region = 20
    /// country of a profile.
    static let country = 2
    /// phone of a profile.
    static let phone = 15
    /// email and company of a profile.
    static let email = 128
    /// Any other text that is passed on or mirrored.
    static let text = 255
    /// How long a wallet token can be used. The documents say that it is good for one authorization and not for how
    /// long; a day is time enough for a shop that authorizes later than its page tokenizes.
    static let walletTokenSeconds: Int64 = 86_400
    /// How long a card that was tokenized is kept, if no authenticated request uses it: seven days. With CardConnect tokens
    /// never expire; but anyone can tokenize, so that whatever is kept for good fills the disk.
    static let provisionalCardSeconds: Int64 = 7 * 86_400
    /// For how long a void of a part, or a refund under an order, is the same one, sent once more.
    static let repetitionSeconds: Int64 = 300
    /// How old an Apple Pay payload may be when it is tokenized. Source: Apple Pay guide: "within 2 minutes".
    static let payloadSeconds: Int64 = 120
    /// After how many seconds a client that found the service busy may come again.
    static let retryAfterSeconds = 5
    /// Requests a minute that the test environment lets through. Source: UAT: 20 for inquire and settlestat.
    static let sandboxRequestsAMinute = 20
}
