import CLibPQ

/// Where a database is, as a URL; it may hold a password, so it prints as nothing.
///
/// Everything that PostgreSQL's own URLs can say is allowed: several hosts, unix sockets, TLS
/// (`sslmode`, `sslrootcert`, `sslcert`, `sslkey`). A server's certificate is checked, name and
/// all, unless the URL says otherwise.
/// Source: PostgreSQL, "Connection URIs" and "Parameter Key Words".
public struct PostgreSQLAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    private let url: String
    /// How long the server lets a statement of ours wait for a lock, in milliseconds; tests that have others wait
    /// meanwhile take longer.
    var lockMilliseconds = PostgreSQLLimits.lockMilliseconds
    /// Of a host of several without a port.
    private static let defaultPort = "5432"

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

    /// What a connection to each host is made from, in the order of the hosts.
    ///
    /// The library goes to the next host where one refuses, but waits for ever for one that is silent unless it is
    /// asked to wait itself, so each is tried by itself.
    /// Source: PostgreSQL, PQconnectStartParams: `connect_timeout` is not observed with PQconnectPoll.
    var attempts: [[(keyword: String, value: String)]] {
        let lists = lists
        let names = lists["host"] ?? []
        let numbers = lists["hostaddr"] ?? []
        let ports = lists["port"] ?? []
        let count = max(names.count, numbers.count)
        // A host that is not named is the library's to find.
        guard count > 1, !(names + numbers).contains(""),
            [0, count].contains(names.count), [0, count].contains(numbers.count),
            [0, 1, count].contains(ports.count)
        else { return [parameters] }
        return (0..<count).map { index in
            var one = parameters
            if !names.isEmpty { one.append(("host", names[index])) }
            if !numbers.isEmpty { one.append(("hostaddr", numbers[index])) }
            if ports.count == count {
                one.append(("port", ports[index].isEmpty ? Self.defaultPort : ports[index]))
            }
            return one
        }
    }

    /// What the URL says, each option as the parts of a list.
    private var lists: [String: [String]] {
        guard let options = PQconninfoParse(url, nil) else { return [:] }
        defer { PQconninfoFree(options) }
        var lists: [String: [String]] = [:]
        var option = options
        while let name = option.pointee.keyword {
            if let value = option.pointee.val {
                lists[String(cString: name)] = String(cString: value).split(
                    separator: ",", omittingEmptySubsequences: false
                ).map(String.init)
            }
            option += 1
        }
        return lists
    }

    /// What a connection is made from, in the order in which one beats the one before.
    private var parameters: [(keyword: String, value: String)] {
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
