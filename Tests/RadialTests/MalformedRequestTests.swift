import DialectKit
import Testing

@testable import Radial

/// One change to a good request, and the Fault that it must get.
struct MalformedRequest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let find: String
    let replace: String
    let status: Int
    let code: RadialFault.Code
    let reason: String

    init(
        _ name: String, _ find: String, _ replace: String, _ reason: String,
        _ code: RadialFault.Code = .invalidRequest, status: Int = 400
    ) {
        testDescription = name
        self.find = find
        self.replace = replace
        self.status = status
        self.code = code
        self.reason = reason
    }
}

private let documents: [MalformedRequest] = [
    .init("a DTD", "<Credit", "<!DOCTYPE x><Credit", "xml-doctype", .malformedRequest),
    .init(
        "an entity of its own", "<Credit", "<!DOCTYPE x [<!ENTITY e 'x'>]><Credit", "xml-doctype",
        .malformedRequest),
    .init("an unknown entity", ">ORDER3<", ">&e;<", "xml-entity", .malformedRequest),
    .init("a body cut short", "</CreditCardAuthRequest>", "", "xml-malformed", .malformedRequest),
    .init("something after the end", "Request>", "Request>x", "xml-malformed", .malformedRequest),
    .init(
        "a declaration behind an empty line", "<Credit", "\n<?xml version='1.0'?><Credit",
        "xml-late-declaration", .malformedRequest),
    .init("XML 1.1", "<Credit", "<?xml version='1.1'?><Credit", "xml-version", .malformedRequest),
    .init(
        "another encoding", "<Credit", "<?xml version='1.0' encoding='UTF-16'?><Credit",
        "xml-encoding", .malformedRequest),
    .init("another root", "CreditCardAuthRequest", "AuthRequest", "wrong-root", .malformedRequest),
    .init(
        "another namespace", "checkout/1.0", "checkout/2.0", "wrong-namespace", .malformedRequest),
    .init(
        "no namespace", " xmlns=\"http://api.gsicommerce.com/schema/checkout/1.0\"", "",
        "wrong-namespace", .malformedRequest),
]

private let fields: [MalformedRequest] = [
    .init("no requestId", " requestId=\"req-3\"", "", "missing-attribute"),
    .init("an empty requestId", "req-3", "", "value-too-short"),
    .init(
        "a requestId of 41 characters", "req-3", String(repeating: "x", count: 41), "value-too-long"
    ),
    .init("an unknown attribute", " requestId", " color=\"red\" requestId", "unexpected-attribute"),
    .init("no OrderId", "<OrderId>ORDER3</OrderId>", "", "missing-element"),
    .init("an empty OrderId", ">ORDER3<", "><", "value-too-short"),
    .init(
        "an OrderId of 21 characters", "ORDER3", String(repeating: "1", count: 21), "value-too-long"
    ),
    .init("an escape sequence in OrderId", "ORDER3", "O&#x9B;2J", "malformed-value"),
    .init("a line break in OrderId", "ORDER3", "O\n3", "malformed-value"),
    .init("OrderId twice", "<OrderId>", "<OrderId>1</OrderId><OrderId>", "repeated-element"),
    .init("an unknown element", "<OrderId>", "<Color>red</Color><OrderId>", "unexpected-element"),
    .init("a wrong order", "<Version>EC_v1</Version>", "", "missing-element"),
    .init(
        "a wallet with both keys", "<PublicKeyHash>",
        "<WrappedKey>QUJD</WrappedKey><PublicKeyHash>",
        "unexpected-element"),
    .init(
        "a wallet with both keys, the other first", "<EphemeralPublicKey>",
        "<WrappedKey>QUJD</WrappedKey><EphemeralPublicKey>", "unexpected-element"),
    .init(
        "ApplicationData out of its place", "<Data>",
        "<ApplicationData>94ee0593</ApplicationData><Data>", "unexpected-element"),
    .init("no wallet", "WalletPaymentInformation>", "Wallet>", "missing-element"),
    .init("an empty token field", ">GcUsL3ZgQVf9Raf7fBY+0A==<", "> \n <", "value-too-short"),
    .init("text between elements", "<OrderId>", "hello<OrderId>", "unexpected-text"),
    .init("a blank address line", ">123 Main St<", "><", "value-too-short"),
    .init("white space for an address line", ">123 Main St<", "> \n <", "value-too-short"),
    .init(
        "white space for a second line", "</Line1>", "</Line1><Line2> </Line2>", "value-too-short"),
    .init(
        "an empty fourth line", "</Line1>", "</Line1><Line4></Line4>", "value-too-short"),
    .init("white space for a city", ">Philadelphia<", ">\t<", "value-too-short"),
    .init("white space for a country", ">US<", ">  <", "value-too-short"),
    .init("white space for a postal code", ">19019<", "> <", "value-too-short"),
    .init(
        "an address line of 71 characters", ">123 Main St<",
        ">\(String(repeating: "x", count: 71))<", "value-too-long"),
    .init("no city", "<City>Philadelphia</City>", "", "missing-element"),
    .init("a country of one letter", ">US<", ">U<", "value-too-short"),
    .init("no mail address", ">customer@sample.com<", "><", "value-too-short"),
    .init("an address of version 6", "208.247.73.130", "2001:db8::1", "malformed-ip-address"),
    .init("a wrong address", "208.247.73.130", "208.247.73.256", "malformed-ip-address"),
    .init("a wrong boolean", ">false<", ">no<", "malformed-boolean"),
    .init("a wrong SchemaVersion", ">1.2<", ">1.x<", "malformed-value"),
    .init("an overlong SchemaVersion", ">1.2<", ">1.9999999999<", "malformed-value"),
    .init(
        "SchemaVersion twice", "<Features>", "<SchemaVersion>1.2</SchemaVersion><Features>",
        "repeated-element"),
    .init("something after Features", "</Features>", "</Features><X/>", "unexpected-element"),
]

