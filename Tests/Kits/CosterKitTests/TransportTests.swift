import CosterKit
import Foundation
import Testing

@Suite("The way to the network", .timeLimit(.minutes(5)))
struct TransportTests {
    @Test(
        "a token leaves over TLS, or to this machine",
        arguments: [
            ("https://pay.example.com/x", true), ("http://127.0.0.1:8080/x", true),
            ("http://localhost/x", true), ("http://pay.example.com/x", false),
            ("http://127.0.0.1.example.com/x", false), ("ftp://127.0.0.1/x", false),
            ("https://user:secret@pay.example.com/x", false), ("file:///etc/passwd", false),
        ])
    func security(url: String, isSecure: Bool) throws {
        #expect(HTTPRequest.isSecure(try Samples.url(url)) == isSecure)
    }

    @Test(
        "Bolt's endpoint is a host, host:port, or a sandbox on this machine",
        arguments: [
            ("fts.cardconnect.com:6443", true), ("fts.cardconnect.com", true),
            ("http://127.0.0.1:8080", true), ("http://127.0.0.1:8080/", true),
            ("https://fts.cardconnect.com", false), ("fts.cardconnect.com/path", false),
            ("http://fts.cardconnect.com", false), ("", false), ("user@host", false),
        ])
    func endpoints(endpoint: String, isTaken: Bool) {
        #expect((CardSecureClient(endpoint: endpoint) != nil) == isTaken)
    }

    @Test("a reply arrives whole, and the request's bytes are those of the client")
    func reply() async throws {
        let server = try LoopbackServer(replies: ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"])
        let response = try await URLSessionTransport().send(try request(server))
        #expect(response.status == 200 && response.body.secret == Data("ok".utf8))
        let sent = server.requests()
        #expect(sent.count == 1)
        #expect(sent.first?.hasSuffix("\r\n\r\na=1&b=%2B") == true)
        #expect(sent.first?.contains("X-Test: yes") == true)
    }

    @Test("a redirect is not followed: the token stays with the host that the app named")
    func redirect() async throws {
        let other = try LoopbackServer(replies: ["HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"])
        let server = try LoopbackServer(replies: [
            "HTTP/1.1 307 Temporary Redirect\r\nLocation: \(other.url)\r\nContent-Length: 0\r\n\r\n"
        ])
        let response = try? await URLSessionTransport().send(try request(server))
        #expect(response?.status == 307 || response == nil)
        other.close()
        #expect(other.requests().isEmpty)
    }

    @Test("no cookie is kept from one request to the next")
    func cookies() async throws {
        let reply =
            "HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 0\r\n"
            + "Connection: close\r\n\r\n"
        let server = try LoopbackServer(replies: [reply, reply])
        let transport = URLSessionTransport()
        _ = try await transport.send(try request(server))
        _ = try await transport.send(try request(server))
        let sent = server.requests()
        #expect(sent.count == 2)
        #expect(sent.allSatisfy { !$0.lowercased().contains("\r\ncookie:") })
    }

    @Test("a refused connection is not sent; a reply that never comes leaves the outcome open")
    func failures() async throws {
        let silent = try LoopbackServer(replies: [""])
        await #expect(throws: TransportError.noAnswer) {
            try await URLSessionTransport().send(try request(silent))
        }
        let closed = try LoopbackServer(replies: [])
        closed.close()
        await #expect(throws: TransportError.notSent) {
            try await URLSessionTransport().send(try request(closed))
        }
    }

    private func request(_ server: LoopbackServer) throws -> HTTPRequest {
        try HTTPRequest(
            post: Data("a=1&b=%2B".utf8), to: Samples.url(server.url),
            headers: [HTTPRequest.Field("X-Test", "yes")])
    }
}
