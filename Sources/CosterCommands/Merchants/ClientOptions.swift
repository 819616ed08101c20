import ArgumentParser
import CosterServer
import DialectKit
import Merchants
import PaymentDomain

/// How a client names itself.
struct ClientOptions: ParsableArguments {
    @Argument(help: "The merchant's name.")
    var name: String

    @Argument(
        help: ArgumentHelp("The protocol: \(ClientNames.dialects).", valueName: "protocol"))
    var dialect: String

    @Option(help: ArgumentHelp(ClientNames.help(.store)))
    var store: String?

    @Option(help: ArgumentHelp(ClientNames.help(.user)))
    var user: String?

    @Option(name: .customLong("merchant-id"), help: ArgumentHelp(ClientNames.help(.merchantID)))
    var merchantID: String?

    @Option(name: .customLong("store-id"), help: ArgumentHelp(ClientNames.help(.storeID)))
    var storeID: String?

    @Option(name: .customLong("terminal-id"), help: ArgumentHelp(ClientNames.help(.terminalID)))
    var terminalID: String?

    @Option(name: .customLong("paypage-id"), help: ArgumentHelp(ClientNames.help(.paypageID)))
    var paypageID: String?

    @Option(help: ArgumentHelp(ClientNames.help(.merchid)))
    var merchid: String?

    @Option(help: ArgumentHelp(ClientNames.help(.site)))
    var site: String?

    @Option(help: ArgumentHelp(ClientNames.help(.scopes)))
    var scopes: String?

    func names(of merchant: MerchantID) throws(CosterFailure) -> [ClientIdentity] {
        try ClientNames.names(given, in: dialect, of: merchant)
    }

    /// Those that need no secret.
    func openNames(of merchant: MerchantID) throws(CosterFailure) -> [ClientIdentity] {
        try ClientNames.openNames(given, in: dialect, of: merchant)
    }

    /// The client's secret, from a new random text or from the operator's own.
    func secret(_ text: String, isNew: Bool) throws(CosterFailure) -> String {
        try ClientNames.secret(text, isNew: isNew, of: given, in: dialect)
    }

    private var given: [ClientOption: String] {
        let given: [ClientOption: String?] = [
            .store: store, .user: user, .merchantID: merchantID, .storeID: storeID,
            .terminalID: terminalID, .paypageID: paypageID, .merchid: merchid, .site: site,
            .scopes: scopes,
        ]
        return given.compactMapValues { $0 }
    }
}
