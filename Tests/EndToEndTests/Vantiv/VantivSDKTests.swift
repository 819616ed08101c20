import AppleSimulator
import Foundation
import PaymentDomain
import Testing

/// Vantiv's own SDK for Python, in its strict mode, against the real program.
@Suite(
    "Vantiv's SDK, unchanged", .timeLimit(.minutes(20)), .server(),
    .enabled(if: VantivSDK.isInstalled, "scripts/install-clients installs it, as make test does"))
struct VantivSDKTests {
    private let shop: VantivTestShop

    init() throws {
        shop = VantivTestShop(server: try #require(RunningServer.ofSuite))
    }

    private func registration(_ amount: String) async throws -> String {
        try await shop.registration(shop.server.token(try dollars(amount)), order: newName())
    }

    private func payment(
        _ transaction: String, _ amount: String, _ source: String, expected: String = "000",
        more: String = ""
    ) throws -> SDKStep {
        let units = try dollars(amount).minorUnits
        return SDKStep(
            transaction,
            """
            "orderId": "\(newName())", "amount": "\(units)", "orderSource": "applepay", \
            \(source)\(more)
            """, expected)
    }

    private func paypage(_ amount: String) async throws -> String {
        "\"paypage\": {\"paypageRegistrationId\": \"\(try await registration(amount))\"}"
    }

    private func applePay(_ amount: String) throws -> String {
        let fields = try shop.server.token(try dollars(amount)).fields
        return """
            "applepay": {"data": "\(fields.data)", "signature": "\(fields.signature)", \
            "version": "\(fields.version)", "header": {\
            "ephemeralPublicKey": "\(fields.ephemeralPublicKey ?? "")", \
            "publicKeyHash": "\(fields.publicKeyHash)", \
            "transactionId": "\(fields.transactionId)"}}
            """
    }

    private static func card(_ number: String) -> String {
        "\"card\": {\"type\": \"VI\", \"number\": \"\(number)\", \"expDate\": \"1249\"}"
    }

    private func referenced(
        _ transaction: String, _ line: Int, amount: Int? = nil, _ expected: String
    ) -> SDKStep {
        let amount = amount.map { ", \"amount\": \"\($0)\"" } ?? ""
        return SDKStep(transaction, "\"cnpTxnId\": \"@\(line).cnpTxnId\"\(amount)", expected)
    }

    @Test("authorizes by paypage, by applepay and by card, approved and declined")
    func authorizations() async throws {
        try await expect([
            payment("authorization", "10.99", await paypage("10.99")),
            payment("authorization", "7000.51", await paypage("7000.51"), expected: "110"),
            payment("authorization", "10.99", applePay("10.99")),
            payment("authorization", "7000.05", applePay("7000.05"), expected: "349"),
            payment("authorization", "10.99", Self.card("4111111111111111")),
            payment(
                "authorization", "10.99", Self.card("4488282659650110"), expected: "110"),
        ])
    }

    @Test("sells by paypage and by applepay, approved and declined")
    func sales() async throws {
        try await expect([
            payment("sale", "10.99", await paypage("10.99")),
            payment("sale", "7000.51", await paypage("7000.51"), expected: "110"),
            payment("sale", "10.99", applePay("10.99")),
            payment("sale", "7000.05", applePay("7000.05"), expected: "349"),
        ])
    }

    @Test("captures whole and in part, and hears of amounts that are too much")
    func captures() async throws {
        try await expect([
            payment("authorization", "10.99", await paypage("10.99")),
            referenced("capture", 0, "000"),
            referenced("capture", 0, "111"),
            payment("authorization", "10.00", await paypage("10.00")),
            SDKStep(
                "capture",
                "\"partial\": \"true\", \"cnpTxnId\": \"@3.cnpTxnId\", \"amount\": \"400\"", "000"),
            SDKStep(
                "capture",
                "\"partial\": \"true\", \"cnpTxnId\": \"@3.cnpTxnId\", \"amount\": \"600\"", "000"),
            payment("authorization", "10.00", await paypage("10.00")),
            referenced("capture", 6, amount: 1001, "835"),
        ])
    }

    @Test("credits a capture, and no more than was captured")
    func credits() async throws {
        try await expect([
            payment("sale", "10.00", await paypage("10.00")),
            referenced("credit", 0, amount: 600, "000"),
            referenced("credit", 0, amount: 401, "365"),
            referenced("credit", 0, amount: 400, "000"),
            SDKStep("credit", "\"cnpTxnId\": \"123456789012345999\", \"amount\": \"1\"", "360"),
        ])
    }

    @Test("voids what is not settled, and nothing that is not there")
    func voids() async throws {
        try await expect([
            payment("sale", "10.00", await paypage("10.00")),
            referenced("credit", 0, amount: 600, "000"),
            referenced("void", 1, "000"),
            referenced("void", 0, "000"),
            referenced("void", 0, "360"),
        ])
    }

    @Test("reverses holds in part and as a whole, and only what is left")
    func reversals() async throws {
        try await expect([
            payment("authorization", "10.00", await paypage("10.00")),
            referenced("authReversal", 0, amount: 400, "000"),
            referenced("authReversal", 0, "000"),
            referenced("authReversal", 0, "111"),
        ])
    }

    @Test("registers tokens, new and known, which then pay")
    func registerToken() async throws {
        // The phone's card has paid before when its token is registered below.
        _ = try await shop.approved(try dollars("15.00"))
        try await expect([
            SDKStep(
                "registerTokenRequest",
                "\"orderId\": \"1\", \"accountNumber\": \"4012888888881881\"", "801"),
            SDKStep(
                "registerTokenRequest",
                "\"orderId\": \"2\", \"accountNumber\": \"4012888888881881\"", "802"),
            SDKStep(
                "registerTokenRequest",
                "\"orderId\": \"3\", \"accountNumber\": \"4012888888881882\"", "820"),
            SDKStep(
                "registerTokenRequest",
                """
                "orderId": "4", \
                "paypageRegistrationId": "\(try await registration("10.00"))"
                """, "802"),
            payment(
                "sale", "10.00",
                "\"token\": {\"cnpToken\": \"@0.cnpToken\", \"expDate\": \"1249\"}"),
            payment(
                "sale", "10.00",
                "\"token\": {\"cnpToken\": \"9999000099990000\", \"expDate\": \"1249\"}",
                expected: "822"),
        ])
    }

    @Test("a wrong password is an error of the SDK, with Vantiv's own words")
    func wrongPassword() async throws {
        var shop = shop
        shop.password = "sandbox-vantiw"
        let told = try await VantivSDK(shop: shop).run([
            SDKStep("registerTokenRequest", "\"accountNumber\": \"4012888888881881\"", "801")
        ])
        #expect(told.first?["error"] as? String == "System Error - Call Vantiv")
    }

    private func expect(
        _ steps: [SDKStep], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let told = try await VantivSDK(shop: shop).run(steps)
        #expect(told.count == steps.count, sourceLocation: sourceLocation)
        for (step, reply) in zip(steps, told) {
            let root = reply["cnpOnlineResponse"] as? [String: Any]
            let name = step.transaction.replacing("Request", with: "") + "Response"
            let answer = root?[name] as? [String: Any]
            #expect(
                answer?["response"] as? String == step.expected, "\(step) got \(reply)",
                sourceLocation: sourceLocation)
        }
    }
}

