import DialectKit
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("A transaction sent again", .timeLimit(.minutes(5)))
struct OnlineDuplicateTests {
    @Test(
        "is named by type and id for two days, but for authorizations, tokens and queries",
        arguments: VantivTransaction.allCases)
    func rule(_ transaction: VantivTransaction) throws {
        let request = try #require(OnlineSamples.transactions[transaction])
        let name = try #require(OnlineSamples.decode(request, in: "12.50").name)
        #expect(name.clientName == "0180/a1")
        #expect(name.number?.description == "217414620123654321")
        #expect(name.repetition.spentSource == .explained, "251 says that the first payment stands")
        switch transaction {
        case .authorization, .registerTokenRequest, .queryTransaction:
            #expect(name.repetition.identity == .none)
        case .sale, .captureGivenAuth, .forceCapture, .capture, .credit, .void, .authReversal:
            let rule = try #require(name.repetition.duplicates)
            #expect(rule.name == "0180/\(transaction.rawValue)/a1" && rule.seconds == 172_800)
        }
    }

    @Test(
        "is the same only with the same order, or transaction, and the same amount",
        arguments: [
            (.sale, ">o1<", ">o2<", true), (.sale, ">1499<", ">99900<", true),
            (.sale, ">1499<", ">01499<", false), (.sale, "\"rg\"", "\"r2\"", false),
            (.captureGivenAuth, ">o1<", ">o2<", true),
            (.captureGivenAuth, "<amount>1499<", "<amount>1498<", true),
            (.forceCapture, ">o1<", ">o2<", true), (.forceCapture, ">1499<", ">1498<", true),
            (.capture, "654321<", "654322<", true), (.capture, ">500<", ">501<", true),
            (.capture, "<amount>500</amount>", "", true),
            (.credit, "654321<", "654322<", true),
            (.credit, "</litleTxnId>", "</litleTxnId><amount>5</amount>", true),
            (.void, "654321<", "654322<", true), (.authReversal, "654321<", "654322<", true),
            (.authReversal, "</litleTxnId>", "</litleTxnId><amount>5</amount>", true),
        ] as [(VantivTransaction, String, String, Bool)])
    func content(
        _ transaction: VantivTransaction, _ part: String, _ changed: String, isOther: Bool
    ) throws {
        let request = try #require(OnlineSamples.transactions[transaction])
        let other = request.replacing(part, with: changed)
        try #require(other != request, "the sample has \(part)")
        let rules = try [request, other].map {
            try #require(OnlineSamples.decode($0, in: "9.14").name?.repetition.duplicates)
        }
        #expect(rules[0].name == rules[1].name)
        #expect((rules[0].content != rules[1].content) == isOther)
    }

    @Test(
        "is refused with 251 under its own number if the id was another order's or amount's",
        arguments: rows)
    func other(_ version: String, _ transaction: VantivTransaction, _: Bool?) throws {
        let request = try #require(OnlineSamples.transactions[transaction])
        let exchange = try #require(OnlineSamples.decode(request, in: version).exchange)
        let reply = OnlineSamples.production.encode(.failure(.idempotencyConflict), for: exchange)
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(reply.outcomeCode == "251")
        #expect(!text.contains("duplicate="))
        #expect(text.contains("TxnId>\(exchange.number)<"))
    }

    @Test("is not distinguished from others if it has no id", arguments: ["", "id=\"\" "])
    func unnamed(_ id: String) throws {
        let request = try #require(OnlineSamples.transactions[.sale])
        let decoded = OnlineSamples.decode(request.replacing("id=\"a1\" ", with: id), in: "9.14")
        let name = try #require(decoded.name)
        #expect(name.clientName == nil && name.repetition.duplicates == nil)
    }

    /// A version, a transaction, and whether the reply says duplicate="true"; nil for 251.
    static let rows: [(String, VantivTransaction, Bool?)] = [
        ("8.29", .sale, true), ("8.29", .capture, true), ("8.31", .credit, true),
        ("8.31", .void, true), ("8.31", .authReversal, false), ("9.3", .authReversal, true),
        ("9.14", .sale, true), ("9.14", .forceCapture, false), ("9.14", .captureGivenAuth, false),
        ("10.1", .sale, nil), ("10.8", .capture, nil), ("11.4", .credit, nil),
        ("12.0", .void, nil), ("12.50", .authReversal, nil), ("12.50", .forceCapture, nil),
        ("12.50", .captureGivenAuth, nil),
    ]

    @Test("gets the first answer in 8 and 9, and 251 from 10 on", arguments: rows)
    func answer(_ version: String, _ transaction: VantivTransaction, _ marked: Bool?) throws {
        let request = try #require(OnlineSamples.transactions[transaction])
        let exchange = try #require(OnlineSamples.decode(request, in: version).exchange)
        let isFollowOn = exchange.referenced != nil
        let result = try #require(
            OnlineResults.named(isFollowOn ? "recorded-again" : "approved-again", order: "o1"))
        let reply = OnlineSamples.production.encode(result, for: exchange)
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(reply.outcomeCode == (marked == nil ? "251" : "000"))
        #expect(text.contains(#" duplicate="true""#) == (marked ?? false))
        #expect(text.contains("TxnId>217413620123654321<"))
    }
}