private let amounts: [MalformedRequest] = [
    .init("no number", "14.99", "abc", "malformed-amount", .invalidAmount),
    .init("a comma", "14.99", "14,99", "malformed-amount", .invalidAmount),
    .init("three decimals", "14.99", "14.999", "too-many-decimals", .invalidAmount),
    .init("a negative amount", "14.99", "-14.99", "negative-amount", .invalidAmount),
    .init("too large an amount", "14.99", "99999999999.99", "amount-too-large", .invalidAmount),
    .init("an unknown currency", "USD", "XYZ", "unknown-currency", .invalidAmount),
    .init("a currency in small letters", "USD", "usd", "unknown-currency", .invalidAmount),
    .init("no currency", " currencyCode=\"USD\"", "", "missing-attribute"),
    .init("an empty amount", "14.99", "", "value-too-short"),
    .init("decimals of yen", "USD\">14.99", "JPY\">14.99", "too-many-decimals", .invalidAmount),
]

@Suite("A malformed request", .timeLimit(.minutes(5)))
struct MalformedRequestTests {
    private let dialect = RadialDialect()

    @Test("gets a Fault of its own", arguments: documents + fields + amounts)
    func fault(_ row: MalformedRequest) throws {
        let good = Samples.body("authorize-wallet-amount-declined")
        let bad = good.replacing(row.find, with: row.replace)
        try #require(good != bad)
        let fault = try #require(dialect.decode(Samples.request(.authorize, bad)).fault)
        let body = String(decoding: fault.body, as: UTF8.self)
        #expect(fault.status == row.status)
        #expect(fault.outcomeCode == row.reason)
        #expect(body.contains("<Code>\(row.code.rawValue)</Code>"))
        #expect(body.contains("<Description>[\(row.reason)] "))
    }

    @Test("too large gets 413")
    func tooLarge() throws {
        let body = "<a>" + String(repeating: " ", count: 262_144) + "</a>"
        let fault = try #require(dialect.decode(Samples.request(.settle, body, tender: "VC")).fault)
        #expect(fault.status == 413)
        #expect(fault.outcomeCode == "xml-too-large")
    }

    static let contentTypes: [(String?, Bool)] = [
        ("text/xml", true), ("application/xml", true), ("TEXT/XML; Charset=\"UTF-8\"", true),
        ("application/xml;charset=utf-8", true), (nil, true), ("", true),
        ("text/xml; boundary=x", true), ("application/json", false), ("text/plain", false),
        ("application/x-www-form-urlencoded", false), ("text/xml; charset=iso-8859-1", false),
        ("text/xmlx", false),
    ]

    @Test("is known by its content type, and one without is taken", arguments: contentTypes)
    func contentType(_ type: String?, _ isTaken: Bool) {
        let headers = type.map { [(name: "content-type", value: $0)] } ?? []
        let body = Samples.body("authorize-wallet-sample")
        let decoded = dialect.decode(Samples.request(.authorize, body, headers: headers))
        #expect(decoded.fault?.status == (isTaken ? nil : 415))
    }

    static let tenders: [(RadialOperation, String, Bool)] = [
        (.authorize, "DW", true), (.authorize, "dw", true), (.authorize, "VC", true),
        (.authorize, "Sm", true), (.authorize, "PY", false), (.authorize, "", false),
        (.cancel, "VC", true), (.cancel, "mc", true), (.cancel, "AM", true), (.cancel, "DC", true),
        (.cancel, "DW", false), (.cancel, "XX", false), (.settle, "DW", false),
        (.settle, "VC", true), (.settle, "vc", true), (.settle, "MC", false),
        (.settle, "SM", false),
        (.confirmFunds, "dw", false),
    ]

    @Test("is one whose tender does not fit its operation", arguments: tenders)
    func tender(_ operation: RadialOperation, _ tender: String, _ isTaken: Bool) throws {
        let names: [RadialOperation: String] = [
            .authorize: "authorize-wallet-sample", .cancel: "cancel", .settle: "settle-debit",
            .confirmFunds: "confirm-funds-available",
        ]
        let body = Samples.body(names[operation] ?? "")
        let fault = dialect.decode(Samples.request(operation, body, tender: tender)).fault
        #expect(fault?.outcomeCode == (isTaken ? nil : "invalid-tender-type"))
    }

    @Test("without a key or a store has no credential")
    func credential() {
        func location(_ headers: [(name: String, value: String)]) -> CredentialLocation {
            dialect.credential(in: Samples.request(.cancel, "", headers: headers).head)
        }
        guard case .missing = location([]), case .missing = location([("apikey", "")]),
            case .head = location([("apikey", "k")])
        else {
            Issue.record("wrong location")
            return
        }
    }
}
