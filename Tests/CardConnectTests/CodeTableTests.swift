import DialectKit
import PaymentDomain
import Testing

@testable import CardConnect

@Suite("The tables of codes", .timeLimit(.minutes(5)))
struct CodeTableTests {
    @Test("have each code once, with a text", arguments: CardPointeProcessor.allCases)
    func rows(_ processor: CardPointeProcessor) {
        let codes = processor.rows.map(\.code)
        #expect(Set(codes).count == codes.count)
        #expect(processor.rows.allSatisfy { !$0.text.isEmpty && $0.text.utf8.count <= 40 })
        let length = processor == .rapidConnect ? 3 : 2
        #expect(codes.allSatisfy { $0.utf8.count == length })
    }

    @Test("answer every reason of a decline with no approval", arguments: DeclineReason.allCases)
    func declines(_ reason: DeclineReason) {
        for processor in CardPointeProcessor.allCases {
            let code = processor.decline(reason)
            #expect(code.status != .approved)
            #expect(code.processor == processor.rawValue)
            #expect(processor.answer(processor.reason(of: code.code).name(in: processor)) == code)
        }
    }

    @Test("have a text of 25 characters at most for each category of a Visa decline")
    func categories() {
        for category in CardPointeDeclineCategory.allCases {
            #expect((1...25).contains(category.text.utf8.count))
        }
    }

    @Test(
        "have the category of a Visa decline in each reply that has the decline",
        arguments: [
            (.stolenCard, "1", "Do not retry"), (.insufficientFunds, "2", "Wait to retry"),
            (.expiredCard, "3", "Fix the request and retry"),
        ] as [(DeclineReason, String, String)])
    func declineCategory(_ reason: DeclineReason, _ number: String, _ text: String) throws {
        for network in [CardNetwork.visa, .mastercard] {
            let isVisa = network == .visa
            for reply in try declined(reason, network) {
                #expect(reply.member("respstat") == "C")
                #expect(reply.member("declineCategory") == (isVisa ? number : nil))
                #expect(reply.member("declineCategoryText") == (isVisa ? text : nil))
            }
        }
    }

    @Test(
        "an amount is written whole, also if it is more than one amount can be",
        arguments: [
            (0, "0.00"), (1499, "14.99"), (999_999_999_999, "9999999999.99"),
            (1_000_000_000_000, "10000000000.00"), (.max, "92233720368547758.07"), (-5, "-0.05"),
            (.min, "-92233720368547758.08"),
        ] as [(Int64, String)])
    func written(_ minorUnits: Int64, _ text: String) {
        #expect(Currency.usd.written(minorUnits) == text)
    }

