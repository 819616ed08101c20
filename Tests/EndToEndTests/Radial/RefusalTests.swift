import AppleSimulator
import PaymentDomain
import Testing

/// A damaged authorization, and the Fault that it meets.
struct BadRequest: Sendable, CustomTestStringConvertible {
    let name: String
    let status: Int
    let fault: String
    let damage: @Sendable (inout RadialMessage) -> Void

    var testDescription: String { name }

    init(
        _ name: String, _ status: Int, _ fault: String,
        _ damage: @escaping @Sendable (inout RadialMessage) -> Void
    ) {
        self.name = name
        self.status = status
        self.fault = fault
        self.damage = damage
    }

    /// A body that is damaged by replacing a piece of it.
    private static func piece(
        _ name: String, _ fault: String, _ piece: String, _ other: String
    ) -> BadRequest {
        BadRequest(name, 400, fault) { $0 = $0.replacing(piece, with: other) }
    }

    private static let start = "<CreditCardAuthRequest "
    private static let malformed = "MalformedRequestException"
    private static let invalid = "InvalidRequestException"
    private static let amount = "InvalidAmountException"

    static let all = [
        piece("an element that is not closed", malformed, "</OrderId>", ""),
        piece(
            "a document type", malformed, start, "<!DOCTYPE CreditCardAuthRequest []>" + start),
        piece(
            "an external entity", malformed, start,
            "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>" + start),
        piece("an entity that is not declared", malformed, ">Smith<", ">&e;<"),
        piece("another root", malformed, "CreditCardAuthRequest", "CreditCardAuthReply"),
        piece("another namespace", malformed, "/checkout/1.0", "/checkout/2.0"),
        BadRequest("no body at all", 400, malformed) { $0.body = "" },
        BadRequest("JSON", 400, malformed) { $0.body = "{\"a\":1}" },
        BadRequest("a body cut in two", 400, malformed) {
            $0.body = String($0.body.prefix($0.body.utf8.count / 2))
        },
        BadRequest("depth", 400, malformed) {
            $0.body = String(repeating: "<a>", count: 50_000)
        },
        piece("no requestId", invalid, "requestId=", "sessionId="),
        piece("a requestId of 41 characters", invalid, "requestId=\"", "requestId=\"" + long(41)),
        piece("an order of 21 characters", invalid, "<OrderId>", "<OrderId>" + long(21)),
        piece("a city of 41 characters", invalid, "Philadelphia", long(41)),
        piece("no customer's address", invalid, "208.247.73.130", "elsewhere"),
        piece("an unknown element", invalid, "<OrderId>", "<Colour>red</Colour><OrderId>"),
        piece(
            "an element twice", invalid, "<CustomerEmail>",
            "<CustomerEmail>a</CustomerEmail><CustomerEmail>"),
        piece("an amount in words", amount, ">10.00<", ">ten<"),
        piece("a negative amount", amount, ">10.00<", ">-10.00<"),
        piece("an exponent", amount, ">10.00<", ">1e1<"),
        piece("a third decimal", amount, ">10.00<", ">10.001<"),
        piece("an amount without end", amount, ">10.00<", ">\(long(30, "9"))<"),
        piece("a zero amount", "InvalidWalletPaymentException", ">10.00<", ">0.00<"),
        piece("a currency of nowhere", amount, "\"USD\"", "\"ZZZ\""),
        piece("no currency", invalid, " currencyCode=\"USD\"", ""),
        BadRequest("a form in place of XML", 415, malformed) {
            $0.headers = [("Content-Type", "application/x-www-form-urlencoded")]
        },
        BadRequest("XML in another encoding", 415, malformed) {
            $0.headers = [("Content-Type", "text/xml; charset=utf-16")]
        },
        BadRequest("an unknown tender", 400, "InvalidTenderTypeException") {
            $0.path = "creditcard/auth/XX.xml"
        },
        BadRequest("a body over the limit", 413, "RequestTooLargeException") {
            $0.body += String(repeating: " ", count: 300_000)
        },
        BadRequest("no key", 401, "NotAuthorizedException") { $0.key = nil },
        BadRequest("an empty key", 401, "NotAuthorizedException") { $0.key = ("apikey", "") },
        BadRequest("a wrong key", 401, "NotAuthorizedException") {
            $0.key = ("apikey", "sandbox-radiak")
        },
        BadRequest("another's store", 401, "NotAuthorizedException") { $0.store = "ELSEWHERE" },
    ]

