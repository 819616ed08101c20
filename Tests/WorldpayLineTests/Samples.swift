import AcquirerKit
import Foundation
import LineContract
import LineHosts
import PaymentDomain
import PaymentEngine
import Routing
import Testing

@testable import WorldpayLine

extension WorldpayLine: MeteredLine {}

/// Requests and replies with fixed names and times.
enum Samples: LineSamples {
    static let pan = "4457010000000009"
    static let payment = "A100000000000000001"
    static let capture = "D100000000000000002"
    static let refund = "R100000000000000003"
    static let credit = refund
    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    static let fileType = "xml"

    static let account = WorldpayAccount(
        user: "merchant-user", password: "merchant-secret", reportGroup: "Default Report Group",
        currency: .usd)

    static func line(over transport: any LineTransport) throws -> WorldpayLine {
        WorldpayLine(try #require(account), over: transport, now: { now })
    }

    /// A line to a host, whose calls take no longer than four seconds.
    static func line(
        to host: LineHost, password: String = LineHost.Acquirer.worldpay.secret
    ) throws -> WorldpayLine {
        var limits = LineLimits()
        limits.call = .seconds(4)
        let url = "http://127.0.0.1:\(host.port)\(LineHost.Acquirer.worldpay.path)"
        let endpoint = try #require(LineEndpoint(try LineAddress(typed: url)))
        let account = WorldpayAccount(
            user: "user", password: password, reportGroup: "group", currency: .usd)
        return WorldpayLine(
            try #require(account), over: LineClient(endpoint, limits: limits, now: { now }),
            now: { now })
    }

    /// The transaction of the document.
    static func action(of request: LineRequest) -> String {
        let transaction = request.text.split(separator: "</authentication><").last
        return String(transaction?.prefix { $0.isLetter } ?? "")
    }

    static func record(of request: LineRequest) -> String { request.text }

    /// A recorded reply.
    static func recorded(_ name: String) throws -> SampleReply {
        SampleReply(status: 200, text: try file("Replies/\(name).xml"))
    }

    /// A reply in the words of Worldpay's, to the authorization or to the advice.
    static func reply(_ transaction: String, _ code: String, _ extra: String = "") -> SampleReply {
        let id = transaction == "authorization" ? authorizationID : adviceID
        return document(answer(transaction, code, id: id, extra))
    }

    static func answer(
        _ transaction: String, _ code: String, id: OperationID, _ extra: String = ""
    ) -> String {
        let number = "<cnpTxnId>200000000000000001</cnpTxnId>"
        return """
            <\(transaction)Response id="\(id.value)" reportGroup="Default Report Group">\
            \(transaction == "queryTransaction" ? "" : number)<response>\(code)</response>\
            <responseTime>2026-11-18T10:11:12</responseTime><message>-</message>\(extra)\
            </\(transaction)Response>
            """
    }

    static func document(_ child: String, result: String = "0") -> SampleReply {
        SampleReply(
            status: 200,
            text: """
                <cnpOnlineResponse version="12.34" response="\(result)" message="-" \
                xmlns="http://www.vantivcnp.com/schema">\(child)</cnpOnlineResponse>
                """)
    }
}
