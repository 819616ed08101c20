import Foundation
import Synchronization

/// An acquirer's host that approves every authorization of cnpAPI.
enum LineHost {
    static let path = "/vap/communicator/online"

    /// Listens on a free port of this machine.
    static func start() throws(BenchError) -> BenchHost {
        let numbers = Numbers()
        return try BenchHost { request in answer(to: request, numbers.next()) }
    }

    /// The numbers of transactions.
    private final class Numbers: Sendable {
        private let last = Atomic<Int64>(820_000_000_000_000_000)

        func next() -> Int64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
    }

    private static func answer(to request: String, _ number: Int64) -> String {
        let order = text(between: "<orderId>", and: "</orderId>", of: request)
        let id = text(between: " id=\"", and: "\"", of: request)
        let group = text(between: "reportGroup=\"", and: "\"", of: request)
        let body = """
            <cnpOnlineResponse version="12.34" xmlns="http://www.vantivcnp.com/schema" \
            response="0" message="Valid Format"><authorizationResponse id="\(id)" \
            reportGroup="\(group)"><cnpTxnId>\(number)</cnpTxnId><orderId>\(order)</orderId>\
            <response>000</response><responseTime>2026-11-27T12:00:00</responseTime>\
            <message>Approved</message><authCode>123456</authCode></authorizationResponse>\
            </cnpOnlineResponse>
            """
        return
            "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static func text(
        between start: String, and end: String, of text: String
    ) -> Substring {
        guard let opening = text.range(of: start),
            let closing = text.range(of: end, range: opening.upperBound..<text.endIndex)
        else { return "" }
        return text[opening.upperBound..<closing.lowerBound]
    }
}
