import Events
import GoldenExchanges
import PaymentDomain
import Testing
import Webhooks

@testable import InstaMed

/// An event, and its notification: the name of a golden request, or nil for nothing.
struct NoticeRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: EventKind
    let isSale: Bool
    let notice: String?
    let change: @Sendable (inout EventSample) -> Void

    init(
        _ title: String, _ kind: EventKind, isSale: Bool = false, is notice: String? = nil,
        _ change: @escaping @Sendable (inout EventSample) -> Void = { _ in }
    ) {
        testDescription = title
        self.kind = kind
        self.isSale = isSale
        self.notice = notice
        self.change = change
    }

    func event() throws -> Event {
        var sample = EventSample(kind, dialect: "instamed")
        sample.names.beginning = TransactionNumber(217_164_000_123_000_001)
        sample.names.operation = TransactionNumber(217_164_000_123_000_002)
        sample.names.isSale = isSale
        sample.names.authorizationCode = "9B5A7F"
        change(&sample)
        return try sample.event()
    }

    static let all: [NoticeRow] = [
        NoticeRow("an authorization", .authorized, is: "authorized"),
        NoticeRow("an authorization of less", .partiallyAuthorized, is: "authorized-in-part") {
            $0.amount = 5_900
        },
        NoticeRow("the approval of a sale, whose capture follows", .authorized, isSale: true),
        NoticeRow("a sale", .captured, isSale: true, is: "sale"),
        NoticeRow("a sale of less", .captured, isSale: true, is: "sale-in-part") {
            $0.amount = 5_900
        },
        NoticeRow(
            "a sale whose capture was refused", .captureRefused, isSale: true, is: "declined"),
        NoticeRow("a sale that was declined", .declined, isSale: true, is: "declined") {
            $0.names.authorizationCode = nil
        },
        NoticeRow("a capture of less than was held", .captured, is: "captured") {
            $0.amount = 2_550
        },
        NoticeRow("a capture that was refused: the hold stays", .captureRefused),
        NoticeRow("the void of a sale", .captureVoided, isSale: true, is: "sale-voided"),
        NoticeRow("the hold of a voided sale", .released, isSale: true) { $0.state = .released },
        NoticeRow("the void of an authorization", .released, is: "authorization-voided") {
            $0.state = .released
        },
        NoticeRow("the release of a part", .released),
        NoticeRow("a reversal", .reversed, isSale: true, is: "reversed") {
            $0.names.authorizationCode = nil
        },
        NoticeRow("a refund", .refunded, isSale: true, is: "refunded") { $0.amount = 1_000 },
        NoticeRow("a refund that was refused", .refundRefused, isSale: true, is: "refund-refused"),
        NoticeRow("the void of a refund", .refundVoided, isSale: true, is: "refund-voided"),
        NoticeRow("a refund without a number", .refunded) { $0.names.operation = nil },
        NoticeRow("silence", .outcomeUnknown),
        NoticeRow("a payment without a number", .authorized) { $0.names.beginning = nil },
        NoticeRow("another protocol's payment", .authorized) { $0.dialect = "vantiv" },
    ]
}

@Suite("InstaMed's notifications", .timeLimit(.minutes(5)))
struct EventTests {
    @Test("say a transaction's new status, byte for byte", arguments: NoticeRow.all)
    func notice(_ row: NoticeRow) throws {
        let secret = try WebhookSecret("whlogin_coster:correct-horse")
        let event = try row.event()
        guard let name = row.notice else {
            #expect(InstaMedEvents().message(of: event) == nil)
            return
        }
        let notice = try #require(
            GoldenNotice(name, of: event, InstaMedEvents(), secret: secret, beside: #filePath))
        guard GoldenExchange.isRecording else {
            #expect(notice.request == notice.recorded)
            return
        }
        try notice.record()
    }
}
