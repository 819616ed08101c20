import DialectKit
import PaymentDomain
import Testing

@testable import CardConnect

@Suite("The test values of the test environment", .timeLimit(.minutes(5)))
struct SandboxTests {
    private let rapidConnect = CardPointeDialect(isSandbox: true, processors: [:])

    /// respcode of a request where the sandbox does as its script says; nil where the script says nothing.
    private func code(_ fields: [String: String], _ dialect: CardPointeDialect) throws -> String? {
        let decoded = dialect.decode(Samples.auth(fields))
        let exchange = try #require(decoded.exchange)
        guard let verdict = decoded.authorize?.script?.verdict else { return nil }
        var result = ScriptedResults.authorization("approved", "", nil)
        switch verdict {
        case .approve: break
        case .approvePart(let units): result.amountAuthorized = Samples.dollars(units)
        case .decline(let reason): result.outcome = .declined(reason)
        }
        return dialect.encode(.success(.authorization(result)), for: exchange).member("respcode")
    }

    @Test(
        "decline the cards that are to be declined, by number and by token",
        arguments: [
            ("4387751111111020", "01", "107"), ("4387751111111038", "05", "100"),
            ("4387751111111046", "54", "101"), ("4387751111111053", "NU", "500"),
            ("5442981111111023", "01", "107"), ("5442981111111056", "NU", "500"),
            ("6011000995511122", "01", "107"), ("6011000995511155", "NU", "500"),
            ("4999006200620062", "62", "62"), ("5111006200620062", "62", "62"),
            ("6465006200620062", "62", "62"), ("4387750101010101", "10", "002"),
        ])
    func cards(_ number: String, _ north: String, _ rapid: String) throws {
        let token = "9\(number.prefix(2))123456789\(number.suffix(4))"
        for account in [number, token] {
            let fields = ["account": "\"\(account)\""]
            #expect(try code(fields, Samples.sandbox) == north, "\(account)")
            #expect(try code(fields, rapidConnect) == rapid, "\(account)")
        }
    }

    @Test(
        "approve every other card",
        arguments: [
            "4111111111111111", "4788250000121443", "5454545454545454", "371449635398431",
            "36438999960016", "3528000000000007", "6011000995500000",
        ])
    func otherCards(_ number: String) throws {
        #expect(try code(["account": "\"\(number)\""], Samples.sandbox) == nil)
    }

    @Test(
        "decline with a code that an inquiry repeats, whatever reason the database has",
        arguments: [
            ("4999006200620062", "14.99"), ("4387751111111053", "14.99"),
            ("4387751111111020", "14.99"), ("4111111111111111", "1531.00"),
            ("4111111111111111", "1005.00"),
        ])
    func inquiries(_ number: String, _ amount: String) throws {
        for dialect in [Samples.sandbox, rapidConnect] {
            let fields = ["account": "\"\(number)\"", "amount": "\"\(amount)\""]
            // Not every amount names a code of both processors.
            guard let wanted = try code(fields, dialect) else { continue }
            let requested = try Money(decimal: amount, currency: .usd)
            let found = FoundSamples.transaction {
                $0.standing = .refused(.other)
                $0.payment?.state = .declined
                $0.payment?.amounts = PaymentAmounts()
                $0.payment?.requested = requested
                $0.payment?.issuerPrefix = String(number.prefix(6))
                $0.payment?.lastFour = String(number.suffix(4))
            }
            let question = Samples.gateway(
                "GET", "/inquire/\(FoundSamples.number)/\(Samples.merchid)")
            let exchange = try #require(dialect.decode(question).exchange)
            let reply = dialect.encode(.success(.found([found])), for: exchange)
            #expect(reply.member("respcode") == wanted)
            #expect(reply.member("setlstat") == "Declined")
            let live = Samples.live.encode(.success(.found([found])), for: exchange)
            #expect(live.member("respcode") == "51")
        }
    }

