import AcquirerKit
import LineContract
import PaymentDomain
import PaymentEngine
import Testing

@testable import WorldpayLine

private typealias AdviceRow = MessageRow<Samples>

private func row(
    _ kind: AdviceKind, _ transaction: String, _ code: String, _ outcome: String
) -> AdviceRow {
    .answered(kind, code, Samples.reply(transaction, code), outcome, sent: transaction)
}

private let answered: [AdviceRow] = [
    row(.capture, "capture", "000", "acknowledged D200000000000000001"),
    row(.capture, "capture", "001", "acknowledged D200000000000000001"),
    row(.capture, "capture", "111", "refused 13"),
    row(.capture, "capture", "360", "refused 25"),
    row(.capture, "capture", "100", "unanswered"),
    row(.capture, "capture", "101", "unanswered"),
    row(.capture, "capture", "102", "unanswered"),
    row(.capture, "capture", "999", "unanswered"),
    row(.capture, "capture", "150", "unanswered"),
    row(.refund, "credit", "000", "acknowledged R200000000000000001"),
    row(.refund, "credit", "365", "refused 13"),
    row(.captureVoid, "void", "000", "acknowledged"),
    row(.captureVoid, "void", "251", "acknowledged"),
    row(.captureVoid, "void", "362", "refused 12"),
    row(.refundVoid, "void", "000", "acknowledged"),
    row(.release, "authReversal", "000", "acknowledged"),
    row(.release, "authReversal", "111", "acknowledged"),
    row(.release, "authReversal", "306", "acknowledged"),
    row(.release, "authReversal", "361", "acknowledged"),
    row(.release, "authReversal", "336", "refused 13"),
    row(.reversal, "authReversal", "000", "acknowledged"),
    row(.reversal, "authReversal", "001", "acknowledged"),
    row(.reversal, "authReversal", "111", "acknowledged"),
    row(.reversal, "authReversal", "251", "acknowledged"),
    row(.reversal, "authReversal", "306", "acknowledged"),
    row(.reversal, "authReversal", "361", "acknowledged"),
    row(.reversal, "authReversal", "360", "refused 25"),
    row(.reversal, "authReversal", "335", "refused 12"),
    row(.reversal, "authReversal", "101", "unanswered"),
]

private let special: [AdviceRow] = [
    AdviceRow(
        title: "a document that was refused is sent again", kind: .capture,
        replies: [Samples.document("", result: "1")], outcome: "unanswered", sent: ["capture"]),
    AdviceRow(
        title: "another's answer counts for nothing", kind: .capture,
        replies: [
            Samples.document(Samples.answer("capture", "000", id: Samples.authorizationID))
        ], outcome: "unanswered", sent: ["capture"]),
    AdviceRow(
        title: "nothing can be said about an authorization without a name", kind: .capture,
        reference: nil, replies: [], outcome: "refused 25", sent: []),
    AdviceRow(
        title: "nothing can be said about another line's name", kind: .capture,
        reference: "100000000000000001", replies: [], outcome: "refused 25", sent: []),
    AdviceRow(
        title: "a refund names a capture, not an authorization", kind: .refund,
        operation: Samples.payment, replies: [], outcome: "refused 25", sent: []),
    AdviceRow(
        title: "the void of a credit names it", kind: .refundVoid, reference: Samples.refund,
        replies: [Samples.reply("void", "000")], outcome: "acknowledged", sent: ["void"]),
    AdviceRow(
        title: "a capture that may have come before is looked for", kind: .capture, firstSent: 5,
        replies: [found("capture", "000", Samples.adviceID)],
        outcome: "acknowledged D200000000000000001", sent: ["queryTransaction"]),
    AdviceRow(
        title: "one that isn't found soon may still be on its way", kind: .capture,
        firstSent: 59, replies: [Samples.reply("queryTransaction", "151")],
        outcome: "too early for 1 s", sent: ["queryTransaction"]),
    AdviceRow(
        title: "one that isn't found after a minute is sent again", kind: .capture,
        firstSent: 60,
        replies: [Samples.reply("queryTransaction", "151"), Samples.reply("capture", "000")],
        outcome: "acknowledged D200000000000000001", sent: ["queryTransaction", "capture"]),
    AdviceRow(
        title: "a refund that may have come before is looked for, days later too",
        kind: .refund, operation: Samples.capture, firstSent: 300_000,
        replies: [found("credit", "000", Samples.adviceID)],
        outcome: "acknowledged R200000000000000001", sent: ["queryTransaction"]),
    AdviceRow(
        title: "a void that may have come before is sent again", kind: .captureVoid,
        operation: Samples.capture, firstSent: 5, replies: [Samples.reply("void", "251")],
        outcome: "acknowledged", sent: ["void"]),
    AdviceRow(
        title: "a duplicate whose first answer was that it was received is done",
        kind: .capture,
        replies: [
            Samples.reply("capture", "251"), found("capture", "001", Samples.adviceID),
        ],
        outcome: "acknowledged D200000000000000001", sent: ["capture", "queryTransaction"]),
    AdviceRow(
        title: "a capture without a number can't be named later, so it is looked for",
        kind: .capture,
        replies: [
            SampleReply(
                status: 200,
                text: Samples.reply("capture", "000").text.replacing(
                    "<cnpTxnId>200000000000000001</cnpTxnId>", with: ""))
        ], outcome: "unanswered", sent: ["capture"]),
    AdviceRow(
        title: "a duplicate has the number of the first", kind: .capture,
        replies: [
            Samples.reply("capture", "251"), found("capture", "000", Samples.adviceID),
        ],
        outcome: "acknowledged D200000000000000001", sent: ["capture", "queryTransaction"]),
    AdviceRow(
        title: "a duplicate of nothing is sent again", kind: .capture,
        replies: [Samples.reply("capture", "251"), Samples.reply("queryTransaction", "151")],
        outcome: "unanswered", sent: ["capture", "queryTransaction"]),
    AdviceRow(
        title: "a reversal soon after its authorization waits for it", kind: .reversal, age: 59,
        replies: [Samples.reply("authReversal", "360")], outcome: "too early for 1 s",
        sent: ["authReversal"]),
    AdviceRow(
        title: "a late credit is voided", kind: .reversal, reference: Samples.refund,
        replies: [Samples.reply("void", "000")], outcome: "acknowledged", sent: ["void"]),
]

