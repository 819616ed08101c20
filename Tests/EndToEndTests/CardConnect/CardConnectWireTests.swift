import Foundation
import PaymentDomain
import Testing

/// What CardConnect's clients do on the wire, and servers in the field put up with.
@Suite("CardConnect's wire", .timeLimit(.minutes(20)), .server())
struct CardConnectWireTests {
    private let shop: CardConnectTestShop

    init() throws {
        shop = CardConnectTestShop(server: try #require(RunningServer.ofSuite))
    }

    private func wallet() async throws -> String {
        try await shop.walletToken(try shop.server.token(try dollars("5.00")))
    }

    private func body(_ more: String) async throws -> String {
        let wallet = try await wallet()
        return "{\"merchid\":\"496160873888\",\"account\":\"\(wallet)\",\(more)}"
    }

    /// The head of a request, without its length.
    private func head(_ line: String) -> String {
        line + " HTTP/1.1\r\nHost: shop.test\r\n"
            + shop.headers.map { "\($0): \($1)\r\n" }.joined()
    }

    @Test("a chunked PUT, as the Node SDK sends it")
    func chunked() async throws {
        let body = try await body("\"amount\":\"5.00\"")
        let middle = body.index(body.startIndex, offsetBy: 20)
        let chunks = [body[..<middle], body[middle...]].map {
            String($0.utf8.count, radix: 16) + "\r\n\($0)\r\n"
        }
        let request =
            head("PUT /cardconnect/rest/auth") + "Transfer-Encoding: chunked\r\n\r\n"
            + chunks.joined() + "0\r\n\r\n"
        let port = shop.server.port
        let reply = try await onThread {
            let connection = try HTTPConnection(port: port)
            connection.send(Array(request.utf8))
            return try connection.reply()
        }
        #expect(reply.member("respstat") == "A", "\(reply.text)")
    }

    @Test(
        "nulls, numbers and fields that nobody knows",
        arguments: [
            "\"amount\":\"5.00\",\"expiry\":null,\"cvv2\":null,\"profile\":null,\"items\":null",
            "\"amount\":500", "\"amount\":5.00,\"postal\":19019",
            "\"amount\":\"500\",\"frontendid\":\"12\",\"ssnl4\":null,\"more\":{\"a\":[1]}",
        ], ["PUT", "POST"])
    func loose(_ fields: String, _ method: String) async throws {
        let reply = try await shop.rest(method, "auth", try await body(fields))
        #expect(reply.member("respstat") == "A", "\(reply.text)")
        #expect(reply.member("amount") == "5.00")
    }

    @Test("a GET with a body, as PHP's client sends it")
    func getWithBody() async throws {
        let retref = try await shop.approved(try dollars("5.00"))
        let merchid = CardConnectTestShop.merchid
        let reply = try await shop.rest(
            "GET", "inquire/\(retref)/\(merchid)", "{\"merchid\":\"\(merchid)\"}")
        #expect(reply.member("setlstat") == "Authorized", "\(reply.text)")
        let servlet = try await shop.rest("GET", "", "{\"merchid\":\"\(merchid)\"}")
        #expect(servlet.text.contains("<h1>CardConnect REST Servlet</h1>"))
    }

    @Test("the {} that the Node SDK leaves behind a GET spoils no reply")
    func unframed() async throws {
        let retref = try await shop.approved(try dollars("5.00"))
        let request =
            head("GET /cardconnect/rest/inquire/\(retref)/\(CardConnectTestShop.merchid)")
            + "Connection: keep-alive\r\n\r\n{}"
        let port = shop.server.port
        for isSplit in [false, true] {
            let (reply, next) = try await onThread {
                let connection = try HTTPConnection(port: port)
                let bytes = Array(request.utf8)
                connection.send(isSplit ? bytes.dropLast(2) : bytes[...])
                if isSplit { connection.send(bytes.suffix(2)) }
                let reply = try connection.reply()
                // What follows on that connection begins in the wrong place: it must not be answered as if it did not.
                connection.send(Array(request.utf8))
                return (reply, Result { try connection.reply() })
            }
            #expect(reply.status == 200 && reply.member("setlstat") == "Authorized")
            switch next {
            case .success(let reply): #expect(reply.status == 400)
            case .failure(let error): #expect(error as? WireError == .cutOff)
            }
        }
    }

    @Test("a slash behind a path, as an Android client sends it")
    func lastSlash() async throws {
        let body = shop.tokenization(try shop.server.token(try dollars("5.00")))
        let wallet = try await shop.tokenize(body, at: "/cardsecure/api/v1/ccn/tokenize/")
        let account = try #require(wallet.member("token"), "\(wallet.text)")
        let order = newName()
        let paid = try await shop.put(
            "auth/", [("account", account), ("amount", "5.00"), ("orderid", order)])
        #expect(paid.member("respstat") == "A", "\(paid.text)")
        let merchid = CardConnectTestShop.merchid
        let found = try await shop.rest("GET", "inquireByOrderid/\(order)/\(merchid)/")
        #expect(found.member("retref") == paid.member("retref"), "\(found.text)")
        #expect(try await shop.rest("GET", "bin//").status == 404)
    }

    @Test(
        "an unknown path is answered in Spring's way",
        arguments: ["inquireByOderid", "authorize", "inquire/1", "a//b"])
    func absent(_ path: String) async throws {
        let reply = try await shop.rest("GET", path)
        #expect(reply.status == 404)
        #expect(reply.headers["content-type"] == "application/json")
        let object = try JSONSerialization.jsonObject(with: Data(reply.body))
        let members = try #require(object as? [String: Any])
        #expect(members["error"] as? String == "Not Found")
        #expect(members["path"] as? String == "/cardconnect/rest/\(path)")
    }

    @Test(
        "an unknown method of a path is answered in Spring's way too, with the known ones",
        arguments: ["GET", "DELETE", "PATCH"])
    func otherMethod(_ method: String) async throws {
        let reply = try await shop.rest(method, "auth")
        #expect(reply.status == 405)
        #expect(reply.headers["allow"] == "PUT, POST")
        #expect(reply.headers["content-type"] == "application/json")
        #expect(reply.member("error") == "Method Not Allowed", "\(reply.text)")
    }

    /// What is voided of 100 dollars, what is captured then, and what the same void again is told.
    private static let parts = [
        (void: "20.00", capture: "80.00", again: "A 00"),
        (void: "20.00", capture: "30.00", again: "A 00"),
        // It may be meant to take back the capture.
        (void: "50.00", capture: "50.00", again: "C 43"),
        (void: "50.00", capture: "20.00", again: "C 43"),
        (void: "20.00", capture: "20.00", again: "C 43"),
    ]

    @Test(
        "a void of a part, sent again after a capture, releases nothing more",
        arguments: parts)
    func voidedAgain(parts: (void: String, capture: String, again: String)) async throws {
        let retref = try await shop.approved(try dollars("100.00"))
        let part = [("retref", retref), ("amount", parts.void)]
        let first = try await shop.put("void", part)
        #expect(first.member("respstat") == "A")
        let taken = [("retref", retref), ("amount", parts.capture)]
        let capture = try await shop.put("capture", taken)
        #expect(capture.member("respstat") == "A" && capture.member("amount") == parts.capture)
        let again = try await shop.put("void", part)
        let told = [again.member("respstat"), again.member("respcode")].compactMap { $0 }
        #expect(told.joined(separator: " ") == parts.again, "\(again.text)")
        #expect(again.member("amount") == (parts.again == "A 00" ? nil : "0.00"))
        #expect(try await shop.inquire(retref).member("setlstat") == "Queued for Capture")
    }

    @Test("sixty-four authorizations with one wallet token are one approval")
    func once() async throws {
        let connections = 64
        let shop = shop
        let wallet = try await wallet()
        let orders = (0..<connections).map { _ in newName() }
        let port = shop.server.port
        let replies = try await onThreads(connections) { index in
            let body = CardConnectTestShop.object([
                ("merchid", CardConnectTestShop.merchid), ("account", wallet),
                ("amount", "5.00"), ("orderid", orders[index]),
            ])
            return try HTTPConnection(port: port).exchange(
                "PUT", "/cardconnect/rest/auth", headers: shop.headers, body: Array(body.utf8))
        }
        #expect(replies.count { $0.member("respstat") == "A" } == 1)
        // The others are told that the token is spent, or that it is being used.
        let rest = replies.filter { $0.member("respstat") != "A" }
        #expect(rest.allSatisfy { ["98", "62"].contains($0.member("respcode")) })
        let both = try await EachDatabase.settled(shop.server)
        let names = Set(orders)
        let charged = both.ours.filter { names.contains($0.payment.orderReference) }
        #expect(charged.map(\.payment.amounts.authorized) == [500])
        #expect(both.disagreements.isEmpty)
    }
}
