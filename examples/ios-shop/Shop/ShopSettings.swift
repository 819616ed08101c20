/// The servers and names that the app needs. All of them are public: an app holds no secret.
enum ShopSettings {
    /// A Coster sandbox, or the processor. Use https outside this machine.
    static let processor = "http://127.0.0.1:8080"
    /// The shop's own server, `server.py`.
    static let server = "http://127.0.0.1:8000"
    /// The merchant identifier; the same as in `Shop.entitlements`.
    static let merchantIdentifier = "merchant.coster.sandbox"
    /// eProtect's name for the shop.
    static let paypageID = "sandboxPaypage"
    /// The shop's report group at Vantiv.
    static let reportGroup = "Shop"
}
