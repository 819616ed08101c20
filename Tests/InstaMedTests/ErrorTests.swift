import DialectKit
import PaymentDomain
import Testing

@testable import InstaMed

@Suite("An error of InstaMed", .timeLimit(.minutes(5)))
struct ErrorTests {
    private let exchange = InstaMedExchange(Samples.head())

    private static let faults: [InstaMedFault] =
        InstaMedRule.allCases.map { InstaMedFault(InstaMedProblem($0)) }
        + FormReadError.allCases.map { InstaMedFault($0) }
        + ScriptedResults.refusals.map { InstaMedFault($0) }
        + GatewayRefusal.allCases.map { InstaMedFault($0) }
        + InstaMedFault.table.keys.filter { !$0.code.hasPrefix("token.") }.map {
            InstaMedFault(row: $0.code, for: $0.operation)
        }

    @Test("has one row for each refusal, and no other row")
    func rows() {
        let table = InstaMedFault.table
        let tokens = TokenRefusal.Kind.allCases.map { "token.\($0.rawValue)" }
        let codes =
            ScriptedResults.refusals.filter { !$0.isOfToken }.map(\.code) + tokens
            + GatewayRefusal.allCases.map(\.rawValue) + InstaMedRule.allCases.map(\.rawValue)
            + ["not-sent", "outcome-unknown"]
        let keys =
            codes.map { RefusalTable.Key($0) } + [
                RefusalTable.Key("in-flight", "payment"),
                RefusalTable.Key("outcome-unknown", "receipt"),
                RefusalTable.Key("not-sent", "apple-pay"),
            ]
        #expect(Set(table.keys) == Set(keys))
        #expect(table.keys.count == Set(table.keys).count)
        for key in table.keys where key.code != "internal-error" {
            #expect(InstaMedFault(row: key.code, for: key.operation).code != .failed, "\(key)")
        }
    }

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
        "comes with HTTP 200, unless the gateway stopped the request",
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

    @Test("distinguishes an unknown outcome from a decline, and names the transaction")
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

    @Test("names what was begun, where that has another number than was proposed")
    func begun() throws {
        let decoded = try #require(
            Samples.dialect.decode(Samples.post(Samples.good(.authorizeAndCapture))).commanded)
        let number = decoded.exchange.number.next
        let reply = Samples.dialect.encode(
            .failure(.outcomeNotStored(of: number)), for: decoded.exchange)
        let form = try #require(StrictForm(reply.body))
        #expect(form["errorCode"] == "504" && reply.outcomeCode == "outcome-not-stored")
        #expect(form["transactionID"].flatMap { InstaMedTransactionID($0) }?.number == number)
    }

    @Test("is our own if a result belongs to another command")
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
        let form = StrictForm(reply.body)
        #expect(form?["errorMessage"]?.hasPrefix("A sentence. ") == true)
        #expect(form?.names == ["errorCode", "errorMessage"])
        // What is to be done about a token that was spent, or that is another order's, the core alone knows.
        let isToldByCore = [.replayed, .spentWithoutPayment, .orderMismatch].contains(kind)
        #expect(form?["errorMessage"]?.hasPrefix("A sentence. (a-code)") == isToldByCore)
    }

    @Test("is 504 without a transaction for a payment in progress, and 503 for a later step of one")
    func inWork() throws {
        for (form, code) in [
            (Samples.good(.authorizeAndCapture), "504"), (Samples.keyed, "504"),
            (Samples.good(.capture), "503"), (Samples.good(.simpleRefund), "503"),
        ] {
            let decoded = try #require(Samples.dialect.decode(Samples.post(form)).commanded)
            let reply = Samples.dialect.encode(.failure(.inFlight), for: decoded.exchange)
            let fields = try #require(StrictForm(reply.body))
            #expect(fields["errorCode"] == code && reply.outcomeCode == "in-flight")
            #expect(fields.names == ["errorCode", "errorMessage"])
        }
    }

    @Test(
        "of a spent source names the transaction that it was spent on, if there is one",
        arguments: ["registration-spent", "replayed"])
    func spent(_ name: String) throws {
        for action in [InstaMedAction.saveApplePayToken, .authorizeAndCapture, .authorize] {
            let decoded = try #require(
                Samples.dialect.decode(Samples.post(Samples.good(action))).commanded)
            let result = try #require(ScriptedResults.named(name, decoded.command))
            let form = try #require(
                StrictForm(Samples.dialect.encode(result, for: decoded.exchange).body))
            #expect(form["errorCode"] == "400")
            #expect(form["transactionID"] == Samples.earlierID)
        }
        let nameless = Samples.dialect.encode(
            .failure(.registrationSpent(by: nil)), for: exchange)
        #expect(StrictForm(nameless.body)?.names == ["errorCode", "errorMessage"])
    }

    @Test("says that nothing was charged, and what to send, if the request was never sent")
    func notSent() throws {
        for (form, code) in [(Samples.good(.authorizeAndCapture), "400"), (Samples.keyed, "503")] {
            let decoded = try #require(Samples.dialect.decode(Samples.post(form)).commanded)
            let result = try #require(ScriptedResults.named("not-sent", decoded.command))
            let fields = try #require(
                StrictForm(Samples.dialect.encode(result, for: decoded.exchange).body))
            #expect(fields["errorCode"] == code)
            #expect(fields["errorMessage"]?.contains("Nothing was charged.") == true)
            let isSpent = code == "400"
            #expect(fields["errorMessage"]?.contains("ask the customer to pay again") == isSpent)
            #expect((fields["transactionID"] != nil) == isSpent)
        }
    }

    @Test(
        "is none for a Void of all that finds nothing left, but one for a part",
        arguments: [(nil, nil), ("10.00", "400")] as [(String?, String?)])
    func voidedBefore(_ amount: String?, _ code: String?) throws {
        let form = Samples.changing(Samples.good(.void), "amount", amount)
        let decoded = try #require(Samples.dialect.decode(Samples.post(form)).commanded)
        let fields = try #require(
            StrictForm(
                Samples.dialect.encode(.failure(.depleted), for: decoded.exchange).body))
        #expect(fields["errorCode"] == code)
        #expect((fields["responseMessage"] == "VOIDED") == (code == nil))
        // What was paid, and cannot be voided any more, is an error without an amount too.
        for refusal in [PaymentRefusal.alreadySettled, .wrongState] {
            let reply = Samples.dialect.encode(.failure(refusal), for: decoded.exchange)
            #expect(StrictForm(reply.body)?["errorCode"] == "400")
        }
    }
}
