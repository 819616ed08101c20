import CosterKit
import Foundation
import Programs
import Testing

/// The example's server in a process of its own, between CosterKit and the sandbox.
@Suite(
    "The server of examples/ios-shop pays an order once", .server(), .timeLimit(.minutes(20)),
    .enabled(if: ExampleShop.hasPython, "there is no python3 here"))
struct ExampleShopTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    @Test(
        "a reference of eProtect or CardSecure pays; the same order again gets the same answer",
        arguments: [TokenReference.Kind.paypageRegistrationID, .cardSecureToken])
    func pays(kind: TokenReference.Kind) async throws {
        try await ExampleShop.lend(coster: server.port) { shop in
            let payment = try await payment(kind)
            guard case .paid(let reference) = await shop.authorize(payment) else {
                Issue.record("not paid")
                return
            }
            #expect(!reference.isEmpty)
            #expect(await shop.authorize(payment) == .paid(reference: reference))
        }
    }

    @Test("another price is refused, and nothing is paid")
    func otherPrice() async throws {
        try await ExampleShop.lend(coster: server.port) { shop in
            let cheap = try await payment(.paypageRegistrationID, amount: "0.01")
            #expect(await shop.authorize(cheap) == .failed(.unreadableReply(status: 422)))
        }
    }

    @Test("without a processor nothing is sent: the payment failed, and isn't unknown")
    func noProcessor() async throws {
        let payment = try await payment(.cardSecureToken)
        try await ExampleShop.lend(coster: try FreePort.find()) { shop in
            #expect(await shop.authorize(payment) == .failed(.unreadableReply(status: 422)))
        }
    }

    @Test(
        "an answer of Vantiv's that is no decline leaves the order open, so that no other card pays it",
        arguments: ["010", "251", "370"])
    func openOutcome(code: String) async throws {
        let payment = try await payment(.paypageRegistrationID)
        try await ExampleShop.lend(
            python: ["-c", ExampleShop.vantiv, code], called: "vantiv"
        ) { vantiv in
            try await ExampleShop.lend(coster: try #require(vantiv.port)) { shop in
                #expect(await shop.authorize(payment) == .unknown)
                #expect(await shop.authorize(payment) == .unknown)
            }
        }
    }

    @Test("an order that is asked about before its payment comes is closed: it isn't paid then")
    func closes() async throws {
        let payment = try await payment(.cardSecureToken)
        try await ExampleShop.lend(coster: server.port) { (shop: URL) in
            let question = try HTTPRequest(
                post: Data("{\"orderId\":\"\(payment.orderID)\"}".utf8),
                to: shop.appending(path: "order"), headers: [])
            let reply = try await URLSessionTransport().send(question)
            #expect(String(decoding: reply.body.secret, as: UTF8.self) == #"{"result": "closed"}"#)
            let late = MerchantServer(url: shop.appending(path: "apple-pay"))
            #expect(await late.authorize(payment) == .failed(.unreadableReply(status: 422)))
        }
    }

    private func payment(
        _ kind: TokenReference.Kind, amount: String = "24.49"
    ) async throws -> AuthorizedPayment {
        let token = try ApplePayToken(json: try server.token(try dollars("24.49")).json)
        let order = String(newName().suffix(12))
        let coster = "http://127.0.0.1:\(server.port)"
        let tokenizer: any Tokenizer
        switch kind {
        case .paypageRegistrationID:
            tokenizer = EProtectClient(
                url: try #require(URL(string: coster + "/eProtect/paypage")),
                paypageID: "sandboxPaypage", reportGroup: "Shop")
        case .cardSecureToken, .instaMedTokenID:
            tokenizer = try #require(CardSecureClient(endpoint: coster))
        }
        let reference = try await tokenizer.tokenize(token, orderID: order)
        return AuthorizedPayment(
            orderID: order, amount: try Amount(amount, .usd), credential: .reference(reference),
            details: SheetDetails())
    }
}

/// The servers of the examples, running.
enum ExampleShop {
    private static let python = "/usr/bin/env"
    private static let script = Places.repository.appending(path: "examples/ios-shop/server.py")

    static let hasPython: Bool = {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return folders.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/python3")
        }
    }()

    /// A Vantiv that answers every authorization with one code.
    static let vantiv = """
        import http.server, sys
        class Vantiv(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(200)
                self.end_headers()
                self.wfile.write(('<cnpOnlineResponse response="0" xmlns="http://www.vantivcnp.com/schema">'
                    '<authorizationResponse><cnpTxnId>1</cnpTxnId><response>' + sys.argv[1] +
                    '</response></authorizationResponse></cnpOnlineResponse>').encode())
        server = http.server.HTTPServer(("127.0.0.1", 0), Vantiv)
        print(f"vantiv: ready on http://127.0.0.1:{server.server_port}", flush=True)
        server.serve_forever()
        """

    static func lend(
        coster port: Int, _ body: (MerchantServer) async throws -> Void
    ) async throws {
        try await lend(coster: port) { (shop: URL) in
            try await body(MerchantServer(url: shop.appending(path: "apple-pay")))
        }
    }

    static func lend(coster port: Int, _ body: (URL) async throws -> Void) async throws {
        let arguments = [script.path, "0", "http://127.0.0.1:\(port)"]
        try await lend(python: arguments, called: "shop", body)
    }

    /// Runs a server that says on its first line where it is.
    static func lend(
        python program: [String], called name: String, _ body: (URL) async throws -> Void
    ) async throws {
        try await TemporaryFolder.lend { folder in
            let child = try Child(
                Child.Launch(
                    program: python, arguments: ["python3"] + program,
                    errorFile: folder.path + "/\(name).log"))
            let line = await child.firstLine() ?? ""
            do {
                try await body(
                    try #require(URL(string: line.replacing("\(name): ready on ", with: ""))))
            } catch {
                child.signal(SIGKILL)
                throw error
            }
            child.signal(SIGKILL)
            _ = await child.ending()
        }
    }
}
