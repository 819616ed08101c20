import DialectKit

/// The key of a request: `Authorization: Bearer csk_NAME_SECRET`.
///
/// The name is in it, so that the key's hash can be looked up. The whole key is the secret. The sandbox's key has a name
/// alone: `csk_sandbox`.
///
/// Source: RFC 6750, 2.1: the scheme `Bearer`, in any case, then the key.
enum NativeKey {
    static let prefix = "csk_"
    private static let divider = UInt8(ascii: "_")

    /// The beginning of the key of a name, in front of its random part.
    static func start(of name: String) -> String { "\(prefix)\(name)_" }

    /// The credential of a head; nil without exactly one well-formed key.
    static func read(_ head: RequestHead) -> PresentedCredential? {
        let fields = head.headers.filter { $0.name == "authorization" }
        guard fields.count == 1, let field = fields.first?.value,
            field.utf8.count <= NativeLimits.authorizationBytes
        else { return nil }
        let words = field.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, ASCIICase.lowered(String(words[0])) == "bearer",
            words[1].utf8.starts(with: prefix.utf8)
        else { return nil }
        return credential(words[1])
    }

    /// Whether a text can be a key's name: small letters, digits and hyphens.
    static func isName(_ text: String) -> Bool {
        NativeLimits.nameBytes.contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"): true
                default: false
                }
            }
    }

    private static func credential(_ key: Substring) -> PresentedCredential? {
        let name = String(Substring(key.utf8.dropFirst(prefix.utf8.count).prefix { $0 != divider }))
        guard isName(name), key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return PresentedCredential(identity: name, secret: String(key))
    }
}
