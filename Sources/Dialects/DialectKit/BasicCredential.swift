import StrictCoding

extension RequestHead {
    /// The user and the password of HTTP Basic; nil if either is missing.
    ///
    /// Anyone may send it, so one that is too long, or isn't ASCII, isn't read. A password may hold colons.
    ///
    /// Source: RFC 7617, section 2.
    package var basicCredential: PresentedCredential? {
        guard let value = header("authorization"),
            value.utf8.count <= Self.longestAuthorization, value.utf8.allSatisfy({ $0 < 0x80 })
        else { return nil }
        let words = value.utf8.split(separator: UInt8(ascii: " "))
        guard words.count == 2, ASCIICase.lowered(String(Substring(words[0]))) == "basic",
            let bytes = Base64.decode(String(Substring(words[1]))),
            let text = String(validating: bytes, as: UTF8.self),
            text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex
        else { return nil }
        let secret = text[text.utf8.index(after: colon)...]
        guard !secret.isEmpty else { return nil }
        return PresentedCredential(identity: String(text[..<colon]), secret: String(secret))
    }

    /// How much of the header is read, in bytes (ours): strangers may send as much as a header has room for.
    private static let longestAuthorization = 1024
}
