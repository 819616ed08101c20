/// The origin of a command: its merchant, and the names by which a repetition of it is recognised.
package struct RequestOrigin: Sendable {
    /// The merchant, authenticated.
    package let merchant: MerchantID
    package let dialect: String
    /// How the client named the request.
    package var name: RequestIdentity
    /// How handles look in the dialect.
    package let handles: HandleShape
    /// The path that it was sent to: the same key on another path is another request.
    package let path: String
    /// The body as it came. The engine keeps a keyed digest of it, never the bytes.
    package let body: [UInt8]
    /// The server's own name for the request.
    package let id: RequestIdentifier?

    package init(
        merchant: MerchantID, dialect: String, name: RequestIdentity,
        handles: HandleShape = .scramble, path: String, body: [UInt8],
        id: RequestIdentifier? = nil
    ) {
        self.merchant = merchant
        self.dialect = dialect
        self.name = name
        self.handles = handles
        self.path = path
        self.body = body
        self.id = id
    }
}
