import Foundation
import LineHosts
import Testing

@Suite("InstaMed's notifications over HTTP", .timeLimit(.minutes(20)), .server())
struct InstaMedEventTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    @discardableResult
    private func coster(_ arguments: String...) async throws -> String {
        let run = try await CommandRun.coster(arguments + ["--data", server.folder])
        #expect(run.ending == .exited(0), "\(run.errors)")
        return run.output
    }

    private func pay(_ options: String...) async throws {
        let url = ["--url", "http://127.0.0.1:\(server.port)"]
        let run = try await CommandRun.coster(
            ["pay", "instamed"] + url + options + ["--data", server.folder])
        #expect(run.ending == .exited(0), "\(run.errors)")
    }

    /// The members of the notifications that came, once there are so many.
    private func notifications(
        _ count: Int, by receiver: WebhookReceiver
    ) async throws -> [[String: String]] {
        let allCame = try await TortureClock.until(within: .seconds(60)) {
            try await receiver.received().count >= count
        }
        #expect(allCame)
        return try await receiver.received().map { request in
            let object = try JSONSerialization.jsonObject(with: Data(request.body.utf8))
            return (object as? [String: Any] ?? [:]).compactMapValues { $0 as? String }
        }
    }

    @Test(
        "each new status of a transaction comes, with Basic authentication and the payment's number"
    )
    func statuses() async throws {
        let receiver = try await WebhookReceiver.start()
        let output = try await coster(
            "webhook", "create", "--merchant", "sandbox", "--url", receiver.url("/status/200"),
            "--format", "instamed")
        let login = String(try #require(output.split(separator: "\n").last))
        try await pay("--void")
        try await pay("--refund", "5.00")
        let found = try await notifications(4, by: receiver)
        let words = ["TransactionAction", "CurrentTransactionStatusCode", "Amount"]
        let statuses = found.map { body in
            words.map { body[$0] ?? "-" }.joined(separator: " ")
        }
        #expect(
            Set(statuses) == [
                "Auth A 14.99", "Auth V 14.99", "Sale C 14.99", "Refund C 5.00",
            ])
        let numbers = found.map { body in
            body["PaymentTransactionID"] == body["OriginalTransactionID"]
        }
        #expect(Set(zip(statuses, numbers).filter { !$0.1 }.map(\.0)) == ["Refund C 5.00"])
        #expect(Set(found.compactMap { $0["OriginalTransactionID"] }).count == 2)
        let proof = "Basic " + Data(login.utf8).base64EncodedString()
        let proofs = try await receiver.received().map { $0.headers["authorization"] ?? "" }
        #expect(Set(proofs) == [proof])
    }
}
