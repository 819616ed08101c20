import DialectKit
import PaymentDomain
import Testing

@testable import InstaMed

@Suite("An error of InstaMed")
struct ErrorTests {
    private let exchange = InstaMedExchange(Samples.head())

    private static let faults: [InstaMedFault] =
        InstaMedRule.allCases.map { InstaMedFault($0) }
        + FormReadError.allCases.map { InstaMedFault($0) }
        + ScriptedResults.refusals.map { InstaMedFault($0) }
        + GatewayRefusal.allCases.map { InstaMedFault($0) }
        + [.notSent, .unknown, .stillUnknown]

    @Test("has a sentence of its own, and can be read in one way only")
    func sentences() throws {
        for fault in Self.faults {
            #expect(fault.sentence.hasSuffix("."))
            let form = try #require(StrictForm(fault.reply(to: exchange).body))
            #expect(form["errorCode"] == String(fault.code.rawValue))
            #expect(
                form["errorMessage"]
                    == "\(fault.sentence) (\(fault.reason)) Reference Number 1NGR1TN2K9O0")
        }
        let ours = Self.faults.filter { $0.reason.hasPrefix("amount") == false }
        let sentences = Dictionary(grouping: ours, by: \.sentence)
        for (sentence, group) in sentences where group.count > 1 {
            #expect(Set(group.map(\.reason)).count == 1, "\(sentence)")
        }
    }

    @Test(
        "comes with HTTP 200, but where the gateway stopped the request",
        arguments: [
            (GatewayRefusal.unauthorized, 401), (.bodyTooLarge, 413), (.bodyIncomplete, 400),
            (.overloaded, 503), (.rateLimited, 429), (.internalError, 500),
        ])
    func statuses(_ refusal: GatewayRefusal, _ status: Int) {
        let reply = Samples.dialect.refuse(refusal, on: Samples.head(), exchange: nil)
        #expect(reply.status == status && reply.outcomeCode == refusal.rawValue)
        for refusal in ScriptedResults.refusals {
            #expect(Samples.dialect.encode(.failure(refusal), for: exchange).status == 200)
        }
    }

    @Test("tells an unknown outcome from a decline, and names the transaction")
    func unknown() throws {
        for name in ["unknown", "outcome-not-stored"] {
            let decoded = try #require(
                Samples.dialect.decode(Samples.post(Samples.good(.authorizeAndCapture))).commanded)
            let result = try #require(ScriptedResults.named(name, decoded.command))
            let form = try #require(
                StrictForm(Samples.dialect.encode(result, for: decoded.exchange).body))
            #expect(form.names == ["errorCode", "errorMessage", "transactionID"])
            #expect(form["errorCode"] == "504")
            let id = form["transactionID"].flatMap { InstaMedTransactionID($0) }
            #expect(id?.number == decoded.exchange.number)
        }
    }

    @Test("is our own where a result belongs to another command")
    func otherResults() {
        let funds = FundsResult(
            availability: .available, renewalAttempted: false, orderReference: "")
        for result in [.funds(funds), .batches([])] as [PaymentResult] {
            let reply = Samples.dialect.encode(.success(result), for: exchange)
            #expect(reply.status == 500 && reply.outcomeCode == "internal-error")
        }
        let recorded = PaymentResult.recorded(ScriptedResults.recorded(nil))
        #expect(Samples.dialect.encode(.success(recorded), for: exchange).status == 500)
    }

    @Test("is refused with the code of the token core", arguments: TokenRefusal.Kind.allCases)
    func tokens(_ kind: TokenRefusal.Kind) {
        let refusal = TokenRefusal(kind: kind, code: "a-code", sentence: "A sentence.")
        let reply = Samples.dialect.encode(.failure(.token(refusal)), for: exchange)
        #expect(reply.outcomeCode == "a-code" && reply.status == 200)
        #expect(StrictForm(reply.body)?["errorMessage"]?.hasPrefix("A sentence. ") == true)
    }
}
