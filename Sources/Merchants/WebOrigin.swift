import PaymentDomain

/// The origin of pages that may call for a merchant: `https://shop.example`, perhaps with a port.
///
/// It is kept as a name of the merchant that needs no secret: it says whose a page is, and proves nothing. Several
/// merchants may have the same one.
///
/// Source: RFC 6454, 6.2: browsers send it in lower case, without a port that is the scheme's own.
package struct WebOrigin: Hashable, Sendable {
    /// Where names keep it beside those of the protocols.
    package static let dialect = "web"

    /// As browsers send it.
    package let text: String

    /// An origin as an operator typed it.
    ///
    /// - Throws: ``MerchantFault/badOrigin`` unless it is `https://` (or `http://`, for tests) and a host, perhaps with a
    ///   port and a slash behind it.
    package init(typed: String) throws(MerchantFault) {
        let lowered = typed.lowercased()
        let schemes = [(prefix: "https://", port: 443), (prefix: "http://", port: 80)]
        guard let scheme = schemes.first(where: { lowered.hasPrefix($0.prefix) }) else {
            throw .badOrigin
        }
        let rest = lowered.dropFirst(scheme.prefix.count)
        let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, WebOrigin.isHost(host), parts.count <= 2 else {
            throw .badOrigin
        }
        var text = scheme.prefix + host
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy(isDigit), let port = UInt16(parts[1]), port > 0 else {
                throw .badOrigin
            }
            if Int(port) != scheme.port { text += ":\(port)" }
        }
        guard text.utf8.count <= MerchantLimits.originBytes else { throw .badOrigin }
        self.text = text
    }

    /// An origin as a browser sent it; nil if a browser would not send it so.
    package init?(sent: String) {
        guard let origin = try? WebOrigin(typed: sent), origin.text == sent else { return nil }
        self = origin
    }

    /// The host, without the port.
    package var host: String {
        let authority = text.drop { $0 != "/" }.drop { $0 == "/" }
        return String(authority.prefix { $0 != ":" })
    }

    /// The origin among the names of merchants; nil for the name of a client.
    package init?(_ identity: ClientIdentity) {
        guard identity.dialect == WebOrigin.dialect,
            let text = identity.name.split(separator: " ").first
        else { return nil }
        self.text = String(text)
    }

    /// How it is kept for a merchant. The merchant's name behind it lets others have the same origin.
    package func identity(of merchant: MerchantID) throws(MerchantFault) -> ClientIdentity {
        try ClientIdentity(
            dialect: WebOrigin.dialect, name: "\(text) \(merchant)", merchant: merchant,
            isOpen: true)
    }

    private static func isHost(_ host: Substring) -> Bool {
        host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy { isLetterOrDigit($0) || "-_".utf8.contains($0) }
        }
    }
}
