import StrictCoding
import DialectKit
import PaymentDomain

/// The user of HTTP Basic.
///
/// Source: InstaMed's portal writes `user@account`; clients in production send what is before the `@` alone.
enum InstaMedUser {
    /// The name by which a user is known, however it was written: the part before the first `@`, in lower case.
    static func name(_ text: String) -> String {
        ASCIICase.lowered(String(text.prefix { $0 != "@" }))
    }
}

/// The sender of a request, by HTTP Basic.
///
/// Source: RFC 7617, 2: the scheme in any case, base64 of user, colon and password; a password may hold colons.
enum InstaMedCredential {
    /// User and password of a head, the user as ``InstaMedUser`` knows it; nil if there are none.
    static func read(_ head: RequestHead) -> PresentedCredential? {
        guard let header = head.header("authorization"),
            header.utf8.count <= InstaMedLimits.credential
        else { return nil }
        let words = header.split(separator: " ", omittingEmptySubsequences: true)
        guard words.count == 2, ASCIICase.lowered(String(words[0])) == "basic",
            let bytes = Base64.decode(String(words[1])),
            let text = String(validating: bytes, as: UTF8.self),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
        else { return nil }
        let user = InstaMedUser.name(String(text[..<colon]))
        guard !user.isEmpty else { return nil }
        return PresentedCredential(
            identity: user, secret: String(text[text.utf8.index(after: colon)...]))
    }
}
