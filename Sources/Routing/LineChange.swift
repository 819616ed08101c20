/// What an operator changes of a line: its payments go on over it. What is nil stays as it is.
package struct LineChange: Sendable {
    package let address: LineAddress?
    package let user: String?
    package let reportGroup: String?
    package let roots: Roots?
    package let hosts: Hosts?

    /// A change of an acquirer's hosts.
    package struct Hosts: Sendable {
        package let hosts: [HostAddress]?
        /// Whether the links to the new hosts are TLS.
        package let isEncrypted: Bool
        package let links: Int?
        package let profile: String?

        package init(
            _ hosts: [HostAddress]? = nil, isEncrypted: Bool = true, links: Int? = nil,
            profile: String? = nil
        ) {
            self.hosts = hosts
            self.isEncrypted = isEncrypted
            self.links = links
            self.profile = profile
        }
    }

    /// The certificates to trust from now on.
    package enum Roots: Sendable {
        case ofSystem
        /// In PEM.
        case pinned(String)
    }

    package init(
        address: LineAddress? = nil, user: String? = nil, reportGroup: String? = nil,
        roots: Roots? = nil, hosts: Hosts? = nil
    ) {
        self.address = address
        self.user = user
        self.reportGroup = reportGroup
        self.roots = roots
        self.hosts = hosts
    }

    /// The names of what changes, and the new address, for the audit log.
    package var summary: String {
        [
            address.map { "address \($0)" }, user.map { _ in "user" },
            reportGroup.map { _ in "report group" }, roots.map { _ in "roots" },
            hosts?.hosts.map { "hosts \($0.map(\.description).joined(separator: " "))" },
            hosts?.links.map { "links \($0)" }, hosts?.profile.map { _ in "profile" },
        ].compactMap { $0 }.joined(separator: ", ")
    }

    /// A line with the change.
    ///
    /// - Throws: As ``LineDefinition`` does.
    package func applied(to line: LineDefinition) throws(LineFault) -> LineDefinition {
        try LineDefinition(
            id: line.id, mode: line.mode, currency: line.currency, account: account(after: line),
            roots: roots(after: line.roots))
    }

    private func account(after line: LineDefinition) throws(LineFault) -> LineAccount {
        switch line.account {
        case .worldpay(let before), .cybersource(let before):
            guard hosts == nil else { throw .optionOfOtherKind }
            return try LineAccount(
                line.kind,
                ServiceAccount(
                    address: address ?? before.address, user: user ?? before.user,
                    reportGroup: reportGroup ?? before.reportGroup))
        case .iso8583(let before):
            guard address == nil, user == nil, reportGroup == nil else { throw .optionOfOtherKind }
            let isEncrypted = hosts?.hosts == nil ? before.isEncrypted : hosts?.isEncrypted
            return .iso8583(
                try HostAccount(
                    hosts: hosts?.hosts ?? before.hosts, links: hosts?.links ?? before.links,
                    isEncrypted: isEncrypted ?? true, profile: hosts?.profile ?? before.profile))
        }
    }

    private func roots(after before: String?) -> String? {
        switch roots {
        case nil: before
        case .ofSystem: nil
        case .pinned(let pem): pem
        }
    }
}
