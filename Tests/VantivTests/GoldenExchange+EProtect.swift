import DialectKit
import GoldenExchanges

/// A result is `registered`, or a refusal's code.
extension GoldenExchange {
    /// All with eProtect.
    static let eProtect = read("eprotect-")

    /// The request as the gateway hands it to eProtect.
    var eProtectRequest: DialectRequest {
        DialectRequest(
            head: EProtectSamples.head(
                method, path, query: query,
                contentType: headers.first { $0.name == "content-type" }?.value),
            body: Array(requestBody.utf8))
    }
}
