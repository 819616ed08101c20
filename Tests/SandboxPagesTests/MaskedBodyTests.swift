import Testing

@testable import SandboxPages

@Suite("Messages on the sandbox's start page", .timeLimit(.minutes(5)))
struct MaskedBodyTests {
    /// A message, and what is shown of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let message: String
        let shown: String

        init(_ title: String, _ message: String, _ shown: String) {
            (testDescription, self.message, self.shown) = (title, message, shown)
        }
    }

    static let rows = [
        Row(
            "JSON keeps the order of its members, and hides what isn't known",
            #"{"b_amount":"14.99","a":{"cvv":123,"status":"paid"},"list":[1,2],"ok":true,"none":null}"#,
            """
            {
              "b_amount": "14.99",
              "a": {
                "cvv": •••,
                "status": "paid"
              },
              "list": [
                •••,
                •••
              ],
              "ok": true,
              "none": null
            }
            """),
        Row(
            "a value is its owner's", #"{"amount":{"value":1},"cvv":{"value":2}}"#,
            """
            {
              "amount": {
                "value": 1
              },
              "cvv": {
                "value": •••
              }
            }
            """),
        Row(
            "a token is hidden whole", #"{"token":"ok","id":"7"}"#,
            "{\n  \"token\": \"•••\",\n  \"id\": \"7\"\n}"),
        Row(
            "a time is no number of a card, and no date of one",
            #"{"expires_at":"2026-11-29T04:16:03Z","expiry":"1226"}"#,
            "{\n  \"expires_at\": \"2026-11-29T04:16:03Z\",\n  \"expiry\": \"•••\"\n}"),
        Row(
            "a card number is hidden even as a reference", #"{"orderid":"4111 1111-1111 1111"}"#,
            "{\n  \"orderid\": \"•••\"\n}"),
        Row(
            "a card number is hidden even as a name", #"{"4111111111111111":{}}"#,
            "{\n  \"•••\": {}\n}"),
        Row(
            "a number with a wrong check digit is one too, in an amount and in a name",
            "<R4012888888881882><amount>4012888888881882</amount></R4012888888881882>",
            "<•••><amount>•••</amount><•••>"),
        Row(
            "a transaction's own number may be as long",
            "<cnpTxnId>4012888888881882</cnpTxnId>", "<cnpTxnId>4012888888881882</cnpTxnId>"),
        Row(
            "behind an escape may be anything", #"{"code":"\u0034111111111111111"}"#,
            "{\n  \"code\": \"•••\"\n}"),
        Row("a slash may be escaped", #"{"code":"a\/b"}"#, "{\n  \"code\": \"a/b\"\n}"),
        Row(
            "a mark that joins the quotation mark changes nothing",
            "{\"cvv\":\"\u{301}123\"}", "{\n  \"cvv\": \"•••\"\n}"),
        Row(
            "a long run is hidden", #"{"code":"\#(String(repeating: "a", count: 45))"}"#,
            "{\n  \"code\": \"•••\"\n}"),
        Row("damaged JSON is a number of bytes", #"{"amount":"#, "(10 bytes)"),
        Row(
            "a form has a field a line", "amount=1.00&cardNumber=4111&orderID=a%2Bb+c",
            "amount=1.00\ncardNumber=•••\norderID=a+b c"),
        Row(
            "a form's mark may be joined too", "amount=1&\u{301}cvv=123", "amount=1\n\u{301}cvv=•••"
        ),
        Row(
            "a callback keeps its name", #"done({"response":"870"})"#,
            "done({\n  \"response\": \"870\"\n})"),
        Row(
            "XML keeps its form",
            #"<a xmlns="http://x.example"><id n="7" code='1'>7</id><cvv>123</cvv></a>"#,
            #"<a xmlns="http://x.example"><id n="•••" code='1'>7</id><cvv>•••</cvv></a>"#),
        Row("a prefix isn't the name", "<p:amount>1</p:amount>", "<p:amount>1</p:amount>"),
        Row("a reference in XML may be anything", "<id>&#52;111</id>", "<id>•••</id>"),
        Row("XML's mark may be joined", "<cvv>\u{301}123</cvv>", "<cvv>•••</cvv>"),
        Row("text behind a tag that ends is hidden", "<id>7</id>123", "<id>7</id>•••"),
        Row("CDATA isn't read", "<id><![CDATA[4111111111111111]]></id>", "(37 bytes)"),
        Row("a tag without its end isn't read", "<id>7</id", "(9 bytes)"),
        Row("other text isn't read", "4111111111111111", "(16 bytes)"),
    ]

    @Test("a request shows only what is known to be harmless", arguments: rows)
    func request(_ row: Row) {
        #expect(MaskedBody.request(Array(row.message.utf8)) == row.shown)
    }

    @Test("a request that is too long, or not text, is a number of bytes")
    func unreadable() {
        let long =
            Array(#"{"code":"1"}"#.utf8) + [UInt8](repeating: 0x20, count: MaskedBody.longest)
        #expect(MaskedBody.request(long) == "(\(long.count) bytes)")
        #expect(MaskedBody.request([0xFF, 0xFE]) == "(2 bytes)")
        #expect(MaskedBody.request([]).isEmpty)
    }

    @Test("a reply shows the server's own refusals, and no page")
    func reply() {
        let refusal = "refused: unauthorized: Send a key.\n"
        #expect(MaskedBody.reply(Array(refusal.utf8), contentType: "text/plain") == refusal)
        #expect(MaskedBody.reply(Array("other".utf8), contentType: "text/plain") == "(5 bytes)")
        #expect(
            MaskedBody.reply(Array("<p>code</p>".utf8), contentType: "text/html") == "(11 bytes)")
    }

    @Test("a query is a form too")
    func query() {
        #expect(MaskedBody.query("") == "")
        #expect(MaskedBody.query("key=cpk_1&type=json") == "?key=•••\ntype=json")
        #expect(MaskedBody.query("4111111111111111") == "?(16 bytes)")
    }
}
