import DialectKit
import PaymentDomain
import Testing

@testable import NativeAPI

@Suite("A key of the JSON API", .timeLimit(.minutes(5)))
struct KeyTests {
    private static func head(_ fields: [(name: String, value: String)]) -> RequestHead {
        RequestHead(
            route: NativeOperation.findPayment.route, parameters: [:], query: "", headers: fields,
            receivedAt: Samples.now)
    }

    @Test(
        "is found in the head, and its name in the key",
        arguments: [
            ("Bearer csk_sandbox", "sandbox"), ("bearer  csk_shop-1_aZ0-_", "shop-1"),
            ("Basic csk_sandbox", nil), ("Bearer sandbox", nil), ("Bearer csk_", nil),
            ("Bearer csk__x", nil), ("Bearer csk_Shop_x", nil), ("Bearer csk_shop_x y", nil),
            ("Bearer csk_shop_é", nil),
            ("Bearer csk_\(String(repeating: "a", count: 33))_x", nil),
            ("Bearer csk_a_\(String(repeating: "x", count: 600))", nil),
        ] as [(String, String?)])
    func read(_ field: String, _ name: String?) {
        let found = NativeKey.read(Self.head([(name: "authorization", value: field)]))
        #expect(found?.identity == name)
        if name != nil { #expect(found.map { field.hasSuffix($0.secret) } == true) }
    }

    @Test("is missing if there are two")
    func two() {
        let field = (name: "authorization", value: "Bearer csk_sandbox")
        #expect(NativeKey.read(Self.head([field, field])) == nil)
    }

    @Test("does what its scope says, and nothing else", arguments: NativeOperation.allCases)
    func scopes(_ operation: NativeOperation) {
        for scope in NativeScope.allCases {
            let head = Samples.head(operation, key: "csk_\(scope.rawValue)_x")
            let body = Array((Samples.body(of: operation) ?? "").utf8)
            let reply = Samples.dialect.decode(DialectRequest(head: head, body: body)).reply
            let isAllowed = operation.scope == nil || operation.scope == scope
            #expect((reply?.status == 403) != isAllowed)
            if !isAllowed { #expect(reply?.outcomeCode == "scope-missing") }
        }
    }

    @Test("is needed for all but the description of the API", arguments: NativeOperation.allCases)
    func missing(_ operation: NativeOperation) {
        let location = Samples.dialect.credential(in: Samples.head(operation, key: nil))
        switch location {
        case .missing: #expect(operation != .describe)
        case .body: #expect(operation == .describe)
        case .head: Issue.record("there is no key")
        }
        let refused = Samples.dialect.refuse(
            .unauthorized, on: Samples.head(operation), exchange: nil)
        #expect(refused.status == 401 && refused.headers["WWW-Authenticate"] != nil)
    }

    @Test(
        "is made of a name and random text, and the operator's own begins in the same way",
        arguments: [
            ("csk_shop_my-own-key-0123456789", true), ("csk_other_my-own-key-0123456789", false),
            ("my-own-key-0123456789", false), ("csk_shop_", false), ("csk_shop_too-short", false),
            ("csk_shop_my own key 0123456789", false),
        ])
    func own(_ text: String, _ isTaken: Bool) throws {
        let given = GivenClientOptions([.user: "shop"], of: "native")
        #expect(try NativeClients().secret("r", isNew: true, of: given) == "csk_shop_r")
        let own = try? NativeClients().secret(text, isNew: false, of: given)
        #expect((own == text) == isTaken)
    }

    @Test(
        "has the scopes that the operator names, or the usual ones",
        arguments: [
            (nil, ["read", "pay", "refund"]), ("pay", ["pay"]),
            ("refund,read", ["read", "refund"]), ("decrypt", ["decrypt"]),
            ("", nil), ("pay,", nil), ("admin", ["admin"]), ("pay refund", nil),
        ] as [(String?, [String]?)])
    func named(_ text: String?, _ scopes: [String]?) {
        var options: [ClientOption: String] = [.user: "shop"]
        options[.scopes] = text
        let names = try? NativeClients().names(GivenClientOptions(options, of: "native"))
        #expect(names?.first?.details == scopes)
    }

    @Test(
        "for a repetition is one printable text, bare or in quotes",
        arguments: [
            ("a", "a"),
            (#""8e03978e-40d5-43dd-bc93-6894a57f9324""#, "8e03978e-40d5-43dd-bc93-6894a57f9324"),
            ("", nil), (#""""#, nil), ("a b", nil), (#"a"b"#, nil), ("é", nil),
            (String(repeating: "a", count: 255), String(repeating: "a", count: 255)),
            (String(repeating: "a", count: 256), nil),
        ] as [(String, String?)])
    func idempotency(_ field: String, _ key: String?) {
        for operation in NativeOperation.allCases where operation.movesMoney {
            let head = Samples.head(operation, idempotencyKey: field)
            let body = Array((Samples.body(of: operation) ?? "").utf8)
            let decoded = Samples.dialect.decode(DialectRequest(head: head, body: body))
            #expect(decoded.commanded?.name.repetition.value == key)
            if key == nil { #expect(decoded.reply?.outcomeCode == "idempotency-key-malformed") }
            let none = Samples.head(operation, idempotencyKey: nil)
            let refused = Samples.dialect.decode(DialectRequest(head: none, body: body)).reply
            #expect(refused?.status == 400 && refused?.outcomeCode == "idempotency-key-missing")
        }
    }
}
