import ArgumentParser

/// The client that `coster pay` speaks as; by default the sandbox's.
package struct ShopClientOptions: ParsableArguments {
    @Option(
        name: .customLong("apple-merchant-id"),
        help: "The Apple merchant identifier that the token is for.")
    var appleMerchantID = "merchant.coster.sandbox"

    @Option(help: "radial: the store in its paths.")
    var store = "SANDBOX"

    @Option(help: "vantiv, instamed, cardconnect: the user. (default: the sandbox's)")
    var user: String?

    @Option(
        name: .customLong("merchant-id"),
        help: "vantiv, instamed: merchantId. (default: the sandbox's)")
    var merchantID: String?

    @Option(name: .customLong("store-id"), help: "instamed: storeID.")
    var storeID = "1"

    @Option(name: .customLong("terminal-id"), help: "instamed: terminalID.")
    var terminalID = "1"

    @Option(name: .customLong("paypage-id"), help: "vantiv: paypageId.")
    var paypageID = "sandboxPaypage"

    @Option(help: "cardconnect: merchid.")
    var merchid = "496160873888"

    @Option(help: "cardconnect: the host under which CardSecure is asked. (default: the server's)")
    var site: String?

    @Option(help: "A file with the client's secret on its first line. (default: the sandbox's)")
    package var secretFile: String?

    package init() {}

    /// The client in a protocol.
    ///
    /// - Parameter given: Its secret; nil for the sandbox's.
    package func client(_ spoken: ShopProtocol, secret given: String?) -> ShopClient {
        let sandbox = spoken.sandboxClient
        return ShopClient(
            appleMerchantID: appleMerchantID, store: store, user: user ?? sandbox.user,
            merchantID: merchantID ?? sandbox.merchantID, storeID: storeID,
            terminalID: terminalID, paypageID: paypageID, merchid: merchid, site: site,
            secret: given ?? sandbox.secret)
    }
}

extension ShopProtocol: ExpressibleByArgument {}
