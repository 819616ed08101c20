import PaymentDomain

/// The secrets with which we prove ourselves to an acquirer, as one file has them: a password, and behind it perhaps a
/// client certificate. They change together, so that one rotation with its overlap serves both. A kind without users has
/// no password, and perhaps no secret at all.
package struct LineSecret: Redacted, Equatable {
    /// The password; only a line may look at it.
    package let text: String
    /// The client certificate, its chain and its private key in PEM; nil if the acquirer asks for none in TLS.
    package let identity: String?

    /// The secrets as an operator wrote them, or as they were stored.
    ///
    /// - Throws: ``LineFault/badLineSecret`` for a first line that the kind has no room for, or can't use;
    ///   ``LineFault/badLineIdentity`` for more behind it than ``RoutingLimits/identityBytes``, and for what isn't PEM.
    ///   Nobody has looked for certificates in it.
    package init(_ file: String, for kind: LineKind) throws(LineFault) {
        let lineEnd = file.unicodeScalars.firstIndex { $0 == "\n" || $0 == "\r" } ?? file.endIndex
        let end = kind.hasUser ? lineEnd : file.startIndex
        text = String(file[..<end])
        guard
            !kind.hasUser
                || isPrintable(text, upTo: kind.fieldCharacters.secret) && kind.takes(secret: text)
        else { throw .badLineSecret }
        let rest = file[end...].drop { $0.isWhitespace }
        guard !rest.isEmpty else {
            identity = nil
            return
        }
        guard rest.utf8.count <= RoutingLimits.identityBytes, rest.hasPrefix("-----BEGIN "),
            rest.utf8.allSatisfy({ $0 < 0x80 })
        else { throw .badLineIdentity }
        identity = String(rest)
    }

    /// What is encrypted and stored; ``init(_:for:)`` reads it.
    package var stored: String { identity.map { "\(text)\n\($0)" } ?? text }

    /// `LineSecret`.
    package var redacted: String { "LineSecret" }
}
