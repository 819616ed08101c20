import PaymentDomain

/// A line to an acquirer as the operator set it up, without its secret.
///
/// A payment keeps its line for ever, so its name, its kind, its mode and its currency never change; the rest may.
package struct LineDefinition: Sendable, Hashable {
    package let id: LineID
    package let mode: LineMode
    /// The currency of all its payments.
    package let currency: Currency
    /// The acquirer's system, and our account there.
    package let account: LineAccount
    /// The certificates in PEM that alone are trusted; nil for the system's roots.
    package let roots: String?

    package var kind: LineKind { account.kind }

    /// A line.
    ///
    /// - Throws: ``LineFault/badField`` for a text that the kind has no room for; ``LineFault/badLineCurrency`` for a
    ///   currency that it can't name an amount of; ``LineFault/addressOfOtherMode`` for the acquirer's other host;
    ///   ``LineFault/badRoots`` for more than ``RoutingLimits/rootsBytes`` or for what isn't ASCII. Nobody has looked for
    ///   certificates in the roots.
    package init(
        id: LineID, mode: LineMode, currency: Currency = .usd, account: LineAccount,
        roots: String? = nil
    ) throws(LineFault) {
        guard account.kind.takes(currency) else { throw .badLineCurrency }
        try account.check(mode)
        if let roots {
            guard (1...RoutingLimits.rootsBytes).contains(roots.utf8.count),
                roots.utf8.allSatisfy({ $0 < 0x80 })
            else { throw .badRoots }
        }
        self.id = id
        self.mode = mode
        self.currency = currency
        self.account = account
        self.roots = roots
    }

    /// A line to a service, for a user of it.
    package init(
        id: LineID, kind: LineKind, mode: LineMode, currency: Currency = .usd,
        address: LineAddress, user: String, reportGroup: String? = nil, roots: String? = nil
    ) throws(LineFault) {
        let service = ServiceAccount(address: address, user: user, reportGroup: reportGroup)
        try self.init(
            id: id, mode: mode, currency: currency, account: LineAccount(kind, service),
            roots: roots)
    }
}

extension LineID {
    /// A name as an operator typed it.
    ///
    /// - Throws: ``LineFault/badLineName`` unless it has letters, digits, dots, hyphens and underscores alone, and
    ///   begins with a letter or a digit.
    package init(typed name: String) throws(LineFault) {
        guard (1...RoutingLimits.nameCharacters).contains(name.utf8.count),
            let first = name.utf8.first, isLetterOrDigit(first),
            name.utf8.allSatisfy({ isLetterOrDigit($0) || "-_.".utf8.contains($0) })
        else { throw .badLineName }
        self.init(name)
    }
}

func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
}

/// Whether a text is printable, and comes back from a reply as it was sent: XML collapses white space.
func isPrintable(_ text: String, upTo characters: Int) -> Bool {
    !text.isEmpty && text.utf8.count <= characters
        && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        && text.split(separator: " ", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
}
