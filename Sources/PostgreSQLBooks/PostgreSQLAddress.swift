import CLibPQ

/// Where a database is, as a URL; it may hold a password, so it prints as nothing.
///
/// Everything that PostgreSQL's own URLs can say is allowed: several hosts, unix sockets, TLS
/// (`sslmode`, `sslrootcert`, `sslcert`, `sslkey`). A server's certificate is checked, name and
/// all, unless the URL says otherwise.
/// Source: PostgreSQL, "Connection URIs" and "Parameter Key Words".
public struct PostgreSQLAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    private let url: String

    /// An address, or nil where the text is no such URL.
    public init?(_ url: String) {
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://"),
            let options = PQconninfoParse(url, nil)
        else { return nil }
        PQconninfoFree(options)
        self.url = url
    }

    /// Nothing of the address.
    public var description: String { "PostgreSQL" }

    /// Nothing of the address.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// What a connection is made from, in the order in which one beats the one before.
    var parameters: [(keyword: String, value: String)] {
        [
            ("sslmode", "verify-full"),
            // Of several hosts the one that takes writes; a standby refuses them.
            ("target_session_attrs", "read-write"),
            ("gssencmode", "disable"),
            ("application_name", "coster"),
            ("tcp_user_timeout", "\(PostgreSQLLimits.unacknowledgedMilliseconds)"),
            ("dbname", url),
            ("client_encoding", "UTF8"),
        ]
    }
}
