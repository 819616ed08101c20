import DialectKit
@_spi(CardData) import PaymentDomain

@testable import Vantiv

/// Requests and results for the tests of eProtect.
enum EProtectSamples {
    /// 2026-11-21T08:57:00.123Z.
    static let now = Timestamp(milliseconds: 1_795_251_420_123)
    static let chance = RequestRandomness(open: 654_321, secret: 4_760_311_187_832_973_287)

    /// A request with a card, in order.
    static let card: [(String, String)] = [
        ("paypageId", "sandboxPaypage"), ("reportGroup", "*merchant1500"), ("id", "12345"),
        ("orderId", "order-1"), ("accountNumber", "4111111111111111"), ("cvv", "987"),
    ]

    /// A request with a token, in order.
    static let token: [(String, String)] = [
        ("paypageId", "sandboxPaypage"), ("reportGroup", "*merchant1500"), ("id", "12345"),
        ("orderId", "order-1"), ("applepay.data", "GcUsL3Zg+Vf9/A=="),
        ("applepay.signature", "MIAGCSqGSIb3+QEHAqCAMIACAQ"), ("applepay.version", "EC_v1"),
        ("applepay.header.applicationData", ""),
        ("applepay.header.ephemeralPublicKey", "MFkwEwYHKoZIzj0CAQYIKoZI+j0DAQcDQgAE"),
        ("applepay.header.publicKeyHash", "i3F+FlIbyhjfYqMqm3M/dpeWRO9tnD+U9BJng3tkkig="),
        ("applepay.header.transactionId", "84a7e17570c940f6"),
    ]

    /// The same fields with some of them changed, added or (nil) left out.
    static func changing(
        _ fields: [(String, String)], _ changes: [String: String?]
    ) -> [(String, String)] {
        let kept = fields.compactMap { name, value -> (String, String)? in
            guard let change = changes[name] else { return (name, value) }
            return change.map { (name, $0) }
        }
        let names = Set(fields.map(\.0))
        let added = changes.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
        return kept + added.compactMap { name, value in value.map { (name, $0) } }
    }

    /// A form, percent-encoded but for letters and digits.
    static func form(_ fields: [(String, String)]) -> String {
        fields.map { "\(encoded($0))=\(encoded($1))" }.joined(separator: "&")
    }

    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar == ".")
            if isPlain || (0x30...0x39).contains(byte) { return String(scalar) }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }

    static func head(
        _ method: String, _ path: String, query: String = "",
        contentType: String? = "application/x-www-form-urlencoded",
        chance: RequestRandomness = chance
    ) -> RequestHead {
        let route = EProtectDialect().routes.first { $0.method == method && $0.path == path }
        return RequestHead(
            route: route ?? DialectRoute(method: method, path: path, operation: "none"),
            parameters: [:], query: query,
            headers: contentType.map { [(name: "content-type", value: $0)] } ?? [],
            receivedAt: now, chance: chance)
    }

    static func post(
        _ fields: [(String, String)], path: String = "/eProtect/paypage"
    ) -> DialectRequest {
        DialectRequest(head: head("POST", path), body: Array(form(fields).utf8))
    }

    static func get(
        _ fields: [(String, String)], path: String = "/eProtect/paypage"
    ) -> DialectRequest {
        DialectRequest(
            head: head("GET", path, query: form(fields), contentType: nil), body: [])
    }

    /// What the engine answers to a registration.
    static func registered(
        _ command: RegisterCommand, network: CardNetwork? = .visa
    ) -> Result<PaymentResult, PaymentRefusal> {
        .success(
            .registered(
                RegisteredCard(
                    id: command.id, issuerPrefix: "411111", lastFour: "1111", network: network,
                    expiry: CardExpiry(year: 2031, month: 7), at: now)))
    }
}

/// What decoding gave, taken apart for tests.
extension DecodedRequest {
    var reply: DialectReply? {
        guard case .reply(let reply) = self else { return nil }
        return reply
    }

    var registerCommand: RegisterCommand? {
        guard case .command(.register(let command), _, _, _) = self else { return nil }
        return command
    }

    var exchange: Exchange? {
        guard case .command(_, _, _, let exchange) = self else { return nil }
        return exchange
    }
}

/// A registration in words, for review; card data of test cards included.
func eProtectWords(
    _ command: RegisterCommand, _ name: RequestIdentity, _ credential: PresentedCredential?
) -> String {
    let number = name.number?.description ?? "none"
    let head = """
        register id=\(command.id.value) seconds=\(command.lifetimeSeconds) number=\(number)
        identity=\(credential?.identity ?? "none") secret=\(credential?.secret ?? "none")
        """
    switch command.source {
    case .keyed(let card):
        let code = card.securityCode == nil ? "none" : "kept"
        return "\(head)\nkeyed \(card.pan.withDigits { $0 }) code=\(code)"
    case .applePay(.fields(let fields)):
        return """
            \(head)
            apple-pay version=\(fields.version) transaction=\(fields.transactionId)
            application=\(fields.applicationData ?? "none") hash=\(fields.publicKeyHash)
            key=\(fields.ephemeralPublicKey ?? "none") data=\(fields.data)
            signature=\(fields.signature)
            """
    case .applePay(.json), .stored, .registered, .token, .account:
        return "\(head)\nanother source"
    }
}
