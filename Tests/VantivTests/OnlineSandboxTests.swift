import DialectKit
import PaymentDomain
import Testing

@testable import Vantiv

@Suite("Vantiv's own test values", .timeLimit(.minutes(5)))
struct OnlineSandboxTests {
    private func card(_ number: String, amount: String = "1499", order: String = "o1") -> String {
        """
        <authorization \(OnlineSamples.attributes)><orderId>\(order)</orderId>\
        <amount>\(amount)</amount><orderSource>ecommerce</orderSource>\
        <card><type/><number>\(number)</number><expDate>1212</expDate></card></authorization>
        """
    }

    private func applePay(amount: String, order: String = "o1") -> String {
        """
        <authorization \(OnlineSamples.attributes)><orderId>\(order)</orderId>\
        <amount>\(amount)</amount><orderSource>applepay</orderSource>\(OnlineSamples.applePay)\
        </authorization>
        """
    }

    /// A card, the verdict, and the code that a decline then has.
    static let cards: [(String, SandboxScript.Verdict?, VantivCode?)] = [
        ("4470330769941000", .approve, nil), ("4658512425423010", .approvePart(1199), nil),
        ("4886883711815100", .decline(.unableToRoute), .processingNetworkUnavailable),
        ("4215176886320101", .decline(.issuerUnavailable), .issuerUnavailable),
        ("4488282659650110", .decline(.insufficientFunds), .insufficientFunds),
        ("4111111111111111", nil, nil), ("4457010000000009", nil, nil),
    ]

    @Test("in the last three digits of a card", arguments: cards)
    func suffix(
        _ number: String, _ verdict: SandboxScript.Verdict?, _ code: VantivCode?
    ) throws {
        let decoded = OnlineSamples.decode(
            card(number), in: "12.50", by: OnlineSamples.sandbox)
        let script = try #require(decoded.authorize?.script)
        #expect(script.verdict == verdict)
        #expect(script.ignoresExpiry)
        #expect(decoded.exchange?.magic?.decline == code)
    }

    @Test("choose the check of the address, and of the security code")
    func checks() throws {
        let address = OnlineSamples.decode(
            card("4200410886320101"), in: "12.50", by: OnlineSamples.sandbox)
        #expect(address.authorize?.script?.address == .postalCodeOnly)
        #expect(address.exchange?.magic?.address == "10")
        let script = try #require(address.authorize?.script)
        #expect(script.setsChecks)
    }

    /// An amount with Apple Pay, and the verdict.
    static let amounts: [(String, SandboxScript.Verdict?)] = [
        ("000", .approve), ("010", .approvePart(8)), ("100", .decline(.unableToRoute)),
        ("101", .decline(.issuerUnavailable)), ("110", .decline(.insufficientFunds)),
        ("111", nil), ("1100", nil), ("10", nil), ("305", nil),
    ]

    @Test("in an amount of three digits, with Apple Pay alone", arguments: amounts)
    func amount(_ amount: String, _ verdict: SandboxScript.Verdict?) throws {
        let decoded = OnlineSamples.decode(
            applePay(amount: amount), in: "12.50", by: OnlineSamples.sandbox)
        #expect(try #require(decoded.authorize?.script).verdict == verdict)
        let keyed = OnlineSamples.decode(
            card("4111111111111111", amount: amount), in: "12.50", by: OnlineSamples.sandbox)
        #expect(try #require(keyed.authorize?.script).verdict == nil)
    }

    /// The number of a transaction that is named that is not in our books, and the code.
    static let referenced: [(String, String)] = [
        ("123456789012345360", "360"), ("102948757348543822", "822"), ("123456000", "000"),
        ("123456001", "360"), ("7", "360"), ("1234567890123455555", "360"), ("362", "362"),
        // What may be a number of ours, of a request that was refused, says nothing; one of next month is none of ours.
        ("217414620123654000", "360"), ("217000000000654000", "360"), ("190000000000654110", "360"),
        ("220000000000654000", "000"), ("120000000000654110", "110"),
    ]

    @Test("in the number of a transaction that is not in our database", arguments: referenced)
    func number(_ number: String, _ code: String) throws {
        for transaction in [VantivTransaction.capture, .credit, .void, .authReversal] {
            let good = try #require(OnlineSamples.transactions[transaction])
            let request = good.replacing("217000000000654321", with: number)
            for version in ["9.14", "12.50"] {
                let decoded = OnlineSamples.decode(request, in: version, by: OnlineSamples.sandbox)
                let exchange = try #require(decoded.exchange)
                let reply = OnlineSamples.sandbox.encode(
                    .failure(.paymentNotFound), for: exchange)
                #expect(reply.outcomeCode == code)
                let real = OnlineSamples.sandbox.encode(.failure(.wrongState), for: exchange)
                #expect(real.outcomeCode == "360")
                let production = OnlineSamples.production.encode(
                    .failure(.paymentNotFound), for: exchange)
                #expect(production.outcomeCode == "360")
            }
        }
    }

