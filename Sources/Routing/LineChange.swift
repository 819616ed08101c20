/// What an operator changes of a line: its payments go on over it. What is nil stays as it is.
package struct LineChange: Sendable {
    package let address: LineAddress?
    package let user: String?
    package let reportGroup: String?
    package let roots: Roots?

    /// The certificates to trust from now on.
    package enum Roots: Sendable {
        case ofSystem
        /// In PEM.
        case pinned(String)
    }

    package init(
        address: LineAddress? = nil, user: String? = nil, reportGroup: String? = nil,
        roots: Roots? = nil
    ) {
        self.address = address
        self.user = user
        self.reportGroup = reportGroup
        self.roots = roots
    }

    /// The names of what changes, and the new address, for the audit log.
    package var summary: String {
        [
            address.map { "address \($0)" }, user.map { _ in "user" },
            reportGroup.map { _ in "report group" }, roots.map { _ in "roots" },
        ].compactMap { $0 }.joined(separator: ", ")
    }

    /// A line with the change.
    ///
    /// - Throws: As ``LineDefinition`` does.
    package func applied(to line: LineDefinition) throws(LineFault) -> LineDefinition {
        try LineDefinition(
            id: line.id, kind: line.kind, mode: line.mode, currency: line.currency,
            address: address ?? line.address, user: user ?? line.user,
            reportGroup: reportGroup ?? line.reportGroup, roots: roots(after: line.roots))
    }

    private func roots(after before: String?) -> String? {
        switch roots {
        case nil: before
        case .ofSystem: nil
        case .pinned(let pem): pem
        }
    }
}