private let unnamed: [AdviceRow] = [
    .lost(
        "what is found approved is reversed",
        [found("authorization", "000"), Samples.reply("authReversal", "000")], "acknowledged",
        ["queryTransaction", "authReversal"]),
    .lost(
        "what is found approved in part is reversed",
        [found("authorization", "010"), Samples.reply("authReversal", "000")], "acknowledged",
        ["queryTransaction", "authReversal"]),
    .lost(
        "a reversal without an answer is sent again", [found("authorization", "000")],
        "unanswered", ["queryTransaction", "authReversal"]),
    .lost(
        "what is found declined needs nothing", [found("authorization", "110")], "acknowledged",
        ["queryTransaction"]),
    .lost(
        "what is found with an unknown code is reversed",
        [found("authorization", "999"), Samples.reply("authReversal", "360")], "refused 25",
        ["queryTransaction", "authReversal"]),
    .lost(
        "of two with one name the approved one is reversed",
        [
            found("authorization", "110", more: ["000"]), Samples.reply("authReversal", "000"),
        ], "acknowledged", ["queryTransaction", "authReversal"]),
    .lost(
        "what is found in progress is asked for again",
        [Samples.reply("queryTransaction", "152")], "unanswered", ["queryTransaction"]),
    .lost(
        "what has no answer yet is asked for again",
        [
            Samples.document(
                Samples.answer("queryTransactionUnavailable", "152", id: Samples.adviceID))
        ], "unanswered", ["queryTransaction"]),
    .lost(
        "what is not found, neither as a credit, needs nothing",
        [Samples.reply("queryTransaction", "151"), Samples.reply("queryTransaction", "151")],
        "acknowledged", ["queryTransaction", "queryTransaction"]),
    .lost(
        "what is not found soon may still be on its way", age: 59,
        [Samples.reply("queryTransaction", "151"), Samples.reply("queryTransaction", "151")],
        "too early for 1 s", ["queryTransaction", "queryTransaction"]),
    .lost(
        "what is not found after a minute never came", age: 60,
        [Samples.reply("queryTransaction", "151"), Samples.reply("queryTransaction", "151")],
        "acknowledged", ["queryTransaction", "queryTransaction"]),
    .lost(
        "a credit is voided",
        [
            Samples.reply("queryTransaction", "151"), found("credit", "000"),
            Samples.reply("void", "000"),
        ], "acknowledged", ["queryTransaction", "queryTransaction", "void"]),
    .lost(
        "queries that are not enabled say nothing",
        [Samples.reply("queryTransaction", "153")], "unanswered", ["queryTransaction"]),
    .lost(
        "found, but not there, says nothing", [Samples.reply("queryTransaction", "150")],
        "unanswered", ["queryTransaction"]),
    .lost(
        "a query answered 000 has found what it has",
        [
            found("authorization", "000", result: "000"), Samples.reply("authReversal", "000"),
        ], "acknowledged", ["queryTransaction", "authReversal"]),
    .lost(
        "another's transaction is passed over",
        [found("authorization", "000", Samples.adviceID)], "unanswered", ["queryTransaction"]),
    .lost("no answer to the question says nothing", [], "unanswered", ["queryTransaction"]),
]

/// A query's reply with what it found.
private func found(
    _ transaction: String, _ code: String, _ id: OperationID = Samples.authorizationID,
    more: [String] = [], result: String = "150"
) -> SampleReply {
    let answers = ([code] + more).map { Samples.answer(transaction, $0, id: id) }.joined()
    return Samples.reply(
        "queryTransaction", result,
        "<matchCount>\(1 + more.count)</matchCount><results_max10>\(answers)</results_max10>")
}

@Suite("A message about a payment", .timeLimit(.minutes(5)))
struct AdviceTests {
    @Test("ends as its answer says", arguments: answered + special + unnamed)
    func outcome(_ row: MessageRow<Samples>) async throws {
        try await row.check()
    }

    @Test("in another currency than the account's is not sent")
    func currency() async throws {
        try await Samples.checkCurrency()
    }

    @Test("is named by the number that was found, under its own identifier")
    func numbers() async throws {
        let transport = ScriptedTransport(
            [found("authorization", "000"), Samples.reply("authReversal", "000")].map(\.outcome))
        let advice = try Samples.advice(.reversal, reference: nil)
        _ = try await Samples.line(over: transport).advise(advice)
        let reversal = try #require(transport.requests.last).text
        #expect(reversal.contains("<cnpTxnId>200000000000000001</cnpTxnId>"))
        #expect(reversal.contains("id=\"\(Samples.adviceID.value)\""))
        #expect(!reversal.contains("<amount>"))
    }
}
