import Events
import PaymentDomain
import StrictCoding
import Testing

@testable import NativeAPI

@Suite("The description of the JSON API", .timeLimit(.minutes(5)))
struct DescriptionTests {
    private let document: JSONObject
    private let schemas: JSONObject

    init() throws {
        let reply = try #require(Samples.dialect.decode(Samples.request(.describe)).reply)
        document = try #require(try JSONValue(reading: reply.body).object)
        schemas = try #require(document["components"]?.object?["schemas"]?.object)
    }

    @Test("has every path with its method and its scope, and no other")
    func paths() throws {
        let paths = try #require(document["paths"]?.object)
        var described: [String] = []
        for path in paths.keys {
            for method in try #require(paths[path]?.object).keys {
                let operation = paths[path]?.object?[method]?.object
                let id = try #require(operation?["operationId"]?.text)
                let ours = try #require(NativeOperation(rawValue: id))
                let scope = ours.scope.map { "Scope: \($0.rawValue)." }
                if let scope {
                    #expect(operation?["description"]?.text?.hasPrefix(scope) == true)
                }
                described.append("\(method.uppercased()) \(path) \(id)")
            }
        }
        let routes = NativeOperation.allCases.map {
            "\($0.route.method) \($0.route.path) \($0.rawValue)"
        }
        #expect(described.sorted() == routes.sorted())
    }

    /// The schema of each request, and the members that a good request may have, each with a good value.
    private static let bodies: [(NativeOperation, String, [String: String])] = [
        (
            .createPayment, "NewPayment",
            [
                "amount": #"{"value":1,"currency":"USD"}"#, "applePayToken": Samples.token,
                "capture": #""manual""#, "orderReference": #""1""#,
                "metadata": #"{"cart":"7"}"#,
            ]
        ),
        (
            .capture, "NewCapture",
            ["amount": #"{"value":1,"currency":"USD"}"#, "final": "true"]
        ),
        (.void, "NewVoid", [:]),
        (.refund, "NewRefund", ["amount": #"{"value":1,"currency":"USD"}"#]),
        (
            .checkToken, "NewTokenCheck",
            ["amount": #"{"value":1,"currency":"USD"}"#, "applePayToken": Samples.token]
        ),
        (
            .createWebhook, "NewWebhook",
            [
                "url": #""https://shop.example/""#, "events": #"["batch.closed"]"#,
                "scheme": #""ed25519""#,
            ]
        ),
        (.rotateWebhook, "NewSecret", ["atOnce": "true"]),
        (.decryptToken, "NewTokenOpening", ["applePayToken": Samples.token]),
    ]

    @Test("has the fields that a request may have, and those that it must have", arguments: bodies)
    func fields(_ operation: NativeOperation, _ name: String, _ members: [String: String]) throws {
        let schema = try #require(schemas[name]?.object)
        let described = try #require(schema["properties"]?.object)
        #expect(described.keys.sorted() == members.keys.sorted())
        let required = Set((schema["required"]?.elements ?? []).compactMap(\.text))
        for left in members.keys {
            let body = members.filter { $0.key != left }.map { #""\#($0)":\#($1)"# }
            let request = Samples.request(operation, "{\(body.joined(separator: ","))}")
            let reply = Samples.dialect.decode(request).reply
            #expect((reply?.outcomeCode == "field-missing") == required.contains(left), "\(left)")
        }
    }

    @Test("has every state, check, currency and network that there is")
    func words() throws {
        let states = schemas["State"]?.object?["enum"]?.elements?.compactMap(\.text)
        #expect(states == NativeState.allCases.map(\.rawValue))
        let checks = schemas["TokenCheck"]?.object?["properties"]?.object?["name"]?.object?["enum"]
        #expect(checks?.elements?.compactMap(\.text) == TokenCheck.Name.allCases.map(\.rawValue))
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(Unicode.Scalar($0)) }
        let codes = letters.flatMap { first in
            letters.flatMap { second in letters.map { first + second + $0 } }
        }
        let currencies = schemas["Currency"]?.object?["enum"]?.elements?.compactMap(\.text)
        #expect(currencies == codes.filter { Currency(code: $0) != nil })
        let networks = schemas["Card"]?.object?["properties"]?.object?["network"]?.object?["enum"]
        #expect(networks?.elements?.compactMap(\.text) == CardNetwork.allCases.map(\.rawValue))
    }

    @Test("has every kind of event, and every member of one")
    func events() throws {
        let kinds = schemas["EventKind"]?.object?["enum"]?.elements?.compactMap(\.text)
        #expect(kinds == EventKind.allCases.map(\.rawValue))
        let event = try #require(Samples.event)
        let written = try #require(try JSONValue(reading: event.body).object)
        let described = schemas["Event"]?.object?["properties"]?.object
        #expect(written.keys.sorted() == described?.keys.sorted())
        let data = try #require(written["data"]?.object)
        let payment = schemas["EventPayment"]?.object?["properties"]?.object
        #expect(data.keys.sorted() == payment?.keys.sorted())
    }

    @Test("has every member that a payment's reply has")
    func payment() throws {
        let amount = try Money(minorUnits: 1499, currency: .usd)
        let payment = Payment(
            id: PaymentID(stored: Samples.paymentID),
            authorizationID: OperationID(stored: Samples.paymentID), merchant: .sandbox,
            line: LineID.sandbox, orderReference: "1001",
            handle: try #require(VaultHandle("411111x1111")), requested: amount,
            createdAt: Samples.now)
        var listed = ListedPayment(
            payment: payment, network: .visa, lastFour: "1111", authorizationCode: "123456",
            declineReason: .doNotHonor)
        listed.metadata = #"{"cart":"7"}"#
        let page = PaymentPage(payments: [listed], hasMore: true)
        let exchange = NativeExchange(Samples.head(.listPayments))
        let reply = Samples.dialect.encode(.success(.payments(page)), for: exchange)
        let whole = try #require(try JSONValue(reading: reply.body).object)
        #expect(whole["next"]?.text == Samples.paymentID)
        let written = try #require(whole["payments"]?.elements?.first?.object)
        let described = schemas["Payment"]?.object?["properties"]?.object
        #expect(written.keys.sorted() == described?.keys.sorted())
        #expect(!reply.text.contains("411111"))
    }
}
