import PaymentDomain

/// An app that calls the relay: the merchant's publishable key and the app's bundle identifier.
///
/// Neither is secret: every copy of the app contains both. So a publishable key allows only what an app may do.
package struct RelayCaller: Sendable, Hashable {
    /// The namespace of publishable keys among the names of merchants' clients.
    package static let namespace = "relay"

    /// The key, from `Authorization: Bearer KEY`.
    package let publishableKey: String
    /// The app, from `Coster-Bundle-Identifier`; nil if the header is missing or malformed.
    package let bundleIdentifier: String?

    /// Reads the headers of a request; nil without exactly one well-formed key.
    ///
    /// Source: RFC 6750, 2.1: the scheme `Bearer`, in any case, then the key.
    package init?(_ head: RequestHead) {
        guard let field = Self.only("authorization", in: head),
            field.utf8.count <= RelayLimits.authorizationBytes
        else { return nil }
        let words = field.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, ASCIICase.lowered(String(words[0])) == "bearer",
            Self.isKey(words[1])
        else { return nil }
        publishableKey = String(words[1])
        bundleIdentifier = Self.only("coster-bundle-identifier", in: head).flatMap {
            Self.isBundleIdentifier($0) ? $0 : nil
        }
    }

    /// The key as a credential. Its secret is empty: the key only says whose the request is.
    package var credential: PresentedCredential {
        PresentedCredential(identity: publishableKey, secret: "")
    }

    /// Whether a text can be a publishable key.
    package static func isKey(_ text: Substring) -> Bool {
        isName(text, upTo: RelayLimits.keyBytes, besides: "-_")
    }

    /// Whether a text can be an app's bundle identifier.
    ///
    /// Source: Apple, CFBundleIdentifier: letters, digits, hyphens and periods. The limit is ours.
    package static func isBundleIdentifier(_ text: String) -> Bool {
        isName(text[...], upTo: RelayLimits.bundleIdentifierBytes, besides: "-.")
    }

    /// The value of a header; nil if several have the name, since they could contradict each other.
    private static func only(_ name: String, in head: RequestHead) -> String? {
        let values = head.headers.filter { $0.name == name }
        return values.count == 1 ? values.first?.value : nil
    }

    private static func isName(_ text: Substring, upTo limit: Int, besides others: String) -> Bool {
        (1...limit).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: others.utf8.contains(byte)
                }
            }
    }
}

/// The relay's own refusals, which each protocol writes in its own form.
package enum RelayRefusal {
    /// The message if the publishable key is missing or unknown; the code is `unauthorized`.
    package static let unauthorized =
        "The publishable key is missing or unknown. Send it as Authorization: Bearer KEY."
    /// The code if the key isn't for the app or the protocol.
    package static let appCode = "app-not-registered"
    /// The message if the key isn't for the app or the protocol.
    package static let app =
        "The publishable key is not for this app, or its merchant has no client of this protocol. Send Coster-Bundle-Identifier as it was registered."
}

/// The limits of the relay's headers.
package enum RelayLimits {
    /// The longest `Authorization` header, in bytes.
    package static let authorizationBytes = 128
    /// The longest publishable key, in bytes.
    package static let keyBytes = 64
    /// The longest bundle identifier, in bytes.
    package static let bundleIdentifierBytes = 155
}
