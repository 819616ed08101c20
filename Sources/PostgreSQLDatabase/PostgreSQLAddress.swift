import CLibPQ

/// The address of a database as a URL; it may hold a password, so it prints as nothing.
///
/// Everything that PostgreSQL's own URLs can say is allowed: several hosts, unix sockets, TLS (`sslmode`,
/// `sslrootcert`, `sslcert`, `sslkey`). A server's certificate is checked, name and all, unless the URL says otherwise.
/// Source: PostgreSQL, "Connection URIs" and "Parameter Key Words".
package struct PostgreSQLAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    private let url: String
    /// How long the server lets a statement of ours wait for a lock, in milliseconds; tests that have others wait
    /// meanwhile take longer.
    var lockMilliseconds = PostgreSQLLimits.lockMilliseconds
    /// Of a host of several without a port.
    private static let defaultPort = "5432"

    /// The words that options take which take no others; the library itself finds fault with them when it connects.
    ///
    /// Source: PostgreSQL 13 to 18, "Parameter Key Words".
    private static let words: [String: Set<String>] = [
        "sslmode": ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"],
        "target_session_attrs": [
            "any", "read-write", "read-only", "primary", "standby", "prefer-standby",
        ],
        "gssencmode": ["disable", "prefer", "require"],
        "channel_binding": ["disable", "prefer", "require"],
        "sslcertmode": ["disable", "allow", "require"],
        "sslnegotiation": ["postgres", "direct"],
        "load_balance_hosts": ["disable", "random"],
    ]

    /// An address, or nil if the text isn't such a URL, or if no connection can come of it.
    package init?(_ url: String) {
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://"),
            PostgreSQLAddress.hasWholePassword(url),
            let options = PostgreSQLAddress.options(of: url),
            options.allSatisfy({ PostgreSQLAddress.takes($0.value, for: $0.key) })
        else { return nil }
        self.url = PostgreSQLAddress.checkingCertificate(url)
    }

    /// Whether a URL holds a password.
    package static func holdsPassword(_ url: String) -> Bool {
        let options = options(of: url) ?? [:]
        return ["password", "sslpassword"].contains { options[$0]?.isEmpty == false }
    }

    /// Nothing of the address.
    package var description: String { "PostgreSQL" }

    /// Nothing of the address.
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// The options for a connection to each host, in the order of the hosts.
    ///
    /// The library goes to the next host if one refuses, but waits forever for a silent one unless it does the waiting
    /// itself. So each is tried by itself.
    /// Source: PostgreSQL, PQconnectStartParams: `connect_timeout` isn't observed with PQconnectPoll.
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

    /// The library's messages about failed connections, for people to read: on one line, no longer than needed, and
    /// without a password, although the library prints none.
    func readable(_ messages: [String]) -> String {
        let options = PostgreSQLAddress.options(of: url) ?? [:]
        let secrets = ["password", "sslpassword"].compactMap { options[$0] }
        return messages.map { message in
            var text = message
            for secret in secrets where !secret.isEmpty {
                text = text.replacing(secret, with: "***")
            }
            return PostgreSQLAddress.line(text)
        }.joined(separator: "; ")
    }

    /// The lines of a text as one, with single spaces, cut if it is long.
    private static func line(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { line -> String in
            let shown = line.unicodeScalars.map { scalar -> Character in
                scalar.properties.generalCategory == .control ? " " : Character(scalar)
            }
            return String(shown).split(separator: " ").joined(separator: " ")
        }
        let whole = lines.filter { !$0.isEmpty }.joined(separator: "; ")
        guard whole.count > PostgreSQLLimits.reasonCharacters else { return whole }
        return String(whole.prefix(PostgreSQLLimits.reasonCharacters)) + "…"
    }

    /// The URL's options, each as the parts of a list.
    private var lists: [String: [String]] {
        (PostgreSQLAddress.options(of: url) ?? [:]).mapValues { PostgreSQLAddress.parts(of: $0) }
    }

    private static func parts(of list: String) -> [String] {
        list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// A URL's options by the library's names; nil if it isn't such a URL.
    private static func options(of url: String) -> [String: String]? {
        guard let options = PQconninfoParse(url, nil) else { return nil }
        defer { PQconninfoFree(options) }
        var said: [String: String] = [:]
        var option = options
        while let name = option.pointee.keyword {
            if let value = option.pointee.val {
                said[String(cString: name)] = String(cString: value)
            }
            option += 1
        }
        return said
    }

    /// Whether an option takes a value, as far as is known here.
    private static func takes(_ value: String, for option: String) -> Bool {
        if let words = words[option] { return words.contains(value) }
        guard option == "port" else { return true }
        return parts(of: value).allSatisfy { part in
            part.isEmpty || Int(part).map { (1...65_535).contains($0) } ?? false
        }
    }

    /// A URL with `sslmode=verify-full` in place of `ssl=true`, which means that in JDBC's URLs, and which the library would
    /// take for `sslmode=require`: that looks at no certificate.
    ///
    /// Source: PostgreSQL, "Connection URIs"; libpq, conninfo_uri_parse_params.
    private static func checkingCertificate(_ url: String) -> String {
        url.replacing(/([?&])ssl=true(?=&|$)/) { match in "\(match.1)sslmode=verify-full" }
    }

    /// Whether the only @ before the parameters ends user and password.
    ///
    /// With another @, or a slash before it, the library takes a part of the password for a host's name, and prints it
    /// if there is no such host; so both are written as %40 and %2F.
    private static func hasWholePassword(_ url: String) -> Bool {
        let pieces = url.prefix { $0 != "?" }.split(
            separator: "/", omittingEmptySubsequences: false)
        // Behind the scheme and the nothing between its two slashes.
        return pieces.dropFirst(2).enumerated().allSatisfy { index, piece in
            piece.count { $0 == "@" } <= (index == 0 ? 1 : 0)
        }
    }

    /// The options for a connection; earlier ones win.
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
