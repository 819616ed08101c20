import StrictCoding
import DialectKit
@_spi(CardData) import PaymentDomain
import Testing

@testable import CardConnect

@Suite("auth", .timeLimit(.minutes(5)))
struct AuthorizationTests {
    private func authorize(_ fields: [String: String]) -> AuthorizeCommand? {
        Samples.sandbox.decode(Samples.auth(fields)).authorize
    }

    private func code(_ fields: [String: String]) -> String? {
        Samples.sandbox.decode(Samples.auth(fields)).reply?.member("respcode")
    }

    @Test(
        "reads an amount with a point in major units and without one in minor units",
        arguments: [
            ("\"1000\"", 1000), ("\"10.00\"", 1000), ("\"10.0\"", 1000), ("500", 500),
            ("5.00", 500), ("5.0", 500), ("\"0\"", 0), ("0", 0), ("\"0.00\"", 0), ("\"-0\"", 0),
            ("\"00000000000100\"", 100), ("\"99999999999999\"", nil),
            ("\"9999999999.99\"", 999_999_999_999), ("\"10000000000.00\"", nil),
            ("\"14.999\"", nil), ("\"14.990\"", nil), ("\"1,00\"", nil), ("\"+1\"", nil),
            ("\"1e2\"", nil), ("1e2", nil), ("\"5.\"", nil), ("\".50\"", nil), ("\" 1\"", nil),
            ("\"ten\"", nil), ("\"--1\"", nil), ("\"1-\"", nil), ("\"\"", nil), ("null", nil),
            ("\"０\"", nil), ("\"1.2.3\"", nil), ("true", nil), ("\"-\"", nil), ("\".\"", nil),
            ("\"000000000000100\"", nil),
        ] as [(String, Int64?)])
    func amounts(_ amount: String, _ units: Int64?) {
        let command = authorize(["amount": amount])
        #expect(command?.amount?.minorUnits == units)
        if units == nil { #expect(code(["amount": amount]) == "43") }
        #expect(command?.checksCardOnly ?? (units == 0) == (units == 0))
    }

    @Test("of less than nothing is a forced credit", arguments: ["\"-500\"", "\"-5.00\"", "-5.00"])
    func credits(_ amount: String) {
        guard
            case .credit(let credit) = Samples.sandbox.decode(Samples.auth(["amount": amount]))
                .command
        else {
            Issue.record("no credit")
            return
        }
        #expect(credit.amount == Samples.dollars(500))
    }

    @Test("of a currency without decimals knows no point")
    func yen() throws {
        let yen = try #require(Currency(code: "JPY"))
        #expect(CardPointeAmount("1500", yen)?.money.minorUnits == 1500)
        #expect(CardPointeAmount("15.00", yen) == nil)
    }

    @Test("captures at once on request, but never nothing")
    func captures() {
        for word in ["\"Y\"", "\"y\"", "true"] {
            #expect(authorize(["capture": word])?.capturesAtOnce == true)
            #expect(authorize(["capture": word, "amount": "0"])?.capturesAtOnce == false)
        }
        for word in ["\"N\"", "\"n\"", "null", "\"\"", "false"] {
            #expect(authorize(["capture": word])?.capturesAtOnce == false)
        }
        for word in ["\"Yes\"", "\"1\"", "1", "0", "\"maybe\""] {
            #expect(code(["capture": word]) == "34")
        }
    }

    @Test(
        "reads every form of an expiry, and refuses an invalid one",
        arguments: [
            ("\"0731\"", nil), ("\"20317\"", nil), ("203107", nil), ("\"20310731\"", nil),
            ("\"07/31\"", "15"), ("\"1331\"", "34"), ("\"731\"", "34"), ("\"20310732\"", "34"),
            ("\"203113\"", "34"), ("\"203107311\"", "34"),
        ] as [(String, String?)])
    func expiries(_ expiry: String, _ wanted: String?) {
        #expect(code(["expiry": expiry]) == wanted)
        guard wanted == nil, case .token(_, _, let read, _) = authorize(["expiry": expiry])?.source
        else { return }
        #expect(read == CardExpiry(year: 2031, month: 7))
    }

    @Test(
        "answers a bad field with the gateway's own code",
        arguments: [
            ("account", "\"4111111111111112\"", "13"), ("account", "\"411111111111\"", "13"),
            ("account", "\"4111\"", "11"), ("account", "null", "11"), ("account", "\"abc\"", "11"),
            ("account", "\"124001545/1231\"", "48"), ("account", "\"0000000000000000\"", "33"),
            ("cvv2", "\"12x\"", "14"), ("cvv2", "\"12\"", "34"), ("currency", "\"EUR\"", "32"),
            ("currency", "\"ZZZ\"", "31"), ("merchid", "null", "21"), ("merchid", "\"\"", "21"),
            ("merchid", "\"12345678901234567\"", "21"), ("postal", "\"1234567890\"", "17"),
            ("track", "\"%B4\"", "12"), ("bankaba", "\"124001545\"", "48"),
            ("accttype", "\"ECHK\"", "48"), ("ecomind", "\"B\"", "48"),
            ("profile", "\"1/1\"", "34"),
            ("profile", "\"9418594164541111x\"", "96"), ("profile", "\"1/1000\"", "96"),
            ("securevalue", "\"AAAA\"", "34"),
            ("orderid", "\"\(String(repeating: "o", count: 51))\"", "34"),
            ("authcode", "\"123456789\"", "34"),
            ("name", "\"\(String(repeating: "n", count: 256))\"", "34"),
            ("orderid", #""a\u0000b""#, "34"), ("orderid", #""\u001b[2J""#, "34"),
            ("orderid", "\"a\u{9B}2J\"", "34"), ("authcode", #""12\u0000""#, "34"),
        ])
    func badFields(_ name: String, _ value: String, _ wanted: String) {
        #expect(code([name: value]) == wanted)
    }

    @Test(
        "answers what is no request with HTTP 400 and the body of Spring",
        arguments: [
            "", "[]", "[{\"merchid\":\"1\"}]", "\"x\"", "{\"merchid\":", "{\"merchid\":{}}",
            "{\"a\":1,\"a\":2}", String(repeating: "[", count: 5000),
            String(repeating: "{\"a\":", count: 5000),
        ])
    func notRequests(_ json: String) throws {
        let reply = try #require(
            Samples.sandbox.decode(Samples.gateway("PUT", "/auth", json)).reply)
        #expect(reply.status == 400)
        #expect(reply.member("status") == "400")
        #expect(reply.member("path") == "/cardconnect/rest/auth")
    }

    @Test("takes nulls for absent, numbers for texts, and leaves unknown fields alone")
    func quirks() throws {
        let plain = try #require(authorize([:]))
        let odd = try #require(
            authorize([
                "merchid": "496160873888", "account": "9418594164541111", "expiry": "null",
                "name": "null", "cvv2": "null", "currency": "null", "orderid": "null",
                "frontendid": "\"x\"", "userfields": "[{\"a\":\"b\"},{\"c\":{\"d\":[1]}}]",
                "items": "[]", "ssnl4": "null",
            ]))
        #expect(odd.orderReference == plain.orderReference)
        #expect(odd.billing == plain.billing)
        guard case .token(let id, let handle, nil, nil) = odd.source else {
            Issue.record("no token")
            return
        }
        #expect(id.value == "9418594164541111")
        #expect(handle.value == "9418594164541111")
    }

    @Test("names an order by its retref if it has no name")
    func order() {
        let command = authorize([:])
        #expect(command?.orderReference == "21741462054321")
        #expect(authorize(["orderid": "\"A-1\""])?.orderReference == "A-1")
        #expect(
            authorize(["orderid": "\"4111111111111111\""])?.orderReference == "XXXXXXXXXXXX1111")
    }