/// A transaction for the SDK, and the code that it must get.
struct SDKStep: Sendable, CustomStringConvertible {
    let transaction: String
    let fields: String
    let expected: String

    init(_ transaction: String, _ fields: String, _ expected: String) {
        self.transaction = transaction
        self.fields = fields
        self.expected = expected
    }

    var description: String { "\(transaction) for \(expected)" }

    /// One line of JSON.
    var line: String {
        "{\"\(transaction)\": {\"id\": \"\(newName())\", \"reportGroup\": \"sdk\", \(fields)}}"
    }
}

/// The SDK in its virtual environment.
struct VantivSDK: Sendable {
    let shop: VantivTestShop

    private static let python =
        Places.repository.appending(path: ".build/clients/bin/python").path
    private static let script =
        Places.repository.appending(path: "Tests/EndToEndTests/Clients/vantiv_sdk.py").path

    static var isInstalled: Bool { FileManager.default.fileExists(atPath: python) }

    /// Sends transactions one after the other; what the SDK made of each reply.
    func run(_ steps: [SDKStep]) async throws -> [[String: Any]] {
        let url = "http://127.0.0.1:\(shop.server.port)/vap/communicator/online"
        let run = try await CommandRun.run(
            Self.python, [Self.script, url, shop.user, shop.password, shop.merchantID],
            input: steps.map(\.line).joined(separator: "\n") + "\n")
        #expect(run.ending == .exited(0), "\(run.errors)")
        return run.output.split(separator: "\n").map { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            return object as? [String: Any] ?? [:]
        }
    }
}
