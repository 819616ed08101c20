import Events
import GoldenExchanges
import PaymentDomain
import Testing
import Webhooks

@testable import Radial

/// An event, and what Radial's clients hear of it: the name of a golden request, or nil for nothing.
struct NoticeRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let asked: RadialAsking?
    let kind: EventKind
    let notice: String?
    let change: @Sendable (inout EventSample) -> Void

    init(
        _ title: String, _ asked: RadialAsking.Kind?, _ kind: EventKind, is notice: String? = nil,
        context: String? = nil, _ change: @escaping @Sendable (inout EventSample) -> Void = { _ in }
    ) {
        testDescription = title
        self.asked = asked.map { RadialAsking($0, store: "SANDBOX", clientContext: context) }
        self.kind = kind
        self.notice = notice
        self.change = change
    }

    func event() throws -> Event {
        var sample = EventSample(kind, dialect: "radial")
        sample.names.handle = VaultHandle("4111110PASeK1111")
        sample.names.askedAs = asked?.text
        change(&sample)
        return try sample.event()
    }

    static let all: [NoticeRow] = [
        NoticeRow("a debit that was taken", .debit, .captured, is: "debit-settled") {
            $0.amount = 2_550
        },
        NoticeRow(
            "a debit with ClientContext", .debit, .captured, is: "debit-client-context",
            context: "<shop> & \"1\""),
        NoticeRow("a debit that was refused", .debit, .captureRefused, is: "debit-refused") {
            $0.code = .doNotHonor
        },
        NoticeRow("a credit that was taken", .credit, .refunded, is: "credit-settled") {
            $0.network = .amex
        },
        NoticeRow("a credit that was refused", .credit, .refundRefused, is: "credit-refused") {
            $0.code = .insufficientFunds
        },
        NoticeRow("a settlement of nothing", .debit, .released, is: "nothing-settled"),
        NoticeRow(
            "a settlement of nothing for an order without a hold", .debit, .cancelled,
            is: "nothing-settled"),
        NoticeRow(
            "a settlement of nothing that found nothing left", .debit, .nothingLeft,
            is: "nothing-settled"),
        NoticeRow("a cancel that found nothing left", .cancel, .nothingLeft, is: "cancelled"),
        NoticeRow(
            "a settlement of nothing whose release was refused", .debit, .releaseRefused,
            is: "nothing-refused"
        ) { $0.code = .doNotHonor },
        NoticeRow("a cancel", .cancel, .released, is: "cancelled") { $0.state = .released },
        NoticeRow("the cancel of an order without a hold", .cancel, .cancelled, is: "cancelled"),
        NoticeRow("a cancel that was refused", .cancel, .releaseRefused, is: "cancel-refused") {
            $0.code = .doNotHonor
        },
        NoticeRow("the remainder that follows the last debit", nil, .released),
        NoticeRow("an approval", nil, .authorized),
        NoticeRow("a void of what was settled", .debit, .captureVoided),
        NoticeRow("a capture that another protocol asked for", nil, .captured),
        NoticeRow("a request in another protocol's text", nil, .captured) {
            $0.names.askedAs = "{\"other\":\"Debit\",\"store\":\"SANDBOX\"}"
        },
    ]
}

@Suite("Radial's events", .timeLimit(.minutes(5)))
struct EventTests {
    private let rendering = RadialEvents()
    private let secret: WebhookSecret

    init() throws {
        secret = try WebhookSecret("whlogin_coster:correct-horse")
    }

    @Test("end what was asked for, byte for byte", arguments: NoticeRow.all)
    func notice(_ row: NoticeRow) throws {
        let event = try row.event()
        guard let name = row.notice else {
            #expect(rendering.message(of: event) == nil)
            return
        }
        let notice = try #require(
            GoldenNotice(name, of: event, rendering, secret: secret, beside: #filePath))
        guard GoldenExchange.isRecording else {
            #expect(notice.request == notice.recorded)
            return
        }
        try notice.record()
    }

    @Test("have the newest login during an overlap")
    func overlap() throws {
        let newer = try WebhookSecret("whlogin_coster:another-horse")
        let message = try #require(WebhookMessage(id: "evt_1", body: []))
        let headers = rendering.proof(of: message, with: [secret, newer], at: EventSample.at)
        #expect(
            headers.map { "\($0.name): \($0.value)" } == [
                "username: coster", "password: another-horse",
            ])
        #expect(rendering.proof(of: message, with: [], at: EventSample.at).isEmpty)
    }

    @Test("a batch has none: each settlement has its own")
    func batch() {
        let batch = EventBatch(number: 1, merchant: MerchantID("shop"), totals: [])
        let event = Event(
            number: 1, at: EventSample.at, kind: .batchClosed, subject: .batch(batch))
        #expect(rendering.message(of: event) == nil)
    }

    @Test(
        "a ClientContext of at most 1,000 characters is kept, and no other refuses the settlement",
        arguments: [(1, true), (1_000, true), (1_001, false)])
    func clientContext(count: Int, isKept: Bool) throws {
        let context = String(repeating: "ä", count: count)
        let body = Samples.body("settle-debit").replacing("CCA-1", with: context)
        let decoded = RadialDialect().decode(Samples.request(.settle, body, tender: "VC"))
        guard case .command(_, let name, _, _) = decoded else {
            Issue.record("the settlement is refused")
            return
        }
        let asking = try #require(name.askedAs.flatMap { RadialAsking($0) })
        #expect(asking.clientContext == (isKept ? context : nil))
        #expect(asking.kind == .debit)
    }

    @Test(
        "what was asked for comes back from its text",
        arguments: RadialAsking.Kind.allCases, [nil, "", "a \"b\" </c>"])
    func text(kind: RadialAsking.Kind, context: String?) {
        let asking = RadialAsking(kind, store: "A/B C", clientContext: context)
        #expect(RadialAsking(asking.text) == asking)
    }

    @Test(
        "another text is nothing that was asked for",
        arguments: ["", "radial", "{}", #"{"radial":"Other","store":"S"}"#, #"{"radial":"Debit"}"#])
    func otherText(text: String) {
        #expect(RadialAsking(text) == nil)
    }
}