    @Test("uses no prior approval without an amount")
    func voice() {
        #expect(authorize(["authcode": "\"654321\""])?.priorApproval?.code == "654321")
        #expect(code(["authcode": "\"654321\"", "amount": "0"]) == "43")
        #expect(authorize(["authcode": "null"])?.priorApproval == nil)
    }

    /// securevalue for a Visa card, and what comes of it: nil is PPS 34.
    static let secureValues: [(String, [UInt8]?)] = [
        ("5ufo6err7O3u7/Dx8vP09fb3+Pk=", [UInt8](0xE6...0xF9)),
        ("5ufo6err7O3u7/Dx8vP09fb3+Pk", [UInt8](0xE6...0xF9)),
        ("e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9", [UInt8](0xE6...0xF9)),
        ("E6E7E8E9EAEBECEDEEEFF0F1F2F3F4F5F6F7F8F9", [UInt8](0xE6...0xF9)),
        // base64 of the base64.
        ("NXVmbzZlcnI3TzN1Ny9EeDh2UDA5ZmIzK1BrPQ==", nil), ("AA==", nil), ("AAAAAAA=", nil),
        ("AAAAAAAAAAAAAAAAAAAAAAAAAAAA", nil), (String(repeating: "g", count: 40), nil),
        (String(repeating: "aa", count: 40), nil), (String(repeating: "A", count: 54), nil),
        ("!", nil),
    ]

