import ArgumentParser
import CosterServer
import ShopSimulator

/// The client that `coster pay` speaks as; by default the sandbox's.
struct ShopClientOptions: ParsableArguments {
    @Option(
        name: .customLong("apple-merchant-id"),
        help: "Whose token the device makes. [the sandbox merchant's]")
    var appleMerchantID = SandboxMerchant.appleMerchantIdentifier

    @Option(help: "radial: the store in its paths.")
    var store = SandboxMerchant.radialStore

    @Option(help: "vantiv, instamed, cardconnect: the user. [the sandbox's]")
    var user: String?

    @Option(name: .customLong("merchant-id"), help: "vantiv, instamed: merchantId. [the sandbox's]")
    var merchantID: String?

    @Option(name: .customLong("store-id"), help: "instamed: storeID.")
    var storeID = "1"

    @Option(name: .customLong("terminal-id"), help: "instamed: terminalID.")
    var terminalID = "1"

    @Option(name: .customLong("paypage-id"), help: "vantiv: paypageId.")
    var paypageID = SandboxMerchant.vantivPaypageID

    @Option(help: "cardconnect: merchid.")
    var merchid = SandboxMerchant.cardConnectMerchid

    @Option(help: "cardconnect: the host under which CardSecure is asked. [the server's]")
    var site: String?

    @Option(help: "A file with the client's secret on its first line. [the sandbox's secret]")
    var secretFile: String?

    /// The client in a dialect.
    ///
    /// - Throws: Exit code 65 if the secret's file can't be read.
    func client(_ dialect: PayCommand.DialectName) throws(CosterFailure) -> ShopClient {
        let secret = try secretFile.map { (path) throws(CosterFailure) in
            String(decoding: try Files.password(path), as: UTF8.self)
        }
        let known: (user: String, merchantID: String, secret: String) =
            switch dialect {
            case .radial: ("", "", SandboxMerchant.radialKey)
            case .vantiv:
                (
                    SandboxMerchant.vantivUser, SandboxMerchant.vantivMerchantID,
                    SandboxMerchant.vantivPassword
                )
            case .instamed:
                (
                    SandboxMerchant.instaMedUser, SandboxMerchant.instaMedMerchantID,
                    SandboxMerchant.instaMedPassword
                )
            case .cardconnect:
                (SandboxMerchant.cardConnectUser, "", SandboxMerchant.cardConnectPassword)
            }
        return ShopClient(
            appleMerchantID: appleMerchantID, store: store, user: user ?? known.user,
            merchantID: merchantID ?? known.merchantID, storeID: storeID, terminalID: terminalID,
            paypageID: paypageID, merchid: merchid, site: site, secret: secret ?? known.secret)
    }
}
