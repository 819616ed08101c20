import AcquirerKit
import LineContract
import PaymentDomain
import PaymentEngine
import Testing

@testable import CybersourceLine

private typealias AdviceRow = MessageRow<Samples>

private func row(
    _ kind: AdviceKind, _ said: String, _ reply: SampleReply, _ outcome: String
) -> AdviceRow {
    let action =
        switch kind {
        case .capture: "captures"
        case .refund: "refunds"
        case .captureVoid, .refundVoid: "voids"
        case .release, .reversal: "reversals"
        }
    return .answered(kind, said, reply, outcome, sent: action)
}

private func done(_ kind: AdviceKind, _ status: String, _ outcome: String) -> AdviceRow {
    row(kind, status, .done(status), outcome)
}

private func invalid(_ kind: AdviceKind, _ reason: String, _ outcome: String) -> AdviceRow {
    row(kind, reason, .invalid(reason), outcome)
}

private let answered: [AdviceRow] = [
    done(.capture, "PENDING", "acknowledged C6800000000000000000001"),
    done(.capture, "TRANSMITTED", "acknowledged C6800000000000000000001"),
    done(.capture, "AUTHORIZED", "unanswered"),
    invalid(.capture, "EXCEEDS_AUTH_AMOUNT", "refused 13"),
    invalid(.capture, "MISSING_AUTH", "refused 25"),
    invalid(.capture, "INVALID_DATA", "refused 30"),
    invalid(.capture, "AUTH_ALREADY_REVERSED", "refused 12"),
    invalid(.capture, "INVALID_MERCHANT_CONFIGURATION", "unanswered"),
    invalid(.capture, "PROCESSOR_UNAVAILABLE", "unanswered"),
    invalid(.capture, "BAD_MOON", "unanswered"),
    row(.capture, "a failure", SampleReply(status: 502, text: "{}"), "unanswered"),
    row(.capture, "401", .rejected, "unanswered"),
    done(.refund, "PENDING", "acknowledged R6800000000000000000001"),
    invalid(.refund, "INVALID_AMOUNT", "refused 13"),
    invalid(.refund, "CAPTURE_ALREADY_VOIDED", "refused 12"),
    row(.refund, "DECLINED", .declined("PROCESSOR_DECLINED"), "refused 05"),
    done(.captureVoid, "VOIDED", "acknowledged"),
    done(.captureVoid, "CANCELLED", "acknowledged"),
    done(.captureVoid, "FAILED", "unanswered"),
    invalid(.captureVoid, "NOT_VOIDABLE", "refused 12"),
    done(.refundVoid, "VOIDED", "acknowledged"),
    invalid(.refundVoid, "NOT_VOIDABLE", "refused 12"),
    done(.release, "REVERSED", "acknowledged"),
    invalid(.release, "AUTH_ALREADY_REVERSED", "acknowledged"),
    invalid(.release, "TRANSACTION_ALREADY_REVERSED_OR_SETTLED", "acknowledged"),
    invalid(.release, "TRANSACTION_ALREADY_SETTLED", "acknowledged"),
    invalid(.release, "INVALID_AMOUNT", "refused 13"),
    invalid(.release, "NOT_SUPPORTED", "refused 12"),
    done(.reversal, "REVERSED", "acknowledged"),
    invalid(.reversal, "AUTH_ALREADY_REVERSED", "acknowledged"),
    invalid(.reversal, "MISSING_AUTH", "refused 25"),
    invalid(.reversal, "INVALID_DATA", "refused 30"),
    invalid(.reversal, "INVALID_AMOUNT", "refused 13"),
    invalid(.reversal, "PROCESSOR_UNAVAILABLE", "unanswered"),
]