    /// What is given up of a hold of which nothing is left, in cents, a version, and the code in a sandbox.
    static let reversals: [(String?, String, String)] = [
        ("20020", "12.0", "000"), ("20020", "12.50", "000"), ("5005", "12.50", "000"),
        ("5005", "11.4", "111"), ("20021", "12.50", "111"),
        (nil, "12.50", "111"), ("20020", "11.4", "111"), ("20020", "9.14", "111"),
    ]

    @Test("take the double release of order 35 for done, from 12 on", arguments: reversals)
    func reversalOfOrder35(_ amount: String?, _ version: String, _ code: String) throws {
        let good = try #require(OnlineSamples.transactions[.authReversal])
        let more = amount.map { "<amount>\($0)</amount>" } ?? ""
        let request = good.replacing("</authReversal>", with: "\(more)</authReversal>")
        for dialect in [OnlineSamples.sandbox, OnlineSamples.production] {
            let decoded = OnlineSamples.decode(request, in: version, by: dialect)
            let exchange = try #require(decoded.exchange)
            let reply = dialect.encode(.failure(.depleted), for: exchange)
            #expect(reply.outcomeCode == (dialect.isSandbox ? code : "111"))
            let tooMuch = dialect.encode(.failure(.amountExceeded), for: exchange)
            #expect(tooMuch.outcomeCode == "336")
        }
    }

    @Test("do nothing in production")
    func production() throws {
        for request in [card("4488282659650110"), applePay(amount: "110")] {
            let decoded = OnlineSamples.decode(request, in: "12.50")
            let command = try #require(decoded.authorize)
            #expect(command.script == nil)
            #expect(decoded.exchange?.magic == nil)
        }
        for row in CertificationRow.table {
            let request = card(row.card, amount: "10100", order: row.order)
            let decoded = OnlineSamples.decode(request, in: "9.14")
            #expect(try #require(decoded.authorize).script == nil)
        }
    }

    @Test("never call a decline what the issuer approved, nor the other way round")
    func disobeyed() throws {
        let decoded = OnlineSamples.decode(
            card("4488282659650110"), in: "12.50", by: OnlineSamples.sandbox)
        let exchange = try #require(decoded.exchange)
        let approved = try #require(OnlineResults.named("approved", order: "o1"))
        #expect(OnlineSamples.sandbox.encode(approved, for: exchange).outcomeCode == "000")
        let unknown = try #require(OnlineResults.named("unknown", order: "o1"))
        #expect(OnlineSamples.sandbox.encode(unknown, for: exchange).outcomeCode == "370")
    }

    @Test("have a path that says that the sandbox lives, to who has no password")
    func status() throws {
        let path = "/sandbox/status"
        let route = try #require(OnlineSamples.sandbox.routes.first { $0.path == path })
        let head = RequestHead(
            route: route, parameters: [:], query: "", headers: [], receivedAt: OnlineSamples.now)
        let decoded = OnlineSamples.sandbox.decode(DialectRequest(head: head, body: []))
        guard case .reply(let reply) = decoded else {
            Issue.record("no reply")
            return
        }
        #expect(reply.status == 200 && reply.body == Array("live\n".utf8))
        #expect(!OnlineSamples.production.routes.contains { $0.path == path })
    }

    @Test("find the transaction of a query by a test name, if nothing has it")
    func query() throws {
        let good = try #require(OnlineSamples.transactions[.queryTransaction])
        for (name, code, count) in [
            ("orgId0", "151", "0"), ("orgId2", "150", "2"), ("x2", "151", "0"),
        ] {
            let decoded = OnlineSamples.decode(
                good.replacing(">a0<", with: ">\(name)<"), in: "12.50", by: OnlineSamples.sandbox)
            let exchange = try #require(decoded.exchange)
            let reply = OnlineSamples.sandbox.encode(.success(.found([])), for: exchange)
            #expect(reply.outcomeCode == code)
            #expect(
                value(of: "matchCount", in: String(decoding: reply.body, as: UTF8.self)) == count)
        }
    }
}
