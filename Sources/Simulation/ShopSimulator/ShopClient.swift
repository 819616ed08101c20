/// A client of a merchant, as a shop's configuration has it.
package struct ShopClient: Sendable {
    package let appleMerchantID: String
    package let store: String
    package let user: String
    package let merchantID: String
    package let storeID: String
    package let terminalID: String
    package let paypageID: String
    package let merchid: String
    package let site: String?
    package let secret: String

    package init(
        appleMerchantID: String, store: String, user: String, merchantID: String, storeID: String,
        terminalID: String, paypageID: String, merchid: String, site: String?, secret: String
    ) {
        self.appleMerchantID = appleMerchantID
        self.store = store
        self.user = user
        self.merchantID = merchantID
        self.storeID = storeID
        self.terminalID = terminalID
        self.paypageID = paypageID
        self.merchid = merchid
        self.site = site
        self.secret = secret
    }
}
