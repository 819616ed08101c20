import AppleSimulator
import ArgumentParser
import PaymentDomain
import Synchronization

/// A step that builds are compared by.
enum ComparedStep: String, CaseIterable, ExpressibleByArgument {
    /// An authorization in each protocol.
    case radial, vantiv, cardconnect, instamed
    /// The capture of an authorization, and the refund of a capture, in cnpAPI.
    case capture, refund
    /// As many refunds of one payment at once as there are connections.
    case refundsAtOnce = "refunds-at-once"

    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The visits that are measured, once all that comes before them is done.
    func prepared(
        _ count: Int, on server: BenchServer, connections: Int
    ) throws -> [LoadVisit] {
        switch self {
        case .radial: return try LoadRun.mint(count, by: RadialLoad.self, data: server.data)
        case .vantiv: return try LoadRun.mint(count, by: VantivLoad.self, data: server.data)
        case .cardconnect:
            return try LoadRun.mint(count, by: CardConnectLoad.self, data: server.data)
        case .instamed: return try LoadRun.mint(count, by: InstaMedLoad.self, data: server.data)
        case .capture:
            return try authorized(count, on: server, connections).map {
                FollowingLoad.visit("capture", $0)
            }
        case .refund:
            let captures = try captured(count, on: server, connections)
            return captures.map { FollowingLoad.visit("credit", $0) }
        case .refundsAtOnce:
            guard let capture = try captured(1, on: server, connections).first else { return [] }
            return (0..<connections).map { _ in
                FollowingLoad.visit("credit", capture, cents: 1499 / connections)
            }
        }
    }

    private func authorized(
        _ count: Int, on server: BenchServer, _ connections: Int
    ) throws -> [String] {
        let found = FoundNumbers()
        let visits = try LoadRun.mint(count, data: server.data) { token, amount in
            VantivLoad.visit(token, amount) { found.add($0) }
        }
        _ = try LoadRun.play(visits, on: server, connections: connections)
        return found.all
    }

    private func captured(
        _ count: Int, on server: BenchServer, _ connections: Int
    ) throws -> [String] {
        let found = FoundNumbers()
        let visits = try authorized(count, on: server, connections).map { number in
            FollowingLoad.visit("capture", number) { found.add($0) }
        }
        _ = try LoadRun.play(visits, on: server, connections: connections)
        return found.all
    }
}

/// The numbers of transactions that replies had.
final class FoundNumbers: Sendable {
    private let numbers = Mutex<[String]>([])

    func add(_ number: String) { numbers.withLock { $0.append(number) } }
    var all: [String] { numbers.withLock { $0 } }
}

/// A capture or a credit that names an earlier transaction, through cnpAPI.
enum FollowingLoad {
    static func visit(
        _ element: String, _ number: String, cents: Int? = nil,
        found: @escaping @Sendable (String) -> Void = { _ in }
    ) -> LoadVisit {
        let id = String(OperationID().value.prefix(20))
        let amount = cents.map { "<amount>\($0)</amount>" } ?? ""
        let body = """
            <?xml version="1.0" encoding="utf-8"?><cnpOnlineRequest version="12.34" \
            merchantId="0180" xmlns="http://www.vantivcnp.com/schema"><authentication>\
            <user>sandbox</user><password>sandbox-vantiv</password></authentication>\
            <\(element) id="\(id)" reportGroup="bench"><cnpTxnId>\(number)</cnpTxnId>\(amount)\
            </\(element)></cnpOnlineRequest>
            """
        let request = LoadRequest.post("/vap/communicator/online", "text/xml", body)
        return LoadVisit { (connection) throws(BenchError) in
            let reply = try connection.exchange(request)
            guard let made = approvedNumber(in: reply) else { throw .unexpectedReply(reply) }
            found(made)
        }
    }

    /// The number of an approved transaction; nil if the reply isn't an approval.
    static func approvedNumber(in reply: String) -> String? {
        guard reply.contains("<response>000</response>") || reply.contains("<response>001"),
            let start = reply.range(of: "<cnpTxnId>")
        else { return nil }
        return String(reply[start.upperBound...].prefix { $0 != "<" })
    }
}
