import CosterServer
import CosterOperations
import ArgumentParser
import CardVault
import Foundation
import Merchants
import PaymentDomain
import Storage

/// How a client names itself.
struct ClientOptions: ParsableArguments {
    @Argument(help: "The merchant's name.")
    var name: String

    @Argument(help: "The dialect: radial, vantiv, instamed or cardconnect.")
    var dialect: String

    @Option(help: "radial: the store in its paths.")
    var store: String?

    @Option(help: "vantiv, instamed, cardconnect: the user.")
    var user: String?

    @Option(name: .customLong("merchant-id"), help: "vantiv, instamed: merchantId.")
    var merchantID: String?

    @Option(name: .customLong("store-id"), help: "instamed: storeID. [1]")
    var storeID: String?

    @Option(name: .customLong("terminal-id"), help: "instamed: terminalID. [1]")
    var terminalID: String?

    @Option(name: .customLong("paypage-id"), help: "vantiv: eProtect's paypageId.")
    var paypageID: String?

    @Option(help: "cardconnect: merchid.")
    var merchid: String?

    @Option(
        help:
            "cardconnect: the host under which CardSecure is reached for this merchant; * for every other host."
    )
    var site: String?

    func names(of merchant: MerchantID) throws(CosterFailure) -> [ClientIdentity] {
        try ClientNames.names(given, in: dialect, of: merchant)
    }

    /// Those that need no secret.
    func openNames(of merchant: MerchantID) throws(CosterFailure) -> [ClientIdentity] {
        try ClientNames.openNames(given, in: dialect, of: merchant)
    }

    private var given: ClientNames.Given {
        ClientNames.Given(
            store: store, user: user, merchantID: merchantID, storeID: storeID,
            terminalID: terminalID, paypageID: paypageID, merchid: merchid, site: site)
    }
}
