import ArgumentParser
import DialectKit
import Foundation
import PaymentDomain
import Vantiv

/// Reading and writing messages alone: no HTTP, no token, no books.
struct MessageBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages", abstract: "Messages read and replies written, per CPU-second.")

    @Option(help: "How many messages.")
    var count = 100_000

    func run() async throws {
        let dialect = VantivDialect(isSandbox: true)
        guard let route = dialect.routes.first, let answer = result() else {
            throw BenchError.unexpectedReply("no route, or no result")
        }
        let now = Timestamp(Date())
        let amount = try Money(minorUnits: 1499, currency: .usd)
        let body = Array(
            VantivLoad.authorization("4857318420671935284", amount, "bench-1").utf8)
        let value = try perCPUSecond(count) {
            for _ in 0..<count {
                let head = RequestHead(
                    route: route, parameters: [:], query: "",
                    headers: [("content-type", "text/xml")], receivedAt: now)
                let decoded = dialect.decode(DialectRequest(head: head, body: body))
                guard case .command(_, _, _, let exchange) = decoded else {
                    throw BenchError.unexpectedReply("no command")
                }
                let reply = dialect.encode(.success(.authorization(answer)), for: exchange)
                guard reply.status == 200 else { throw BenchError.unexpectedReply("no reply") }
            }
        }
        Figure(bench: "litlexml-parse-encode", value: value, unit: "messages/cpu-s").report()
    }

    /// An approval as the engine gives it.
    private func result() -> AuthorizationResult? {
        guard let handle = VaultHandle("9912000276870009"),
            let amount = try? Money(minorUnits: 1499, currency: .usd)
        else { return nil }
        var answer = AuthorizationResult(
            paymentID: PaymentID(), orderReference: "bench-1", outcome: .approved,
            amountRequested: amount, amountAuthorized: amount, handle: handle,
            issuerPrefix: "411111", lastFour: "0009", at: Timestamp(Date()))
        answer.authorizationCode = "123456"
        answer.networkReference = "123456789012345"
        answer.addressCheck = .match
        answer.network = .visa
        answer.number = TransactionNumber(217_382_913_456_123_456)
        return answer
    }
}
