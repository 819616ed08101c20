import DialectKit
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("A transaction sent again")
struct OnlineDuplicateTests {
    @Test(
        "is named by type and id for two days, but for authorizations, tokens and queries",
        arguments: VantivTransaction.allCases)
    func rule(_ transaction: VantivTransaction) throws {
        let request = try #require(OnlineSamples.transactions[transaction])
        let name = try #require(OnlineSamples.decode(request, in: "12.50").name)
        #expect(name.clientName == "0180/a1" && name.idempotencyKey == nil)
        #expect(name.number?.description == "217414620123654321")
        #expect(name.asksWhoSpent, "251 says that the first payment stands")
        switch transaction {
        case .authorization, .registerTokenRequest, .queryTransaction:
            #expect(name.duplicates == nil)
        case .sale, .captureGivenAuth, .forceCapture, .capture, .credit, .void, .authReversal:
            #expect(
                name.duplicates
                    == DuplicateRule(name: "0180/\(transaction.rawValue)/a1", seconds: 172_800))
        }
    }

    @Test("is not told from others where it has no id", arguments: ["", "id=\"\" "])
    func unnamed(_ id: String) throws {
        let request = try #require(OnlineSamples.transactions[.sale])
        let decoded = OnlineSamples.decode(request.replacing("id=\"a1\" ", with: id), in: "9.14")
        let name = try #require(decoded.name)
        #expect(name.clientName == nil && name.duplicates == nil)
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
        let isTied = exchange.tied != nil
        let result = try #require(
            OnlineResults.named(isTied ? "recorded-again" : "approved-again", order: "o1"))
        let reply = OnlineSamples.production.encode(result, for: exchange)
        let text = String(decoding: reply.body, as: UTF8.self)
        #expect(reply.outcomeCode == (marked == nil ? "251" : "000"))
        #expect(text.contains(#" duplicate="true""#) == (marked ?? false))
        #expect(text.contains("TxnId>217413620123654321<"))
    }
}
