import DialectKit
import PaymentDomain
import StrictCoding
import Synchronization

/// The last requests of a sandbox, in memory alone.
package final class ExchangeLog: Sendable {
    /// Bounds of the log.
    package enum Limits {
        /// The newest that are kept.
        package static let kept = 100
        /// How many are taken in a second: a person reads no more, and a load test isn't slowed down.
        package static let perSecond = 20
    }

    private struct State {
        var exchanges: [(number: Int, exchange: SeenExchange)] = []
        var count = 0
        var second: Int64 = 0
        var taken = 0
    }

    private let state = Mutex(State())

    /// An empty log.
    package init() {}

    /// Keeps an exchange, unless the second is full. The exchange is only made if it is kept.
    package func record(at now: Timestamp, _ exchange: () -> SeenExchange) {
        let isWanted = state.withLock { state in
            let second = now.seconds
            if second != state.second { (state.second, state.taken) = (second, 0) }
            guard state.taken < Limits.perSecond else { return false }
            state.taken += 1
            return true
        }
        guard isWanted else { return }
        let exchange = exchange()
        state.withLock { state in
            state.count += 1
            state.exchanges.append((state.count, exchange))
            if state.exchanges.count > Limits.kept { state.exchanges.removeFirst() }
        }
    }

    /// The exchanges after a number as JSON, the newest first.
    func json(after number: Int) -> [UInt8] {
        let newest = state.withLock { $0.exchanges }.filter { $0.number > number }
        var writer = JSONWriter()
        writer.array(newest.reversed()) { object, entry in
            object.member("number", Int64(entry.number))
            object.member("at", entry.exchange.at.milliseconds)
            object.member("protocol", entry.exchange.dialect)
            object.member("target", entry.exchange.target)
            object.member("status", Int64(entry.exchange.status))
            object.member("outcome", entry.exchange.outcome)
            object.member("payment", optional: entry.exchange.payment)
            object.member("request", entry.exchange.request)
            object.member("reply", entry.exchange.reply)
        }
        return writer.bytes
    }
}

/// `GET /sandbox/exchanges?after=N`: the last requests and their replies, masked, for the start page.
package struct ExchangesDialect: Dialect {
    private let log: ExchangeLog

    /// The log that it reads.
    package init(_ log: ExchangeLog) {
        self.log = log
    }

    package var name: String { SandboxSite.name }
    package var routes: [DialectRoute] {
        [DialectRoute(method: "GET", path: "/sandbox/exchanges", operation: "exchanges")]
    }

    package func credential(in head: RequestHead) -> CredentialLocation { .body }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        let query = request.head.query
        let number = query.hasPrefix("after=") ? Int(query.dropFirst("after=".utf8.count)) : 0
        guard let number else {
            return .reply(
                .refused(
                    400, "bad-number",
                    "`after` isn't a number. Send the newest number that you have."))
        }
        return .reply(.json(200, log.json(after: number), "ok"))
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply {
        .refusal(of: refusal)
    }
}
