/// The lengths of Radial's fields, in characters unless said otherwise.
///
/// Source: Radial, Payment-Datatypes-1.0.xsd and Checkout-Datatypes-1.0.xsd (2017), if a type has a limit; the limits
/// of plain xsd:string are ours.
enum RadialLimits {
    /// RequestId, also of sessions.
    static let requestID = 40
    /// OrderIdType.
    static let orderID = 20
    /// AccountUniqueIdType.
    static let accountUniqueID = 22
    /// The digits of the card that its token begins with.
    static let issuerPrefix = 6
    /// AddressLineType.
    static let addressLine = 70
    /// City.
    static let city = 40
    /// MainDivision.
    static let mainDivision = 35
    /// CountryCode: the schema allows names of up to 40 characters.
    static let country = 40
    /// PostalCode.
    static let postalCode = 15
    /// EmailAddress.
    static let email = 70
    /// CardSecurityCodeType.
    static let securityCode = 4
    /// String20, of invoices.
    static let invoiceID = 20
    /// ClientContext, which is kept until its event is sent; xsd:string without a limit.
    static let clientContext = 1_000
    /// PayerAuthenticationResponse.
    static let payerAuthentication = 10_000
    /// CavvUcaf and TransactionId of secure verification data.
    static let verificationField = 64
    /// AuthenticationAvailable and AuthenticationStatus.
    static let verificationFlag = 1
    /// Names and telephone numbers: xsd:string without a limit.
    static let freeText = 255
    /// SchemaVersion, and how many numbers it may have with how many digits.
    static let schemaVersion = 40
    /// The most digits of one number of SchemaVersion.
    static let schemaVersionDigits = 9
    /// One field of a token: base64 with line breaks.
    static let tokenField = 65_536
    /// Short fields of a token: version, identifiers, hashes.
    static let shortTokenField = 512
    /// WrappedKey: 256 bytes of RSA in base64, with line breaks.
    static let wrappedKey = 1024
    /// Words of a closed set: SettlementType, AlgorithmVersion.
    static let word = 32
    /// Seconds after which a client may repeat a request that could not be taken.
    static let retryAfterSeconds = 5
    /// The code of a token whose signature is over other content. Source: PaymentTokenError.
    static let digestMismatch = "digest-mismatch"
}
