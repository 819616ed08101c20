import DialectKit
import Foundation
import GoldenExchanges
import PaymentDomain
import Testing

@testable import Vantiv

extension GoldenExchange {
    /// All with the report of a transaction.
    fileprivate static let reports = read("report-")

    fileprivate var number: String { URL(filePath: path).lastPathComponent }

    /// The request as the gateway hands it to the dialect.
    fileprivate func reportRequest(_ dialect: PaymentStatusDialect) -> DialectRequest {
        DialectRequest(
            head: RequestHead(
                route: dialect.routes[0], parameters: ["number": number], query: "",
                headers: headers, receivedAt: OnlineSamples.now,
                id: RequestIdentifier(0x1122_3344_5566_7788)), body: [])
    }
}

@Suite("The report of a Vantiv transaction", .timeLimit(.minutes(5)))
struct PaymentStatusTests {
    private let dialect = PaymentStatusDialect { $0 == "sandbox" ? ["0181", "0180"] : [] }

    /// A sale in its current state.
    private static func sale(
        _ standing: FoundTransaction.Standing, _ state: PaymentState
    ) -> FoundTransaction {
        var sale = FoundTransaction(
            number: OnlineResults.number, kind: .sale, orderReference: "o1", standing: standing,
            amount: OnlineResults.dollars(1499), at: OnlineSamples.now)
        sale.clientName = "0181/Sale_1"
        sale.batch = FoundBatch(number: 7, closedAt: OnlineSamples.now)
        sale.network = .visa
        sale.payment = FoundPayment(
            state: state, amounts: PaymentAmounts(), requested: OnlineResults.dollars(1499),
            handle: OnlineResults.handle, issuerPrefix: "445701", lastFour: "0009",
            isWallet: false, isSettled: false)
        return sale
    }

    private static let results: [String: Result<PaymentResult, PaymentRefusal>] = [
        "captured": .success(.found([sale(.done, .authorized)])),
        "declined": .success(.found([sale(.refused(.insufficientFunds), .declined)])),
        "pending": .success(.found([sale(.inProgress, .authorizing)])),
        "unknown": .success(.found([sale(.unknown, .outcomeUnknown)])),
        "reversed": .success(.found([sale(.unknown, .reversed)])),
        "nothing": .success(.found([])),
        "store-unavailable": .failure(.storeUnavailable),
    ]

    @Test("gives the command and the reply, byte for byte", arguments: GoldenExchange.reports)
    func exchange(_ file: GoldenExchange) throws {
        let request = file.reportRequest(dialect)
        let words: String
        let reply: DialectReply
        switch dialect.decode(request) {
        case .reply(let answer):
            #expect(file.result == "none")
            words = "none"
            reply = answer
        case .command(.inquire(let inquiry), _, nil, let exchange):
            words = "inquire number=\(inquiry.number?.description ?? "")"
            if let refusal = GatewayRefusal(rawValue: file.result) {
                reply = dialect.refuse(refusal, on: request.head, exchange: exchange)
            } else {
                reply = dialect.encode(try #require(Self.results[file.result]), for: exchange)
            }
        case .command, .question, .answer, .proof:
            Issue.record("another command")
            return
        }
        guard GoldenExchange.isRecording else {
            #expect(words == file.command)
            #expect(reply.written == file.reply)
            return
        }
        try file.record(command: words, reply: reply)
    }

    @Test("is for a user of cnpAPI, whose first merchantId proves the password")
    func credential() throws {
        let file = try #require(GoldenExchange.reports.first { $0.result == "captured" })
        guard case .head(let presented) = dialect.credential(in: file.reportRequest(dialect).head)
        else {
            Issue.record("no credential")
            return
        }
        #expect(presented.identity == "sandbox/0180")
        #expect(presented.secret == "sandbox-vantiv")
    }

    @Test("is for nobody whose name is no user of cnpAPI")
    func stranger() {
        let none = PaymentStatusDialect { _ in [] }
        for file in GoldenExchange.reports {
            guard case .missing = none.credential(in: file.reportRequest(none).head) else {
                Issue.record("\(file.name) has a credential")
                return
            }
        }
    }
}
