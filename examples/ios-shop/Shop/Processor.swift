import CosterKit
import Foundation

/// The processors that exchange a device's token without a secret.
enum Processor: String, CaseIterable, Sendable {
    case eProtect = "eProtect"
    case cardSecure = "CardSecure"

    /// The client of the processor; nil if the address in ``ShopSettings`` is wrong.
    func tokenizer(_ transport: any Transport) -> (any Tokenizer)? {
        switch self {
        case .eProtect:
            URL(string: ShopSettings.processor + "/eProtect/paypage").map { url in
                EProtectClient(
                    url: url, paypageID: ShopSettings.paypageID,
                    reportGroup: ShopSettings.reportGroup, transport: transport)
            }
        case .cardSecure:
            CardSecureClient(endpoint: ShopSettings.processor, transport: transport)
        }
    }
}