    @Test("a capture beside another is not answered with 0.00")
    func largeCapture() throws {
        var found = FoundSamples.transaction { $0.kind = .sale }
        found.payment?.amounts.captured = 999_999_999_999
        found.payment?.amounts.capturing = 1
        let path = "/inquire/\(FoundSamples.number)/\(Samples.merchid)"
        let exchange = try #require(
            Samples.live.decode(Samples.gateway("GET", path)).exchange)
        let reply = Samples.live.encode(.success(.found([found])), for: exchange)
        #expect(reply.member("amount") == "10000000000.00")
    }

    /// The replies to an authorization, to the two inquiries about it, and to a refund.
    private func declined(
        _ reason: DeclineReason, _ network: CardNetwork
    ) throws -> [DialectReply] {
        var result = ScriptedResults.authorization("declined", reason.rawValue, nil)
        result.network = network
        var found = FoundSamples.transaction {
            $0.standing = .refused(reason)
            $0.payment?.state = .declined
            $0.payment?.amounts = PaymentAmounts()
        }
        found.network = network
        var refund = RecordedResult(
            paymentID: result.paymentID, operationID: OperationID(stored: "o1"),
            orderReference: "order-1", amount: Samples.dollars(1499), refusal: reason,
            isAnswered: true, at: Samples.now)
        refund.payment = FoundSamples.payment(isWallet: false)
        refund.payment?.issuerPrefix = network == .visa ? "411111" : "555555"
        let retref = FoundSamples.number.description
        let fields = "{\"merchid\":\"\(Samples.merchid)\",\"retref\":\"\(retref)\"}"
        let asked: [(request: DialectRequest, result: PaymentResult)] = [
            (Samples.auth(), .authorization(result)),
            (Samples.gateway("GET", "/inquire/\(retref)/\(Samples.merchid)"), .found([found])),
            (
                Samples.gateway("GET", "/inquireByOrderid/order-1/\(Samples.merchid)"),
                .found([found])
            ),
            (Samples.gateway("PUT", "/refund", fields), .recorded(refund)),
        ]
        return try asked.map { request, result in
            let exchange = try #require(Samples.live.decode(request).exchange)
            return Samples.live.encode(.success(result), for: exchange)
        }
    }

    @Test("approve with A")
    func approvals() {
        for processor in CardPointeProcessor.allCases {
            #expect(processor.approval.status == .approved)
            #expect(processor.partialApproval.status == .approved)
        }
        #expect(CardPointeProcessor.rapidConnect.approval.code == "000")
        #expect(CardPointeProcessor.firstDataNorth.partialApproval.code == "10")
    }

    @Test("of the gateway have the documented respstat")
    func gateway() {
        for code in GatewayCode.allCases {
            #expect(code.status == ([.lineDown, .timedOut].contains(code) ? .retry : .declined))
            #expect(!code.text.isEmpty && code.text.utf8.count <= 40)
        }
    }

    /// The number that something was begun under, where another was proposed.
    static let begun = TransactionNumber(21_741_462_054_322)

    /// What is said of a token that has paid.
    static func spent(sameOrder: Bool) -> TokenRefusal {
        var refusal = TokenRefusal(kind: .replayed, code: "replayed", sentence: "Used before.")
        refusal.spentOn = TransactionNumber(21_741_462_054_009)
        refusal.spentOnSameOrder = sameOrder
        return refusal
    }

    @Test("never answer a refusal with A, and what may have been sent with B")
    func refusals() {
        for refusal in ScriptedResults.refusals.values {
            for operation in CardPointeOperation.allCases {
                let code = GatewayCode(refusal, of: operation)
                #expect(code.status != .approved)
            }
        }
        let unknown: [PaymentRefusal] = [
            .inFlight, .outcomeNotStored, .outcomeNotStored(of: Self.begun), .storeUnavailable,
            .token(Self.spent(sameOrder: true)), .token(Self.spent(sameOrder: false)),
        ]
        for refusal in unknown {
            #expect(GatewayCode(refusal, of: .auth).status == .retry)
        }
    }

    @Test(
        "have the proposed retref of a decline, and under B that of the begun, or earlier, payment",
        arguments: [
            (.outcomeNotStored, ""), (.outcomeNotStored(of: begun), "21741462054322"),
            (.inFlight, ""), (.storeUnavailable, ""),
            (.token(spent(sameOrder: true)), "21741462054009"),
            (.unsupportedCard, "21741462054321"),
        ] as [(PaymentRefusal, String)])
    func retrefs(_ refusal: PaymentRefusal, _ wanted: String) throws {
        let exchange = try #require(Samples.live.decode(Samples.auth()).exchange)
        let reply = Samples.live.encode(.failure(refusal), for: exchange)
        #expect(reply.member("retref") == wanted)
    }

    /// What a request hears of whose token has paid before.
    struct SpentToken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var order: String?
        var refusal = CodeTableTests.spent(sameOrder: false)
        /// respstat, respcode and retref.
        let reply: [String]
    }

    @Test(
        "end the tries of a token that has paid",
        arguments: [
            SpentToken(
                testDescription: "the same order and amount hear of the payment", order: "o-1",
                refusal: spent(sameOrder: true), reply: ["B", "62", "21741462054009"]),
            SpentToken(
                testDescription: "another order, or another amount, never pays with it",
                order: "o-2", reply: ["C", "98", "21741462054321"]),
            SpentToken(
                testDescription: "a request without an order may be the one that paid",
                reply: ["B", "62", "21741462054009"]),
            SpentToken(
                testDescription: "a payment of a protocol without numbers is another request's",
                refusal: TokenRefusal(kind: .replayed, code: "replayed", sentence: "No."),
                reply: ["C", "98", "21741462054321"]),
        ])
    func spentTokens(_ row: SpentToken) throws {
        let fields = row.order.map { ["orderid": "\"\($0)\""] } ?? [:]
        let exchange = try #require(Samples.live.decode(Samples.auth(fields)).exchange)
        let reply = Samples.live.encode(.failure(.token(row.refusal)), for: exchange)
        #expect(["respstat", "respcode", "retref"].map { reply.member($0) } == row.reply)
    }

    @Test(
        "have no retref under B if no refund was begun, because a void of it may follow",
        arguments: [
            (.outcomeNotStored, "21741462054321"),
            (.outcomeNotStored(of: begun), "21741462054322"),
            (.inFlight, ""), (.storeUnavailable, ""),
            (.amountExceeded, "21741462054009"),
        ] as [(PaymentRefusal, String)])
    func retrefsOfRefund(_ refusal: PaymentRefusal, _ wanted: String) throws {
        let request = Samples.gateway(
            "PUT", "/refund", "{\"merchid\":\"496160873888\",\"retref\":\"21741462054009\"}")
        let exchange = try #require(Samples.live.decode(request).exchange)
        let reply = Samples.live.encode(.failure(refusal), for: exchange)
        #expect(reply.member("retref") == wanted)
    }

    @Test("answer silence and what was not sent with B")
    func silence() throws {
        for (word, code) in [("unknown", "62"), ("sent", "61")] {
            let exchange = try #require(Samples.live.decode(Samples.auth()).exchange)
            let reply = Samples.live.encode(
                .success(.authorization(ScriptedResults.authorization(word, "", nil))),
                for: exchange)
            #expect(reply.member("respstat") == "B")
            #expect(reply.member("respcode") == code)
            #expect(reply.member("respproc") == "PPS")
            #expect(reply.member("authcode") == nil)
            #expect(reply.member("amount") == "0.00")
        }
    }
}

extension DeclineReason {
    fileprivate func name(in processor: CardPointeProcessor) -> String {
        switch processor {
        case .rapidConnect: rapidConnectCode
        case .firstDataNorth: firstDataNorthCode
        }
    }
}