    @Test(
        "brings a cryptogram of 20 bytes in base64 or hexadecimal, and is refused with any other",
        arguments: secureValues)
    func cryptograms(_ text: String, _ bytes: [UInt8]?) {
        let fields = ["account": "\"4111111111111111\"", "securevalue": "\"\(text)\""]
        guard let bytes else {
            for amount in ["14.99", "0"] {
                #expect(code(fields.merging(["amount": amount]) { $1 }) == "34")
            }
            return
        }
        guard case .keyed(let card) = authorize(fields)?.source else {
            Issue.record("no card")
            return
        }
        #expect(card.cryptogram?.withBytes { $0 } == bytes)
        #expect(card.isCryptogramForOneUse)
    }

    @Test(
        "brings American Express's cryptogram of one block or two",
        arguments: [(20, true), (40, true), (19, false), (21, false), (39, false)])
    func blocks(count: Int, isTaken: Bool) {
        let value = Base64.encode([UInt8](repeating: 7, count: count))
        let fields = ["account": "\"371449635398431\"", "securevalue": "\"\(value)\""]
        #expect((authorize(fields) != nil) == isTaken)
        #expect((code(fields) == "34") != isTaken)
    }

    @Test("that checks the card alone uses up no cryptogram", arguments: ["\"0\"", "\"14.99\""])
    func checkedCryptogram(_ amount: String) throws {
        let command = authorize([
            "account": "\"4111111111111111\"", "amount": amount, "secureflag": "\"05\"",
            "securevalue": "\"AAAAAAAAAAAAAAAAAAAAAAAAAAA=\"",
        ])
        let isCheck = amount == "\"0\""
        #expect(command?.checksCardOnly == isCheck)
        guard case .keyed(let card) = command?.source else {
            Issue.record("no card")
            return
        }
        #expect((card.cryptogram == nil) == isCheck)
        #expect((card.eci == nil) == isCheck)
    }

    @Test("hands on address and contacts, with the documented defaults")
    func billing() throws {
        let command = try #require(
            authorize([
                "name": "\"Jane Q Doe\"", "address": "\"1 Main St\"", "postal": "\"55555-1234\"",
                "country": "\"CA\"", "email": "\"a@b.c\"",
            ]))
        #expect(command.billing.firstName == "Jane Q")
        #expect(command.billing.lastName == "Doe")
        #expect(command.billing.postalCode == "555551234")
        #expect(command.billing.country == "CA")
        #expect(authorize([:])?.billing.postalCode == "55555")
        #expect(authorize([:])?.billing.country == "US")
    }

    @Test("refuses no one part of an approval unless configured")
    func partialApproval() {
        let strict = CardPointeDialect(isSandbox: false, allowsPartialApproval: false)
        #expect(strict.decode(Samples.auth()).authorize?.allowsPartialApproval == false)
        #expect(Samples.live.decode(Samples.auth()).authorize?.allowsPartialApproval == true)
    }
}
