import StrictCoding
import DialectKit
import PaymentDomain
import Testing

@testable import CardConnect

@Suite("Steps after an authorization", .timeLimit(.minutes(5)))
struct LaterStepTests {
    private func decode(_ path: String, _ fields: String) -> DecodedRequest<CardPointeExchange> {
        Samples.live.decode(
            Samples.gateway("PUT", path, "{\"merchid\":\"\(Samples.merchid)\",\(fields)}"))
    }

    @Test(
        "is not found if the retref is invalid",
        arguments: [
            "\"CCSDK\"", "\"\"", "null", "\"0\"", "\"-1\"", "\"1.5\"", "1e5",
            "\"123456789012345\"", "\"99999999999999999999\"",
        ])
    func retrefs(_ retref: String) {
        for path in ["/capture", "/void", "/refund"] {
            let reply = decode(path, "\"retref\":\(retref)").reply
            #expect(reply?.member("respcode") == "29", "\(path)")
            #expect(reply?.status == 200)
        }
    }

    @Test(
        "is refused with 43 if the amount is invalid",
        arguments: ["\"1.234\"", "\"-1\"", "\"x\"", "\"123456789012345\"", "1e2"])
    func amounts(_ amount: String) {
        for path in ["/capture", "/void", "/refund"] {
            let reply = decode(path, "\"retref\":\"21741462054321\",\"amount\":\(amount)").reply
            #expect(reply?.member("respcode") == "43", "\(path)")
        }
    }