    private static func long(_ count: Int, _ letter: String = "a") -> String {
        String(repeating: letter, count: count)
    }
}

@Suite("Radial over HTTP: bad input", .timeLimit(.minutes(20)), .server())
struct RefusalTests {
    private let shop: RadialShop

    init() throws {
        shop = RadialShop(server: try #require(RunningServer.ofSuite))
    }

    @Test(
        "a bad request meets one clear Fault, and leaves nothing behind", arguments: BadRequest.all)
    func bad(_ request: BadRequest) async throws {
        let order = newName()
        var message = try shop.wallet(try dollars("10.00"), order: order)
        request.damage(&message)
        let reply = try await shop.send(message)
        #expect(reply.status == request.status)
        #expect(reply.faultCode == request.fault)
        #expect(reply.faultReason != nil)
        #expect(reply.element("CreateTimestamp") != nil)
        let both = try await EachDatabase.read(shop.server.folder)
        #expect(!both.ours.contains { $0.payment.orderReference.contains(order) })
    }

    @Test("a path or a method that Radial does not have is refused")
    func unknownPath() async throws {
        var message = try shop.wallet(try dollars("10.00"), order: newName())
        message.path = "creditcard/nothing/DW.xml"
        #expect(try await shop.send(message).status == 404)
        let path = "/v1.0/stores/SANDBOX/payments/creditcard/auth/DW.xml"
        #expect(try await shop.server.get(path).status == 405)
        #expect(try await shop.server.get("/nowhere").status == 404)
    }

    @Test("a body that ends early is refused or dropped, and the server lives on")
    func endsEarly() async throws {
        let order = newName()
        let message = try shop.wallet(try dollars("10.00"), order: order)
        let port = shop.server.port
        let reply: HTTPReply? = try await onThread {
            let connection = try HTTPConnection(port: port)
            let head = """
                POST /v1.0/stores/SANDBOX/payments/\(message.path) HTTP/1.1\r\nHost: shop.test\r\n\
                apikey: \(RunningServer.apiKey)\r\nContent-Type: text/xml\r\n\
                Content-Length: \(message.body.utf8.count + 1)\r\n\r\n
                """
            connection.send(Array((head + message.body).utf8))
            connection.finishSending()
            do {
                return try connection.reply()
            } catch WireError.cutOff {
                return nil
            }
        }
        if let reply { #expect(reply.status == 400) }
        #expect(try await EachDatabase.read(shop.server.folder).payments(of: order).isEmpty)
        #expect(try await shop.server.get("/health/ready").status == 200)
    }

    @Test("a head over the limit is refused")
    func longHead() async throws {
        var message = try shop.wallet(try dollars("10.00"), order: newName())
        message.headers.append(("x-long", String(repeating: "a", count: 20_000)))
        let long = message
        let status = try await shop.server.replyUnlessCut(to: long)?.status
        #expect(status == nil || status == 400 || status == 431)
        #expect(try await shop.server.get("/health/ready").status == 200)
    }

    @Test("health and metrics are plain, and metrics count in closed sets")
    func servicePages() async throws {
        #expect(try await shop.server.get("/health/live").status == 200)
        #expect(try await shop.server.get("/health/ready").status == 200)
        _ = try await shop.approved(try dollars("1.00"))
        let metrics = try await shop.server.get("/metrics")
        #expect(metrics.status == 200)
        #expect(metrics.text.contains("protocol=\"radial\""))
        #expect(metrics.text.contains("operation=\"authorize\""))
        #expect(metrics.text.contains("outcome=\"approved\""))
        #expect(metrics.text.contains("coster_commits_undone_total "))
        // An approval has been written, so the log has pages.
        let log = try #require(metrics.text.firstMatch(of: /\ncoster_log_pages ([0-9]+)/))
        #expect(log.output.1 != "0")
    }
}
