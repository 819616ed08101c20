import AppleSimulator

/// The forms in which clients send an Apple Pay token, for `coster token mint --format`.
package enum TokenFormat: String, Sendable, CaseIterable {
    /// Apple's own: the JSON of paymentData.
    case json
    /// The fields of eProtect's form, percent-encoded.
    case eprotect
    /// The value of CardSecure's devicedata.
    case devicedata
    /// Radial's element WalletPaymentInformation.
    case radial
    /// The field applePayTokenData of SaveApplePayToken, percent-encoded.
    case instamed

    /// A token in this form.
    package func text(of token: SimulatedToken) -> String {
        switch self {
        case .json: token.json
        case .eprotect: ShopMessage.form(VantivShop.fields(of: token))
        case .devicedata: CardConnectShop.deviceData(of: token)
        case .radial: RadialShop.walletPaymentInformation(of: token)
        case .instamed: ShopMessage.form([("applePayTokenData", token.json)])
        }
    }
}
