/// How the clients of this dialect say who they are, as one text each.
public enum VantivIdentity {
    /// The user of a merchant, with a password.
    ///
    /// Source: LitleXML/cnpAPI, authentication and the root's merchantId: credentials belong to both together.
    public static func user(_ user: String, merchantID: String) -> String {
        "\(user)/\(merchantID)"
    }

    /// A paypage, which has no secret: its identifier lies in every page that asks for a card.
    ///
    /// Source: eProtect, paypageId.
    public static func paypage(_ id: String) -> String {
        "paypage:\(id)"
    }
}
