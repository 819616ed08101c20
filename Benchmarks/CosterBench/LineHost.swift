import Foundation
import Synchronization

/// An acquirer's host that approves every authorization. The cases are the kinds of line.
enum LineHost: String, CaseIterable {
    case worldpay, cybersource

    /// The path of the line's address.
    var path: String { self == .worldpay ? "/vap/communicator/online" : "/" }
    /// The first line of the line's file of secrets.
    var secret: String { self == .worldpay ? "bench" : "bench YmVuY2g=" }

    /// Listens on a free port of this machine.
    func start() throws(BenchError) -> BenchHost {
        let numbers = Numbers()
        return try BenchHost { [self] request in
            let (status, type, body) =
                switch self {
                case .worldpay:
                    ("200 OK", "text/xml", LineHost.approval(of: request, numbers.next()))
                case .cybersource:
                    (
                        "201 Created", "application/hal+json",
                        LineHost.authorization(of: request, numbers.next())
                    )
                }
            return
                "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
    }

    /// The numbers of transactions.
    private final class Numbers: Sendable {
        private let last = Atomic<Int64>(820_000_000_000_000_000)

        func next() -> Int64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
    }

    private static func authorization(of request: String, _ number: Int64) -> String {
        let code = text(between: "\"code\":\"", and: "\"", of: request)
        let amount = text(between: "\"totalAmount\":\"", and: "\"", of: request)
        let currency = text(between: "\"currency\":\"", and: "\"", of: request)
        return """
            {"_links":{"self":{"method":"GET","href":"/pts/v2/payments/\(number)"}},\
            "clientReferenceInformation":{"code":"\(code)"},"id":"\(number)",\
            "orderInformation":{"amountDetails":{"authorizedAmount":"\(amount)",\
            "currency":"\(currency)"}},"processorInformation":{"approvalCode":"123456",\
            "networkTransactionId":"016153570198200","responseCode":"00"},\
            "status":"AUTHORIZED","submitTimeUtc":"2026-11-27T12:00:00Z"}
            """
    }

    private static func approval(of request: String, _ number: Int64) -> String {
        let order = text(between: "<orderId>", and: "</orderId>", of: request)
        let id = text(between: " id=\"", and: "\"", of: request)
        let group = text(between: "reportGroup=\"", and: "\"", of: request)
        return """
            <cnpOnlineResponse version="12.34" xmlns="http://www.vantivcnp.com/schema" \
            response="0" message="Valid Format"><authorizationResponse id="\(id)" \
            reportGroup="\(group)"><cnpTxnId>\(number)</cnpTxnId><orderId>\(order)</orderId>\
            <response>000</response><responseTime>2026-11-27T12:00:00</responseTime>\
            <message>Approved</message><authCode>123456</authCode></authorizationResponse>\
            </cnpOnlineResponse>
            """
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
