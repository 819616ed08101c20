import Foundation

/// A request that a client wants sent. Its body is redacted in descriptions.
public struct HTTPRequest: Sendable, Hashable {
    /// A header field.
    public struct Field: Sendable, Hashable {
        /// The field's name.
        public let name: String
        /// The field's value; redacted, because some are keys.
        public let value: Redacted<String>

        /// Makes a header field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = Redacted(value)
        }
    }

    /// How the request is sent.
    public enum Method: String, Sendable, Hashable {
        /// Asks, and changes nothing.
        case get = "GET"
        /// Sends a body.
        case post = "POST"
    }

    /// How the request is sent.
    public let method: Method
    /// The address of the request.
    public let url: URL
    /// The header fields, in order.
    public let headers: [Field]
    /// The bytes.
    public let body: Redacted<Data>

    /// Makes a POST request.
    ///
    /// - Throws: ``ClientError/insecureURL`` unless the URL is https, or http to the machine itself.
    public init(post body: Data, to url: URL, headers: [Field]) throws(ClientError) {
        try self.init(.post, url, headers, body)
    }

    /// Makes a GET request.
    ///
    /// - Throws: ``ClientError/insecureURL`` unless the URL is https, or http to the machine itself.
    public init(get url: URL, headers: [Field]) throws(ClientError) {
        try self.init(.get, url, headers, Data())
    }

    private init(
        _ method: Method, _ url: URL, _ headers: [Field], _ body: Data
    ) throws(ClientError) {
        guard Self.isSecure(url) else { throw .insecureURL }
        self.method = method
        self.url = url
        self.headers = headers
        self.body = Redacted(body)
    }

    /// Whether a token may be sent there: over TLS, or to a sandbox on this machine.
    public static func isSecure(_ url: URL) -> Bool {
        guard let host = url.host, !host.isEmpty, url.user == nil, url.password == nil else {
            return false
        }
        switch url.scheme?.lowercased() {
        case "https": return true
        case "http": return ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host.lowercased())
        default: return false
        }
    }
}
