import PaymentDomain
import Synchronization

/// A busy shop: many connections authorize, capture and refund, until the server ends.
struct LoadedShop: Sendable {
    /// What happens to the server in the midst of it.
    enum ServerEnding: Sendable {
        case kill
        case terminate
    }

    /// One request, and what came of it.
    struct Exchange: Sendable {
        let message: RadialMessage
        var reply: HTTPReply?
    }

    /// What was sent for one order.
    struct Visit: Sendable {
        let order: String
        var exchanges: [Exchange] = []
    }

    static let connections = 16
    /// After so many replies the server ends; all connections together send far more.
    static let repliesBeforeTheEnd = 240
    private static let visitsPerConnection = 16

    let server: RunningServer
    let ending: ServerEnding

    /// Sends until the server ends. What was never sent is left out.
    func run() async throws -> [Visit] {
        let shop = RadialShop(server: server)
        let amount = try dollars("14.99")
        let replies = Mutex(0)
        return try await onThreads(Self.connections) { _ in
            let planned = try (0..<Self.visitsPerConnection).map { _ in
                let order = newName()
                return (order, shop.wallet(try shop.token(amount), amount, order: order))
            }
            let connection = try HTTPConnection(port: server.port)
            var visits: [Visit] = []
            for (order, message) in planned {
                var visit = Visit(order: order)
                var next: RadialMessage? = message
                while let message = next {
                    let reply = try reply(to: message, on: connection)
                    visit.exchanges.append(Exchange(message: message, reply: reply))
                    guard let reply else {
                        visits.append(visit)
                        return visits
                    }
                    count(replies)
                    next = try following(visit, reply)
                }
                visits.append(visit)
            }
            return visits
        }.flatMap { $0 }
    }

    /// The reply, or nil where the server ended first.
    private func reply(
        to message: RadialMessage, on connection: HTTPConnection
    ) throws -> HTTPReply? {
        do {
            return try connection.send(message)
        } catch WireError.cutOff {
            return nil
        }
    }

    private func count(_ replies: borrowing Mutex<Int>) {
        let count = replies.withLock { count in
            count += 1
            return count
        }
        guard count == Self.repliesBeforeTheEnd else { return }
        switch ending {
        case .kill: server.killNow()
        case .terminate: server.terminate()
        }
    }

    /// What the shop sends next for an order: after the authorization a capture, after that a refund.
    private func following(_ visit: Visit, _ reply: HTTPReply) throws -> RadialMessage? {
        guard let authorization = visit.exchanges.first?.reply,
            let handle = authorization.element("PaymentAccountUniqueId"),
            let tender = authorization.element("TenderType")
        else { return nil }
        let payment = ApprovedPayment(order: visit.order, handle: handle, tender: tender)
        let shop = RadialShop(server: server)
        switch visit.exchanges.count {
        case 1: return try shop.settle("Debit", try dollars("10.00"), payment)
        case 2: return try shop.settle("Credit", try dollars("4.00"), payment)
        default: return nil
        }
    }
}
