import AppleSimulator
import PaymentDomain

/// One customer's payment, over a connection that is open.
struct LoadVisit: Sendable {
    let play: @Sendable (LoadConnection) throws(BenchError) -> Void

    init(_ play: @escaping @Sendable (LoadConnection) throws(BenchError) -> Void) {
        self.play = play
    }
}

/// A protocol under load.
protocol LoadDialect {
    /// What its figures are called.
    static var name: String { get }

    /// A payment with a token; whatever can be made before the clock starts is made here.
    static func visit(_ token: SimulatedToken, _ amount: Money) -> LoadVisit
}

/// Whole requests as bytes.
enum LoadRequest {
    static func post(
        _ path: String, _ contentType: String, _ body: String, headers: String = ""
    ) -> [UInt8] {
        let head = """
            POST \(path) HTTP/1.1\r
            Host: 127.0.0.1\r
            \(headers)Content-Type: \(contentType)\r
            Content-Length: \(body.utf8.count)\r
            \r\n
            """
        return Array((head + body).utf8)
    }
}