    @Test("give the test card its approval code, and others PPS and three digits")
    func approvalCodes() {
        let fields = ["account": "\"4788250000121443\""]
        let known = Samples.sandbox.decode(Samples.auth(fields)).authorize
        #expect(known?.script?.authorizationCode == "PPS009")
        let other = Samples.sandbox.decode(Samples.auth()).authorize
        #expect(other?.script?.authorizationCode == "PPS321")
        #expect(other?.script?.ignoresExpiry == true)
    }

    @Test("leave an approval from elsewhere the code that it was given, also of the test card")
    func voiceApprovals() {
        for account in ["4788250000121443", "4111111111111111"] {
            let fields = ["account": "\"\(account)\"", "authcode": "\"654321\""]
            let command = Samples.sandbox.decode(Samples.auth(fields)).authorize
            #expect(command?.script?.authorizationCode == "654321")
            #expect(command?.priorApproval?.code == "654321")
        }
    }

    @Test(
        "answer amounts of 1000 to 1999 dollars with the code that they name",
        arguments: [
            ("\"1005.00\"", "05", nil), ("\"100500\"", "05", nil), ("\"1054.00\"", "54", nil),
            ("\"1000.00\"", "00", nil), ("\"111695\"", nil, "116"), ("\"1116.00\"", nil, "116"),
            ("\"1500\"", nil, nil), ("\"1500.00\"", nil, "500"), ("\"1911.00\"", nil, "911"),
            ("\"1002.00\"", nil, "000"), ("\"999.99\"", nil, nil), ("\"2005.00\"", nil, nil),
            ("\"1999.00\"", nil, nil), ("\"1077.00\"", nil, nil),
        ] as [(String, String?, String?)])
    func amounts(_ amount: String, _ north: String?, _ rapid: String?) throws {
        #expect(try code(["amount": amount], Samples.sandbox) == north)
        #expect(try code(["amount": amount], rapidConnect) == rapid)
    }

    @Test(
        "check an address by the last three characters of its postal code",
        arguments: [
            ("10111", "A"), ("10201", "A"), ("K1C1A3", "A"), ("10112", "N"), ("10113", "Z"),
            ("10223", "W"), ("10224", "X"), ("10225", "Y"), ("55406", "Y"), ("10221", "U"),
            ("10207", "G"), ("10218", "R"), ("10205", "E"), ("10219", "S"), ("10228", "Q"),
            ("10204", "D"), ("10202", "B"), ("10203", "C"), ("10216", "P"), ("10209", "I"),
            ("10213", "M"), ("K1C 2B9", "M"), ("55999", "Z"),
        ])
    func addresses(_ postal: String, _ letter: String) throws {
        let decoded = Samples.sandbox.decode(Samples.auth(["postal": "\"\(postal)\""]))
        let exchange = try #require(decoded.exchange)
        #expect(exchange.magic.address == letter)
        #expect(decoded.authorize?.script?.address != nil)
    }

    @Test("check an address by a number in it too")
    func streets() throws {
        let decoded = Samples.sandbox.decode(Samples.auth(["address": "\"112 Main St\""]))
        #expect(decoded.exchange?.magic.address == "N")
    }

    @Test(
        "check a security code by its value",
        arguments: [("112", "M"), ("111", "N"), ("222", "P"), ("333", "U"), ("123", "M")])
    func securityCodes(_ value: String, _ letter: String) throws {
        let decoded = Samples.sandbox.decode(Samples.auth(["cvv2": "\"\(value)\""]))
        #expect(decoded.exchange?.magic.securityCode == letter)
    }

    @Test("are not looked at outside a sandbox")
    func live() throws {
        for fields in [
            ["account": "\"4387751111111020\""], ["amount": "\"1005.00\""],
            ["postal": "\"10112\"", "cvv2": "\"111\""],
        ] {
            let decoded = Samples.live.decode(Samples.auth(fields))
            #expect(decoded.authorize?.script == nil)
            #expect(decoded.exchange?.magic == CardPointeTestWords())
        }
        let refund = Samples.gateway(
            "PUT", "/refund",
            "{\"merchid\":\"1\",\"retref\":\"21741462054321\",\"amount\":\"1005.00\"}")
        #expect(Samples.live.decode(refund).command != nil)
        #expect(Samples.sandbox.decode(refund).reply?.member("respcode") == nil)
    }
}
