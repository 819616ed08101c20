import PaymentDomain
import StrictCoding

/// The kinds of line: each speaks one acquirer's protocol.
package enum LineKind: String, Sendable, Hashable, CaseIterable {
    /// Worldpay's cnpAPI.
    case worldpay
    /// Cybersource's REST API.
    case cybersource

    /// How many characters the acquirer takes in each field.
    var fieldCharacters: (user: Int, secret: Int, reportGroup: Int) {
        switch self {
        // Source: cnpAPI 12.34, cnpCommon and cnpOnline: string20Type and reportGroupType.
        case .worldpay: (user: 20, secret: 20, reportGroup: 25)
        // The user is the merchant ID. Source: Cybersource, REST API field reference, merchant ID.
        case .cybersource: (user: 30, secret: 160, reportGroup: 0)
        }
    }

    /// Whether its amounts can be of a currency.
    func takes(_ currency: Currency) -> Bool {
        switch self {
        // Source: cnpAPI Reference Guide, amount: two decimals are implied. It names no rule for other currencies.
        case .worldpay: currency.exponent == 2
        // No document says what becomes of a third decimal.
        case .cybersource: [0, 2].contains(currency.exponent)
        }
    }

    /// Whether each message names its currency. Otherwise the acquirer knows it by the merchant's number.
    package var namesCurrency: Bool {
        switch self {
        case .worldpay: false
        case .cybersource: true
        }
    }

    /// Whether a printable text is a secret.
    func takes(secret text: String) -> Bool {
        switch self {
        case .worldpay: return true
        // The key's ID, and the shared secret in Base64.
        case .cybersource:
            let words = text.split(separator: " ")
            return words.count == 2 && Base64.decode(String(words[1])) != nil
        }
    }

    /// The acquirer's own address; nil if it gives each merchant one.
    package func address(_ mode: LineMode) -> String? {
        switch (self, mode) {
        case (.worldpay, _): nil
        case (.cybersource, .test): "https://apitest.cybersource.com"
        case (.cybersource, .live): "https://api.cybersource.com"
        }
    }

    /// Whether an address is on the acquirer's host for the other mode.
    func isOfOtherMode(_ address: LineAddress, than mode: LineMode) -> Bool {
        let other = self.address(mode == .live ? .test : .live)
        return other.map { $0 == "https://\(address.host)" } ?? false
    }
}

/// Whether money moves.
package enum LineMode: String, Sendable, Hashable, CaseIterable {
    /// The acquirer's test system.
    case test
    case live

    /// The mode of a merchant's payments: only those of a sandbox, and of its built-in merchant, are tests.
    package init(of merchant: MerchantID, inSandbox isSandbox: Bool) {
        self = isSandbox || merchant == .sandbox ? .test : .live
    }

    /// Whether a merchant of this mode may use a line: a live one never uses a test line, nor a sandbox a live one, since it
    /// trusts the simulator.
    package func allows(_ line: LineMode) -> Bool { self == line }
}

/// A line to an acquirer as the operator set it up, without its secret.
///
/// A payment keeps its line for ever, so its name, its kind, its mode and its currency never change; the rest may.
package struct LineDefinition: Sendable, Hashable {
    package let id: LineID
    package let kind: LineKind
    package let mode: LineMode
    /// The currency of all its payments.
    package let currency: Currency
    package let address: LineAddress
    package let user: String
    /// The group of its payments in the acquirer's reports.
    package let reportGroup: String?
    /// The certificates in PEM that alone are trusted; nil for the system's roots.
    package let roots: String?

    /// A line.
    ///
    /// - Throws: ``LineFault/badField`` for a text that the kind has no room for; ``LineFault/badLineCurrency`` for a
    ///   currency that it can't name an amount of; ``LineFault/addressOfOtherMode`` for the acquirer's other host;
    ///   ``LineFault/badRoots`` for more than ``RoutingLimits/rootsBytes`` or for what isn't ASCII. Nobody has looked for
    ///   certificates in the roots.
    package init(
        id: LineID, kind: LineKind, mode: LineMode, currency: Currency = .usd,
        address: LineAddress, user: String, reportGroup: String? = nil, roots: String? = nil
    ) throws(LineFault) {
        let room = kind.fieldCharacters
        guard isPrintable(user, upTo: room.user),
            reportGroup.map({ isPrintable($0, upTo: room.reportGroup) }) ?? true
        else { throw .badField }
        guard kind.takes(currency) else { throw .badLineCurrency }
        guard address.isEncrypted || mode == .test else { throw .badAddress }
        guard !kind.isOfOtherMode(address, than: mode) else { throw .addressOfOtherMode }
        if let roots {
            guard (1...RoutingLimits.rootsBytes).contains(roots.utf8.count),
                roots.utf8.allSatisfy({ $0 < 0x80 })
            else { throw .badRoots }
        }
        self.id = id
        self.kind = kind
        self.mode = mode
        self.currency = currency
        self.address = address
        self.user = user
        self.reportGroup = reportGroup
        self.roots = roots
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