    @Test(
        "refuses a control character in the name of an order",
        arguments: [#"a\u0000b"#, #"\u001b[2J"#, #"a\u009b2J"#, #"a\n"#, #"\u007f"#])
    func controlCharacters(_ order: String) {
        for (path, fields) in [
            ("/voidByOrderId", ""), ("/refund", "\"retref\":\"21741462054321\","),
        ] {
            let reply = decode(path, fields + "\"orderid\":\"\(order)\"").reply
            #expect(reply?.member("respcode") == "34", "\(path)")
        }
        let path = "/inquireByOrderid/a\u{9B}2J/\(Samples.merchid)"
        let reply = Samples.live.decode(Samples.gateway("GET", path)).reply
        #expect(reply?.member("respcode") == "29")
    }

    @Test("takes all if no amount is sent, and a void or refund if it is 0")
    func wholes() {
        for amount in ["null", "\"\"", "\"0\"", "0", "\"0.00\""] {
            let fields = "\"retref\":\"21741462054321\",\"amount\":\(amount)"
            guard case .cancel(let cancel) = decode("/void", fields).command else {
                Issue.record("no void")
                continue
            }
            #expect(cancel.amount == nil)
            guard case .refund(let refund) = decode("/refund", fields).command else {
                Issue.record("no refund")
                continue
            }
            #expect(refund.amount == nil)
        }
        guard case .capture(let capture) = decode("/capture", "\"retref\":21741462054321").command
        else {
            Issue.record("no capture")
            return
        }
        #expect(capture.amount == nil && capture.replacesEarlier && !capture.isFinal)
    }

    @Test(
        "counts a void of a part, and a refund under its order, once, however often it is sent",
        arguments: [
            (
                "/void", "\"retref\":\"21741462054321\",\"amount\":\"1.00\"",
                "void/21741462054321/1.00 USD"
            ),
            ("/voidByOrderId", "\"orderid\":\"o-1\",\"amount\":100", "void-by-order/o-1/1.00 USD"),
            ("/void", "\"retref\":\"21741462054321\"", nil),
            ("/voidByOrderId", "\"orderid\":\"o-1\",\"amount\":\"0\"", nil),
            ("/capture", "\"retref\":\"21741462054321\",\"amount\":\"1.00\"", nil),
            ("/refund", "\"retref\":\"21741462054321\",\"amount\":\"1.00\"", nil),
            (
                "/refund",
                "\"retref\":\"21741462054321\",\"amount\":\"1.00\",\"orderid\":\"b-1\"",
                "refund/21741462054321/b-1/1.00 USD"
            ),
            (
                "/refund", "\"retref\":\"21741462054321\",\"orderid\":\"b-1\"",
                "refund/21741462054321/b-1/all"
            ),
        ] as [(String, String, String?)])
    func partsOnce(_ path: String, _ fields: String, _ rule: String?) {
        guard case .command(_, let name, _, _) = decode(path, fields) else {
            Issue.record("no command")
            return
        }
        #expect(name.repetition.duplicates?.name == rule)
        #expect(name.repetition.duplicates?.seconds == rule.map { _ in 300 })
    }

    @Test("gives a refund the name of its order, by which it can be asked for, and no other one")
    func names() {
        for order in ["back-1", nil] {
            let fields = "\"retref\":\"21741462054321\",\"orderid\":\"\(order ?? "")\""
            guard case .command(_, let name, _, _) = decode("/refund", fields) else {
                Issue.record("no refund")
                continue
            }
            #expect(name.clientName == order)
        }
    }

    @Test(
        "does not say a card number again that was sent as a retref, but every retref",
        arguments: [
            ("4111111111111111", ""), ("4111 1111 1111 1111", ""), ("4111-1111-1111-1111", ""),
            ("4222222222222", ""), ("3643-8999-9600-16", ""), ("23221", "23221"),
            ("CCSDK", "CCSDK"), ("363168161558", "363168161558"),
            ("36438999960016", "36438999960016"),
        ])
    func cardNumberAsRetref(_ retref: String, _ wanted: String) throws {
        var reply = decode("/capture", "\"retref\":\"\(retref)\"")
        if let exchange = reply.exchange {
            reply = .reply(Samples.live.encode(.failure(.paymentNotFound), for: exchange))
        }
        #expect(reply.reply?.member("respcode") == "29")
        #expect(reply.reply?.member("retref") == wanted)
    }

    @Test("has a retref of its own where money goes back, and none elsewhere")
    func numbers() {
        let wanted = ["/capture": false, "/void": false, "/refund": true]
        for (path, isNumbered) in wanted {
            guard
                case .command(_, let name, _, _) = decode(path, "\"retref\":\"21741462054321\"")
            else {
                Issue.record("\(path)")
                continue
            }
            #expect((name.number != nil) == isNumbered)
        }
    }

    @Test("refunds what is settled alone, unless the merchant may more")
    func settledOnly() {
        let request = Samples.gateway(
            "PUT", "/refund", "{\"merchid\":\"1\",\"retref\":\"21741462054321\"}")
        let free = CardPointeDialect(isSandbox: false, refundsUnsettled: true)
        for (dialect, wanted) in [(Samples.live, true), (free, false)] {
            guard case .refund(let refund) = dialect.decode(request).command else {
                Issue.record("no refund")
                continue
            }
            #expect(refund.requiresSettlement == wanted)
        }
    }

    @Test("lists as much of an order as it says, and of more nothing")
    func manyOfOneOrder() throws {
        let request = Samples.gateway("GET", "/inquireByOrderid/o-1/\(Samples.merchid)")
        let exchange = try #require(Samples.live.decode(request).exchange)
        for (name, code) in [("most", nil), ("too-many", "63")] as [(String, String?)] {
            let found = FoundSamples.named(name)
            let reply = Samples.live.encode(.success(.found(found)), for: exchange)
            #expect(reply.member("respcode") == code)
            guard code == nil else { continue }
            #expect(try JSONValue(reading: reply.body).elements?.count == found.count)
        }
    }

    @Test("keeps no card number as the name of a refund's order")
    func maskedOrder() {
        let fields = "\"retref\":\"21741462054321\",\"orderid\":\"4111111111111111\""
        guard case .refund(let refund) = decode("/refund", fields).command else {
            Issue.record("no refund")
            return
        }
        #expect(refund.orderReference == "XXXXXXXXXXXX1111")
    }

    @Test(
        "asks for the last day of that name that is not in the future",
        arguments: [
            ("1121", "2026-11-21"), ("1122", "2025-11-22"), ("0101", "2026-01-01"),
            ("0229", "2024-02-29"), ("1231", "2025-12-31"),
        ])
    func days(_ date: String, _ wanted: String) {
        let request = Samples.gateway("GET", "/settlestat?merchid=1&date=\(date)")
        guard case .listBatches(let list) = Samples.live.decode(request).command,
            case .closed(let from, let to) = list.selection
        else {
            Issue.record("no question")
            return
        }
        #expect(list.numbers == TransactionNumber.fourteenDigits)
        #expect(from.iso8601.hasPrefix(wanted))
        #expect(to.milliseconds(since: from) == 86_400_000)
    }

    @Test(
        "asks for the last seven days if the merchid is all that is named",
        arguments: ["", "&date="])
    func merchidAlone(_ rest: String) {
        let request = Samples.gateway("GET", "/settlestat?merchid=1\(rest)")
        guard case .listBatches(let list) = Samples.live.decode(request).command,
            case .closed(let from, let to) = list.selection
        else {
            Issue.record("no question")
            return
        }
        #expect(from == Samples.now.adding(seconds: -7 * 86_400))
        #expect(to > Samples.now)
    }

    @Test(
        "refuses a question for a wrong day or batch",
        arguments: [
            ("merchid=1&date=1301", "34"), ("merchid=1&date=0230", "34"),
            ("merchid=1&date=121", "34"), ("merchid=1&batchid=x", "34"), ("date=1121", "21"),
            ("merchid=1&date=1121&date=1121", nil), ("merchid=%", nil),
        ] as [(String, String?)])
    func badQuestions(_ query: String, _ code: String?) {
        let reply = Samples.live.decode(Samples.gateway("GET", "/settlestat?\(query)")).reply
        #expect(reply != nil)
        #expect(reply?.member("respcode") == code)
        if code == nil { #expect(reply?.status == 400) }
    }

    @Test("does not say a card number again that was sent as the name of an order")
    func cardNumberAsOrder() throws {
        let number = "4111111111111111"
        let path = "/inquireByOrderid/\(number)/\(Samples.merchid)"
        for request in [
            decode("/voidByOrderId", "\"orderid\":\"\(number)\""),
            Samples.live.decode(Samples.gateway("GET", path, "")),
        ] {
            guard case .command(let command, _, _, let exchange) = request else {
                Issue.record("no command")
                continue
            }
            // The name that is looked for stays whole: a masked one could be another order's.
            switch command {
            case .cancel(let cancel): #expect(cancel.reference == .order(number, card: nil))
            case .inquire(let inquire):
                #expect(inquire.orderReference == number)
                #expect(inquire.limit == CardConnectLimits.transactionsPerOrder + 1)
            default: Issue.record("another command")
            }
            let reply = Samples.live.encode(.failure(.paymentNotFound), for: exchange)
            #expect(reply.member("respcode") == "29")
            #expect(!String(decoding: reply.body, as: UTF8.self).contains(number))
        }
    }

    @Test(
        "keeps no order in the clear that is a card number with spaces or hyphens",
        arguments: ["4111 1111 1111 1111", "4111-1111-1111-1111"])
    func groupedCardNumberAsOrder(_ order: String) {
        let masked = Samples.live.maskedOrder(order)
        #expect(masked == "XXXXXXXXXXXXXXX1111")
    }
}
