import DialectKit

/// How the clients of this dialect say who they are, as one text each.
///
/// The user of HTTP Basic stands for himself. The others have no secret, so that they hold a `:`, which no such user
/// can have: nobody logs in as one of them.
///
/// Source: RFC 7617, section 2: a user-id has no colon.
public enum CardConnectIdentity {
    /// Whoever reaches CardSecure under a host that is no merchant's own: its protocol has no authentication, a token
    /// belongs to the site.
    public static let cardSecureSite = "cardsecure:site"

    /// Whoever reaches CardSecure under a host of a merchant's own.
    ///
    /// Source: CardConnect, CardSecure API: each customer has a site, `https://SITE.cardconnect.com`.
    public static func cardSecure(site host: String) -> String {
        let name = host.split(separator: ":", maxSplits: 1).first.map(String.init) ?? ""
        return "cardsecure:host:\(name.lowercased())"
    }

    /// Whether a name is that of a site, whichever.
    public static func isCardSecure(_ name: String) -> Bool { name.hasPrefix("cardsecure:") }

    /// A merchid, which must be of the same merchant as the user.
    public static func merchant(_ merchid: String) -> String {
        "merchid:\(merchid)"
    }
}

extension RequestHead {
    /// The user and the password of HTTP Basic; nil where there are none.
    ///
    /// Source: RFC 7617, section 2.
    var basicCredential: PresentedCredential? {
        guard let value = header("authorization") else { return nil }
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "basic",
            let bytes = Base64.decode(words[1].filter { $0 != " " }),
            let text = String(validating: bytes, as: UTF8.self),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex
        else { return nil }
        let secret = text[text.utf8.index(after: colon)...]
        guard !secret.isEmpty else { return nil }
        return PresentedCredential(identity: String(text[..<colon]), secret: String(secret))
    }
}
