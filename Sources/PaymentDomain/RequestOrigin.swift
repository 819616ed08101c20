/// Where a command came from: whose it is, and what makes a repetition of it recognisable.
public struct RequestOrigin: Sendable {
    /// The merchant, authenticated.
    public let merchant: MerchantID
    /// The dialect.
    public let dialect: String
    /// The client's own name of the request, where the dialect has one.
    public let idempotencyKey: String?
    /// The path that it was sent to: the same key on another path is another request.
    public let path: String
    /// The body as it came. The engine keeps a keyed digest of it, never the bytes.
    public let body: [UInt8]

    /// An origin.
    public init(
        merchant: MerchantID, dialect: String, idempotencyKey: String?, path: String,
        body: [UInt8]
    ) {
        self.merchant = merchant
        self.dialect = dialect
        self.idempotencyKey = idempotencyKey
        self.path = path
        self.body = body
    }
}
