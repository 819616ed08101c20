import MerchantStorage
import PaymentDomain
import Routing
import StrictCoding

/// A line for a machine, without its secrets. The names in JSON are an interface.
struct LineFacts: Encodable {
    let name: String
    let kind: String
    /// `test` or `live`.
    let mode: String
    let currency: String
    let address: String
    /// The user of a service; lines to hosts have none.
    let user: String?
    let reportGroup: String?
    /// How many links there are to each host, and whether they are plain TCP; services have none.
    let links: Int?
    let isPlaintext: Bool?
    /// Whether the line trusts only certificates of its own.
    let hasRoots: Bool
    let createdAt: String
    let secrets: [Secret]
    /// The merchants with a rule that names the line.
    let merchants: [String]

    /// A secret; nothing of it but its number.
    struct Secret: Encodable {
        let number: Int64
        let isInUse: Bool
        let validFrom: String
        let expiresAt: String?
    }

    init(_ line: LineRecord, routes: [MerchantID: RouteTable]) {
        let definition = line.definition
        name = line.id.value
        kind = definition.kind.rawValue
        mode = definition.mode.rawValue
        currency = definition.currency.code
        let account = definition.account
        address = account.address
        user = account.service?.user
        reportGroup = account.service?.reportGroup
        links = account.hosts?.links
        isPlaintext = account.hosts.map { !$0.isEncrypted }
        hasRoots = definition.roots != nil
        createdAt = line.createdAt.iso8601Seconds
        secrets = line.secrets.map {
            Secret(
                number: $0.number, isInUse: $0.expiresAt == nil,
                validFrom: $0.validFrom.iso8601Seconds, expiresAt: $0.expiresAt?.iso8601Seconds)
        }
        merchants = routes.filter { $0.value.lines.contains(line.id) }.map(\.key.value).sorted()
    }

    /// The line for a person.
    var lines: [String] {
        let facts = [
            "line        \(name)", "kind        \(kind), \(mode), \(currency)",
            "address     \(address)",
            links.map {
                "links       \($0) to each host, \(isPlaintext == true ? "plain TCP" : "TLS")"
            }
                ?? "account     user \(user ?? "-")"
                + (reportGroup.map { ", report group \($0)" } ?? ""),
            "roots       \(hasRoots ? "its own" : "the system's")", "since       \(createdAt)",
        ]
        let secrets = secrets.map { secret in
            let end = secret.expiresAt.map { "kept until \($0)" } ?? "in use"
            return "secret \(secret.number)    from \(secret.validFrom), \(end)"
        }
        let merchants = merchants.isEmpty ? "none" : merchants.joined(separator: ", ")
        return (facts + secrets + ["merchants   \(merchants)"]).map(\.terminalSafe)
    }
}
