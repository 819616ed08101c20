import Foundation
import PaymentDomain
import Testing

@Suite("Vantiv over HTTP: the report of a transaction", .timeLimit(.minutes(20)), .server())
struct VantivReportTests {
    private let shop: VantivTestShop

    init() throws {
        shop = VantivTestShop(server: try #require(RunningServer.ofSuite))
    }

    private func report(_ number: String, _ password: String) async throws -> HTTPReply {
        let credential = Data("\(shop.user):\(password)".utf8).base64EncodedString()
        let port = shop.server.port
        return try await onThread {
            try HTTPConnection(port: port).exchange(
                "GET", "/reports/dtrPaymentStatus/\(number)",
                headers: [("Authorization", "Basic \(credential)")])
        }
    }

    @Test("says what became of an authorization and of its capture")
    func states() async throws {
        let hold = try await shop.approved(try dollars("14.99"))
        let captured = try await shop.answered(
            shop.online("capture", shop.referenced(hold.number)), "000")
        for number in [hold.number, captured.number] {
            let reply = try await report(number, shop.password)
            #expect(reply.status == 200)
            #expect(reply.member("paymentStatus") == "PROCESSED_SUCCESSFULLY")
            #expect(reply.text.contains(#""amount":"14.99""#))
            #expect(reply.text.contains(#""paymentId":\#(number)"#))
        }
    }

    @Test("finds no transaction by a number that nobody was given")
    func unknown() async throws {
        let reply = try await report("217000000000000001", shop.password)
        #expect(reply.member("paymentStatus") == "PAYMENT_STATUS_NOT_FOUND")
    }

    @Test("is for nobody with another password")
    func refused() async throws {
        #expect(try await report("217000000000000001", "wrong").status == 401)
    }
}
