import CosterKit
import Foundation

/// Values for the tests. Every secret in them has a mark that no description may show.
enum Samples {
    static let data = "GcUsL3Zg+QNV/f7fBY0A=="
    static let signature = "MIAGCSqGSIb3DQEHAqCAMIACAQ+/=="
    static let key = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAtpj8+ZI9S3g"
    static let keyHash = "i3F+FlIbyhjfYqMqm3M/dpeWRO9tnD+U9BJng3tkkig="
    static let transactionID = "84a7e17570c940f6a268d9121a4c090f1d2e22bab4da0f2054c7ba53035dc79a"

    static func json(
        version: String = "EC_v1", key: String? = key, wrappedKey: String? = nil,
        applicationData: String? = nil
    ) -> String {
        let optional = [
            ("ephemeralPublicKey", key), ("wrappedKey", wrappedKey),
            ("applicationData", applicationData),
        ]
        let header =
            optional.compactMap { name, value in value.map { "\"\(name)\":\"\($0)\"" } }
            + ["\"publicKeyHash\":\"\(keyHash)\"", "\"transactionId\":\"\(transactionID)\""]
        return "{\"version\":\"\(version)\",\"data\":\"\(data)\",\"signature\":\"\(signature)\","
            + "\"header\":{\(header.joined(separator: ","))}}"
    }

    static func token(applicationData: String? = nil) throws -> ApplePayToken {
        try ApplePayToken(json: json(applicationData: applicationData))
    }

    static func rsaToken() throws -> ApplePayToken {
        try ApplePayToken(json: json(version: "RSA_v1", key: nil, wrappedKey: "d3JhcHBlZA=="))
    }

    static func reference() throws -> TokenReference {
        try value(TokenReference(kind: .paypageRegistrationID, value: "3603111878329732873"))
    }

    static func checkout(
        _ options: Checkout.Options = Checkout.Options(), total: String = "14.99"
    ) throws -> Checkout {
        try Checkout(
            Merchant("merchant.com.example"),
            total: LineItem("Example Shop", Amount(total, .usd)), options: options)
    }

    static func url(_ text: String) throws -> URL { try value(URL(string: text)) }

    static func value<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw MissingValue() }
        return value
    }

    /// A request of a real client, byte for byte; the file's last newline isn't one of them.
    static func recorded(_ name: String) throws -> String {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Requests").appendingPathComponent(name)
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    struct MissingValue: Error {}
}

/// A transport that answers by a function and remembers what was sent.
final class ScriptedTransport: Transport {
    private let answer: @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportError>

    init(_ answer: @escaping @Sendable (HTTPRequest) -> Result<HTTPResponse, TransportError>) {
        self.answer = answer
    }

    convenience init(status: Int = 200, _ body: String) {
        self.init { _ in .success(HTTPResponse(status: status, body: Data(body.utf8))) }
    }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        try answer(request).get()
    }
}