private let special: [AdviceRow] = [
    AdviceRow(
        title: "another's answer counts for nothing", kind: .capture,
        replies: [
            SampleReply(SampleReply.done("PENDING").text.replacing("0002", with: "0003"))
        ], outcome: "unanswered", sent: ["captures"]),
    AdviceRow(
        title: "a capture without an ID can't be named later, so it is searched for",
        kind: .capture,
        replies: [
            SampleReply(
                SampleReply.done("PENDING").text.replacing(
                    #""id": "6800000000000000000001", "#, with: ""))
        ], outcome: "unanswered", sent: ["captures"]),
    AdviceRow(
        title: "nothing can be said about an authorization without a name", kind: .capture,
        reference: nil, replies: [], outcome: "refused 25", sent: []),
    AdviceRow(
        title: "nothing can be said about another line's name", kind: .capture,
        reference: "A100000000000000001", replies: [], outcome: "refused 25", sent: []),
    AdviceRow(
        title: "a refund names a capture, not a payment", kind: .refund,
        operation: Samples.payment, replies: [], outcome: "refused 25", sent: []),
    AdviceRow(
        title: "the void of a credit names it", kind: .refundVoid, reference: Samples.credit,
        replies: [.done("VOIDED")], outcome: "acknowledged", sent: ["voids"]),
    AdviceRow(
        title: "a late credit that was settled is not undone", kind: .reversal,
        reference: Samples.credit,
        replies: [.invalid("TRANSACTION_ALREADY_REVERSED_OR_SETTLED"), .nothingFound],
        outcome: "refused 12", sent: ["voids", "searches"]),
    AdviceRow(
        title: "a payment that the message reversed before needs nothing", kind: .reversal,
        replies: [.invalid("TRANSACTION_ALREADY_REVERSED_OR_SETTLED"), .found("100")],
        outcome: "acknowledged", sent: ["reversals", "searches"]),
    AdviceRow(
        title: "a late credit is voided", kind: .reversal, reference: Samples.credit,
        replies: [.done("VOIDED")], outcome: "acknowledged", sent: ["voids"]),
]

private let repeated: [AdviceRow] = [
    again(
        "a capture that may have come before is searched for", [.found("100")],
        "acknowledged C6800000000000000000001", ["searches"]),
    again(
        "of several under one name, the one that was done counts",
        [.found("104", "100", "102")], "acknowledged C6800000000000000000001", ["searches"]),
    again(
        "what a search found refused stays refused", [.found("235")], "refused 13",
        ["searches"]),
    again(
        "what a search found as invalid data may be the duplicate of another",
        [.found("102"), .invalid("DUPLICATE_REQUEST"), .found("104", "102")], "unanswered",
        ["searches", "captures", "searches"]),
    again(
        "another's transaction is passed over",
        [.found("100", code: Samples.authorizationID), .done("PENDING")],
        "acknowledged C6800000000000000000001", ["searches", "captures"]),
    again(
        "one that isn't found soon may still be on its way", firstSent: 59, [.nothingFound],
        "too early for 1 s", ["searches"]),
    again(
        "one that isn't found after a minute is sent again", firstSent: 60,
        [.nothingFound, .done("PENDING")], "acknowledged C6800000000000000000001",
        ["searches", "captures"]),
    again(
        "one that failed in their system is sent again", [.found("151"), .done("PENDING")],
        "acknowledged C6800000000000000000001", ["searches", "captures"]),
    again(
        "a duplicate that the first search had not found is found by a second",
        [.nothingFound, .invalid("DUPLICATE_REQUEST"), .found("104", "100")],
        "acknowledged C6800000000000000000001", ["searches", "captures", "searches"]),
    again(
        "a duplicate may be refused as invalid data too",
        [.nothingFound, .invalid("INVALID_DATA"), .found("102", "100")],
        "acknowledged C6800000000000000000001", ["searches", "captures", "searches"]),
    again(
        "a duplicate that can't be found is searched for again",
        [.nothingFound, .invalid("DUPLICATE_REQUEST"), .nothingFound], "unanswered",
        ["searches", "captures", "searches"]),
    again(
        "a search that isn't allowed says nothing",
        [SampleReply(status: 403, text: "{}")], "unanswered", ["searches"]),
    again("a search with another key says nothing", [.rejected], "unanswered", ["searches"]),
    again(
        "a search without a count says nothing", [SampleReply("{}")], "unanswered",
        ["searches"]),
    again("a search without an answer says nothing", [], "unanswered", ["searches"]),
    AdviceRow(
        title: "a refund that may have come before is searched for, days later too",
        kind: .refund, operation: Samples.capture, firstSent: 300_000,
        replies: [.found("100")], outcome: "acknowledged R6800000000000000000001",
        sent: ["searches"]),
    AdviceRow(
        title: "a void that may have come before is searched for", kind: .captureVoid,
        operation: Samples.capture, firstSent: 5, replies: [.found("100")],
        outcome: "acknowledged", sent: ["searches"]),
    AdviceRow(
        title: "a release that may have come before is searched for", kind: .release,
        firstSent: 5, replies: [.found("100")], outcome: "acknowledged", sent: ["searches"]),
    AdviceRow(
        title: "a release that was refused with 237 has nothing to release", kind: .release,
        firstSent: 5, replies: [.found("237")], outcome: "acknowledged", sent: ["searches"]),
    AdviceRow(
        title: "a release that was refused with 238 has nothing to release", kind: .release,
        firstSent: 5, replies: [.found("238")], outcome: "acknowledged", sent: ["searches"]),
    AdviceRow(
        title: "a release that was refused with 243 has nothing to release", kind: .release,
        firstSent: 5, replies: [.found("243")], outcome: "acknowledged", sent: ["searches"]),
    AdviceRow(
        title: "a release that was refused for another reason stays refused", kind: .release,
        firstSent: 5, replies: [.found("239")], outcome: "refused 13", sent: ["searches"]),
]

private func again(
    _ title: String, firstSent: Int64 = 3_600, _ replies: [SampleReply], _ outcome: String,
    _ sent: [String]
) -> AdviceRow {
    AdviceRow(
        title: title, kind: .capture, firstSent: firstSent, replies: replies, outcome: outcome,
        sent: sent)
}

private let unnamed: [AdviceRow] = [
    .lost("nothing is sent for a minute", age: 59, [], "too early for 1 s", []),
    .lost(
        "a reversal by our own name is sent after it", age: 60, [.done("REVERSED")],
        "acknowledged", ["/pts/v2/reversals"]),
    .lost(
        "what was reversed before needs nothing", [.invalid("AUTH_ALREADY_REVERSED")],
        "acknowledged", ["/pts/v2/reversals"]),
    .lost(
        "what isn't there, neither as a credit, needs nothing",
        [.invalid("INVALID_DATA"), .invalid("INVALID_DATA")], "acknowledged",
        ["/pts/v2/reversals", "/pts/v2/voids"]),
    .lost(
        "what was declined needs nothing",
        [.invalid("MISSING_AUTH"), .invalid("INVALID_DATA")], "acknowledged",
        ["/pts/v2/reversals", "/pts/v2/voids"]),
    .lost(
        "a credit is voided", [.invalid("INVALID_DATA"), .done("VOIDED")], "acknowledged",
        ["/pts/v2/reversals", "/pts/v2/voids"]),
    .lost(
        "what was approved in part is voided, since a reversal must name the part",
        [.invalid("INVALID_AMOUNT"), .done("VOIDED")], "acknowledged",
        ["/pts/v2/reversals", "/pts/v2/voids"]),
    .lost(
        "a part that can't be voided is refused",
        [.invalid("INVALID_AMOUNT"), .invalid("INVALID_DATA")], "refused 13",
        ["/pts/v2/reversals", "/pts/v2/voids"]),
    .lost(
        "a credit that can't be voided is money given, and refused",
        [.invalid("INVALID_DATA"), .invalid("NOT_VOIDABLE"), .nothingFound], "refused 12",
        ["/pts/v2/reversals", "/pts/v2/voids", "searches"]),
    .lost(
        "a credit that the message voided before needs nothing",
        [.invalid("INVALID_DATA"), .invalid("NOT_VOIDABLE"), .found("102", "100")],
        "acknowledged", ["/pts/v2/reversals", "/pts/v2/voids", "searches"]),
    .lost(
        "what a reversal says was settled may be a credit, which is voided",
        [.invalid("TRANSACTION_ALREADY_SETTLED"), .done("VOIDED")], "acknowledged",
        ["/pts/v2/reversals", "/pts/v2/voids"]),
    .lost(
        "what was settled is not undone",
        [
            .invalid("TRANSACTION_ALREADY_REVERSED_OR_SETTLED"),
            .invalid("TRANSACTION_ALREADY_SETTLED"), .found("243", "238"),
        ], "refused 12", ["/pts/v2/reversals", "/pts/v2/voids", "searches"]),
    .lost(
        "what the message reversed before, and can't be voided, needs nothing",
        [
            .invalid("TRANSACTION_ALREADY_REVERSED_OR_SETTLED"), .invalid("INVALID_DATA"),
            .found("243", "100"),
        ], "acknowledged", ["/pts/v2/reversals", "/pts/v2/voids", "searches"]),
    .lost(
        "a search without an answer says nothing of what was settled",
        [.invalid("TRANSACTION_ALREADY_SETTLED"), .invalid("INVALID_DATA")], "unanswered",
        ["/pts/v2/reversals", "/pts/v2/voids", "searches"]),
    .lost(
        "a complaint about our name says that nothing is there",
        [
            .invalid("INVALID_DATA", field: "clientReferenceInformation.transactionId"),
            .invalid("INVALID_DATA"),
        ], "acknowledged", ["/pts/v2/reversals", "/pts/v2/voids"]),
    .lost(
        "a complaint about another field says nothing",
        [.invalid("INVALID_DATA", field: "reversalInformation.amountDetails.currency")],
        "unanswered", ["/pts/v2/reversals"]),
    .lost(
        "another key says nothing", [.rejected], "unanswered", ["/pts/v2/reversals"]),
    .lost("no answer says nothing", [], "unanswered", ["/pts/v2/reversals"]),
    .lost(
        "no answer to the void says nothing", [.invalid("INVALID_DATA")], "unanswered",
        ["/pts/v2/reversals", "/pts/v2/voids"]),
    .lost(
        "a status that nobody knows says nothing", [.done("DONE")], "unanswered",
        ["/pts/v2/reversals"]),
]

@Suite("A message to Cybersource about a payment", .timeLimit(.minutes(5)))
struct AdviceTests {
    @Test("ends as its answer says", arguments: answered + special + repeated + unnamed)
    func outcome(_ row: MessageRow<Samples>) async throws {
        try await row.check()
    }

    @Test("in another currency than the account's is not sent")
    func currency() async throws {
        try await Samples.checkCurrency()
    }

    @Test("is in a reference that this line alone can read")
    func references() throws {
        for text in [Samples.payment, Samples.capture, Samples.refund, Samples.credit] {
            let stored = try #require(AcquirerReference(Array(text.utf8)))
            #expect(CybersourceReference(stored)?.acquirerReference == stored)
        }
        for text in [
            "", "P", "P1", "P1:", "P1:x", "P1:1:1", "C1:5", "C", "C1/2", "Z1", "1", "P../x:1",
            "C" + String(repeating: "1", count: 41),
        ] {
            let stored = AcquirerReference(Array(text.utf8))
            #expect(CybersourceReference(stored) == nil, "\(text)")
        }
    }
}
