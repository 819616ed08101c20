import DialectKit
import PaymentDomain
import Testing

@testable import NativeAPI

@Suite("A request of the JSON API", .timeLimit(.minutes(5)))
struct RequestTests {
    /// A body, and the problem that it gets: its code and its field.
    struct Refused: Sendable, CustomTestStringConvertible {
        let operation: NativeOperation
        let body: String
        let code: String
        let field: String?

        init(
            _ body: String, _ code: String, _ field: String?,
            _ operation: NativeOperation = .createPayment
        ) {
            self.operation = operation
            self.body = body
            self.code = code
            self.field = field
        }

        var testDescription: String { "\(code) \(field ?? "")" }
    }

    /// The good payment with a text in it replaced.
    private static func changed(_ old: String, _ new: String) -> String {
        Samples.payment.replacing(old, with: new)
    }

    private static let rows: [Refused] = [
        Refused("", "json-empty", nil),
        Refused("[]", "body-not-object", nil),
        Refused("{", "json-malformed", nil),
        Refused(changed(#""capture""#, #""orderReference""#), "json-duplicate-key", nil),
        Refused(changed(#""capture""#, #""captured""#), "unknown-field", "captured"),
        Refused(
            changed(#""capture""#, #""4111111111111111""#), "unknown-field",
            "(a name that can't be repeated)"),
        Refused(changed(#""value":1499"#, #""value":"1499""#), "field-not-integer", "amount.value"),
        Refused(changed("1499", "14.99"), "number-not-whole", "amount.value"),
        Refused(changed("1499", "1499.0"), "number-not-whole", "amount.value"),
        Refused(changed("1499", "1e3"), "number-not-whole", "amount.value"),
        Refused(changed("1499", "-1"), "number-not-whole", "amount.value"),
        Refused(changed("1499", "1000000000000"), "amount-too-large", "amount.value"),
        Refused(changed("1499", "99999999999999999999"), "amount-too-large", "amount.value"),
        Refused(changed(#""value":1499,"#, ""), "field-missing", "amount.value"),
        Refused(changed(#","currency":"USD""#, ""), "field-missing", "amount.currency"),
        Refused(changed(#""USD""#, "840"), "field-not-text", "amount.currency"),
        Refused(changed("USD", "usd"), "currency-unknown", "amount.currency"),
        Refused(changed("USD", "XXX"), "currency-unknown", "amount.currency"),
        Refused(changed(#""USD"}"#, #""USD","unit":1}"#), "unknown-field", "amount.unit"),
        Refused(changed(#"{"value":1499,"currency":"USD"}"#, "1499"), "field-not-object", "amount"),
        Refused(changed("manual", "later"), "capture-unknown", "capture"),
        Refused(changed(#""manual""#, "true"), "field-not-text", "capture"),
        Refused(changed(#""manual""#, "null"), "field-not-text", "capture"),
        Refused(changed(#""1001""#, "1001"), "field-not-text", "orderReference"),
        Refused(changed("1001", ""), "field-empty", "orderReference"),
        Refused(changed("1001", #"a\u0007"#), "text-not-printable", "orderReference"),
        Refused(
            changed("1001", String(repeating: "a", count: 256)), "field-too-long", "orderReference"),
        Refused(
            changed("1001", "4111 1111-1111 1111"), "order-looks-like-card", "orderReference"),
        Refused(changed(#","orderReference":"1001""#, ""), "field-missing", "orderReference"),
        Refused(metadata("[]"), "field-not-object", "metadata"),
        Refused(metadata(#"{"a":1}"#), "field-not-text", "metadata.a"),
        Refused(metadata(#"{"a":""}"#), "field-empty", "metadata.a"),
        Refused(metadata(#"{"a":"\u0007"}"#), "text-not-printable", "metadata.a"),
        Refused(metadata(#"{"\u0007":"a"}"#), "text-not-printable", "metadata"),
        Refused(metadata(#"{"":"a"}"#), "field-too-long", "metadata"),
        Refused(
            metadata(#"{"\#(String(repeating: "a", count: 41))":"a"}"#), "field-too-long",
            "metadata"),
        Refused(
            metadata(#"{"a":"\#(String(repeating: "a", count: 501))"}"#), "field-too-long",
            "metadata.a"),
        Refused(
            metadata("{\((0...20).map { #""a\#($0)":"b""# }.joined(separator: ","))}"),
            "field-too-long", "metadata"),
        Refused(metadata(#"{"a":"4111 1111 1111 1111"}"#), "metadata-looks-like-card", "metadata"),
        Refused(metadata(#"{"4111111111111111":"a"}"#), "metadata-looks-like-card", "metadata"),
        Refused(
            metadata(#"{"a":"4111111111111111 12/30"}"#), "metadata-looks-like-card", "metadata"),
        Refused(
            metadata(#"{"a":"1 4111 1111 1111 1111 123"}"#), "metadata-looks-like-card", "metadata"),
        Refused(
            metadata(#"{"4111111111111111":1}"#), "field-not-text",
            "metadata.(a name that can't be repeated)"),
        Refused(changed(Samples.token, #""token""#), "field-not-object", "applePayToken"),
        Refused(
            changed(#""applePayToken":\#(Samples.token),"#, ""), "field-missing", "applePayToken"),
        Refused(#"{"final":"true"}"#, "field-not-boolean", "final", .capture),
        Refused(#"{"amount":null}"#, "field-not-object", "amount", .refund),
        Refused(#"{"amount":{"value":1,"currency":"USD"}}"#, "unknown-field", "amount", .void),
        Refused(
            #"{"applePayToken":{},"capture":"manual"}"#, "unknown-field", "capture", .checkToken),
        Refused(#"{"url":1}"#, "field-not-text", "url", .createWebhook),
        Refused("{}", "field-missing", "url", .createWebhook),
        Refused(#"{"url":"a","events":"b"}"#, "field-not-list", "events", .createWebhook),
        Refused(#"{"url":"a","events":[1]}"#, "field-not-list", "events", .createWebhook),
        Refused(#"{"url":"a","events":[]}"#, "field-empty", "events", .createWebhook),
        Refused(#"{"url":"a","events":["b"]}"#, "kind-unknown", "events", .createWebhook),
        Refused(#"{"url":"a","scheme":"login"}"#, "scheme-unknown", "scheme", .createWebhook),
        Refused(#"{"atOnce":1}"#, "field-not-boolean", "atOnce", .rotateWebhook),
        Refused(#"{"a":1}"#, "unknown-field", "a", .testWebhook),
        Refused(
            #"{"applePayToken":{},"amount":1}"#, "unknown-field", "amount", .decryptToken),
    ]

    private static func metadata(_ json: String) -> String {
        changed(#""orderReference""#, #""metadata":\#(json),"orderReference""#)
    }

    @Test("keeps its metadata in the order of the names")
    func metadata() throws {
        let request = Samples.request(
            .createPayment, Self.metadata(#"{"b":"</script>","a":"Zoë"}"#))
        guard case .authorize(let command) = Samples.dialect.decode(request).commanded?.command
        else {
            Issue.record("not an authorization")
            return
        }
        #expect(command.metadata == #"{"a":"Zoë","b":"\u003C\/script\u003E"}"#)
    }

    @Test("is refused by the name of its field", arguments: rows)
    func problem(_ row: Refused) throws {
        let reply = try #require(
            Samples.dialect.decode(Samples.request(row.operation, row.body)).reply)
        #expect([400, 422].contains(reply.status))
        #expect(reply.contentType == "application/problem+json")
        #expect(reply.outcomeCode == row.code, "\(reply.text)")
        #expect(reply.text.contains(#""code":"\#(row.code)""#))
        #expect(reply.text.contains(#""requestId":"0123456789abcdef""#))
        if let field = row.field { #expect(reply.text.contains(#""field":"\#(field)""#)) }
        #expect(!reply.text.contains("4111"))
    }

    @Test("is carried out if it is good", arguments: NativeOperation.allCases.dropLast())
    func good(_ operation: NativeOperation) throws {
        let decoded = Samples.dialect.decode(Samples.request(operation))
        if case .question = decoded { return }
        let command = try #require(decoded.commanded, "\(decoded.reply?.text ?? "")")
        let key: RepetitionPolicy.Identity = operation.movesMoney ? .key("k-1") : .none
        #expect(command.name.repetition.identity == key)
    }

    @Test(
        "is a sale unless capture is manual", arguments: [("manual", false), ("automatic", true)])
    func capture(_ word: String, _ isSale: Bool) throws {
        let request = Samples.request(.createPayment, Self.changed("manual", word))
        let decoded = try #require(Samples.dialect.decode(request).commanded)
        guard case .authorize(let command) = decoded.command,
            case .applePay(.json(let token)) = command.source
        else {
            Issue.record("not an authorization")
            return
        }
        #expect(command.capturesAtOnce == isSale && command.amount?.minorUnits == 1499)
        #expect(command.orderReference == "1001")
        #expect(String(decoding: token, as: UTF8.self) == Samples.token)
        let plain = Self.changed(#""capture":"manual","#, "")
        let usual = Samples.dialect.decode(Samples.request(.createPayment, plain)).commanded
        #expect(usual?.exchange.capturesAtOnce == true)
    }

    @Test(
        "about a payment may have no body",
        arguments: [NativeOperation.capture, .void, .refund])
    func empty(_ operation: NativeOperation) {
        let request = DialectRequest(head: Samples.head(operation), body: [])
        #expect(Samples.dialect.decode(request).commanded != nil)
    }

    @Test(
        "names a payment by 32 small hex digits, or finds none",
        arguments: ["", "1", Samples.paymentID.uppercased(), Samples.paymentID + "0", "../batches"])
    func unknownPayment(_ id: String) {
        for operation in [NativeOperation.findPayment, .capture, .void, .refund] {
            let request = DialectRequest(head: Samples.head(operation, id: id), body: [])
            let reply = Samples.dialect.decode(request).reply
            #expect(reply?.status == 404 && reply?.outcomeCode == "payment-not-found")
        }
    }

    @Test(
        "names a batch by at most 18 digits, or finds none",
        arguments: ["", "-1", "1.0", "x", "9999999999999999999", "0x1"])
    func unknownBatch(_ id: String) {
        let request = DialectRequest(head: Samples.head(.findBatch, id: id), body: [])
        let reply = Samples.dialect.decode(request).reply
        #expect(reply?.status == 404 && reply?.outcomeCode == "batch-not-found")
    }

    @Test(
        "that isn't for a list has no query: a field there would count for nothing",
        arguments: NativeOperation.allCases.filter { $0.takesNoQuery && $0 != .describe })
    func noQuery(_ operation: NativeOperation) {
        let head = Samples.head(operation, query: "amount=200")
        let reply = Samples.dialect.decode(DialectRequest(head: head, body: [])).reply
        #expect(reply?.status == 400 && reply?.outcomeCode == "unknown-field")
    }

    @Test(
        "has no card number in its order",
        arguments: [
            ("1001", true), ("order 4111", true), ("4111111111111112", true),
            ("4111a1111b1111c1111", true),
            ("2026-11-27 12:00:00", true), ("4111111111111111", false),
            ("4111.1111.1111.1111", false), ("card 4111111111111111", false),
            ("4111 1111 1111 1111 / 2", false), ("4111111111111111x", false),
        ])
    func cardInOrder(_ order: String, _ isTaken: Bool) {
        let request = Samples.request(.createPayment, Self.changed("1001", order))
        let reply = Samples.dialect.decode(request).reply
        #expect(reply?.outcomeCode == (isTaken ? nil : "order-looks-like-card"))
    }

    @Test(
        "for a list has known parameters alone",
        arguments: [
            ("limit=0", "limit-invalid"), ("limit=101", "limit-invalid"),
            ("limit=1.0", "limit-invalid"),
            ("limit=", "limit-invalid"), ("cursor=abc", "cursor-invalid"),
            ("page=2", "unknown-field"),
            ("limit=1&limit=2", "form-repeated-name"), ("limit=%zz", "form-malformed-escape"),
        ])
    func query(_ query: String, _ code: String) {
        for operation in [NativeOperation.listPayments, .listEvents, .listBatches] {
            let request = DialectRequest(head: Samples.head(operation, query: query), body: [])
            let reply = Samples.dialect.decode(request).reply
            #expect(reply?.status == 400 && reply?.outcomeCode == code)
        }
    }

    @Test(
        "for events asks for known kinds, an own payment and an own bookmark",
        arguments: [
            ("", 200, "events"), ("kinds=payment.captured,batch.closed", 200, "events"),
            ("kinds=", 400, "kind-unknown"), ("kinds=payment.captured,", 400, "kind-unknown"),
            ("kinds=captured", 400, "kind-unknown"),
            ("payment=\(Samples.paymentID)", 200, "events"),
            ("payment=1", 404, "payment-not-found"),
            ("payment=\(String(repeating: "0", count: 32))", 404, "payment-not-found"),
            ("cursor=\(Samples.bookmark(7))", 200, "events"),
            ("cursor=\(Samples.bookmark(404))", 404, "cursor-unknown"),
            ("cursor=\(Samples.bookmark(503))", 503, "store-unavailable"),
            ("cursor=\(Samples.paymentID)", 400, "cursor-invalid"),
        ])
    func eventQuery(_ query: String, _ status: Int, _ code: String) async {
        let head = Samples.head(.listEvents, query: query)
        let reply = await Samples.dialect.decode(DialectRequest(head: head, body: [])).answered()
        #expect(reply?.status == status && reply?.outcomeCode == code)
    }

    @Test(
        "names an event by its identifier, or finds none",
        arguments: [
            ("evt_\(Samples.paymentID)_2", 200), ("evt_\(Samples.paymentID)_3", 404),
            ("evt_batch_1", 404), ("1", 404), ("", 404),
        ])
    func event(_ id: String, _ status: Int) async {
        let head = Samples.head(.findEvent, id: id)
        let reply = await Samples.dialect.decode(DialectRequest(head: head, body: [])).answered()
        #expect(reply?.status == status)
        #expect(reply?.outcomeCode == (status == 200 ? "event" : "event-not-found"))
    }

    @Test("for a list has the page's size and the cursor")
    func page() {
        let head = Samples.head(.listPayments, query: "limit=100&cursor=\(Samples.paymentID)")
        let decoded = Samples.dialect.decode(DialectRequest(head: head, body: [])).commanded
        guard case .findPayments(let find) = decoded?.command else {
            Issue.record("not a list")
            return
        }
        #expect(find == .newest(limit: 100, before: PaymentID(stored: Samples.paymentID)))
    }
}
