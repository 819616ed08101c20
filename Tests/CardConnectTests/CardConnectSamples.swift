import StrictCoding
import DialectKit
@_spi(CardData) import PaymentDomain

@testable import CardConnect

/// Requests for the tests of both halves.
enum Samples {
    /// 2026-11-21T08:57:00.123Z.
    static let now = Timestamp(milliseconds: 1_795_251_420_123)
    static let chance = RequestRandomness(open: 654_321, secret: 4_760_311_187_832_973_287)

    static let merchid = "496160873888"
    /// testing:testing123
    static let authorization = "Basic dGVzdGluZzp0ZXN0aW5nMTIz"
    /// A token of a wallet, as the client has it, and the card's own.
    static let walletToken = "9411234567891111"
    static let cardToken = "9418594164541111"

    static let cardSecure = CardSecureDialect(isSandbox: true)
    static let sandbox = CardPointeDialect(isSandbox: true)
    static let live = CardPointeDialect(isSandbox: false)

    /// A token's parts, without their data.
    static let deviceDataParts = [
        "ectype=apple", "ecsig=MIAGCSqGSIb3DQEHAqCAMIACAQ+/==",
        "eckey=MFkwEwYHKoZIzj0CAQYIKoZI+j0DAQcDQgAE",
        "ectid=84a7e17570c940f6a268d9121a4c090f", "echash=",
        "ecpublickeyhash=i3F+FlIbyhjfYqMqm3M/dpeWRO9tnD+U9BJng3tkkig=",
    ]
    static let deviceData = "GcUsL3Zg+Vf9/A==&" + deviceDataParts.joined(separator: "&")

    static func head(
        _ method: String, _ target: String, routes: [DialectRoute],
        headers: [(name: String, value: String)] = [], chance: RequestRandomness = chance
    ) -> RequestHead {
        let halves = target.split(separator: "?", maxSplits: 1).map(String.init)
        let parts = halves[0].split(separator: "/", omittingEmptySubsequences: false)
        var parameters: [String: String] = [:]
        let route = routes.first { route in
            let names = route.path.split(separator: "/", omittingEmptySubsequences: false)
            guard route.method == method, names.count == parts.count else { return false }
            parameters = [:]
            for (name, part) in zip(names, parts) {
                if name.hasPrefix("{") {
                    guard !part.isEmpty else { return false }
                    parameters[String(name.dropFirst().dropLast())] = String(part)
                } else if name != part {
                    return false
                }
            }
            return true
        }
        return RequestHead(
            route: route ?? DialectRoute(method: method, path: halves[0], operation: "none"),
            parameters: parameters, query: halves.count > 1 ? halves[1] : "", headers: headers,
            receivedAt: now, chance: chance)
    }

    /// A request to CardSecure.
    static func tokenize(_ json: String, chance: RequestRandomness = chance) -> DialectRequest {
        DialectRequest(
            head: head(
                "POST", "/cardsecure/api/v1/ccn/tokenize", routes: cardSecure.routes,
                chance: chance), body: Array(json.utf8))
    }

    /// A request to the gateway.
    static func gateway(
        _ method: String, _ path: String, _ json: String = ""
    ) -> DialectRequest {
        DialectRequest(
            head: head(method, "/cardconnect/rest" + path, routes: sandbox.routes),
            body: Array(json.utf8))
    }

    /// An authorization with some fields of its own, each already JSON.
    static func auth(_ fields: [String: String] = [:]) -> DialectRequest {
        var all = [
            "merchid": "\"\(merchid)\"", "account": "\"\(cardToken)\"", "amount": "\"14.99\"",
            "expiry": "\"0731\"",
        ]
        for (name, value) in fields { all[name] = value }
        let members = all.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
        return gateway("PUT", "/auth", "{\(members.joined(separator: ","))}")
    }

    static func dollars(_ cents: Int64) -> Money {
        (try? Money(minorUnits: cents, currency: .usd)) ?? .zero(.usd)
    }
}

/// What decoding gave, taken apart for tests.
extension DecodedRequest {
    var reply: DialectReply? {
        guard case .reply(let reply) = self else { return nil }
        return reply
    }

    var command: PaymentCommand? {
        guard case .command(let command, _, _, _) = self else { return nil }
        return command
    }

    var exchange: Exchange? {
        guard case .command(_, _, _, let exchange) = self else { return nil }
        return exchange
    }

    var authorize: AuthorizeCommand? {
        guard case .authorize(let authorize) = command else { return nil }
        return authorize
    }

    var credential: PresentedCredential? {
        guard case .command(_, _, let credential, _) = self else { return nil }
        return credential
    }
}

extension DialectReply {
    /// The text of a member of the object that the body is; nil where there is none.
    func member(_ name: String) -> String? {
        guard let value = try? JSONValue(reading: body) else { return nil }
        return value.object?[name]?.textOrNumber
    }
}
