/// How the clients of this dialect say who they are, as one text each.
package enum VantivIdentity {
    /// The user of a merchant, with a password.
    ///
    /// Source: LitleXML/cnpAPI, authentication and the root's merchantId: credentials belong to both together.
    package static func user(_ user: String, merchantID: String) -> String {
        "\(user)/\(merchantID)"
    }

    /// The user and the merchantId in a client's name, which has no `/` in its merchantId; nil for a paypage.
    package static func parts(of name: String) -> (user: String, merchantID: String)? {
        guard let slash = name.lastIndex(of: "/") else { return nil }
        return (String(name[..<slash]), String(name[name.index(after: slash)...]))
    }

    /// Whether requests have room for both; with longer ones nobody could ever be let in.
    ///
    /// Source: litleOnline and cnpOnline XSDs: `user` has at most 20 characters, `merchantId` at most 50.
    package static func canCarry(user: String, merchantID: String) -> Bool {
        user.utf8.count <= VantivLimits.credential
            && merchantID.utf8.count <= VantivLimits.merchantID
    }

    /// A paypage, which has no secret: its identifier lies in every page that asks for a card.
    ///
    /// Source: eProtect, paypageId.
    package static func paypage(_ id: String) -> String {
        "paypage:\(id)"
    }
}
