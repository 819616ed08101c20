import Foundation

/// A reply. Its body is redacted in descriptions: it can hold a token.
public struct HTTPResponse: Sendable, Hashable {
    /// The HTTP status.
    public let status: Int
    /// The bytes.
    public let body: Redacted<Data>

    /// Makes a reply.
    public init(status: Int, body: Data) {
        self.status = status
        self.body = Redacted(body)
    }
}
