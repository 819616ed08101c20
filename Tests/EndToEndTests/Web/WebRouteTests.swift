import Foundation
import Programs
import Testing

@testable import CosterServer

@Suite("The web's routes of a server", .server(), .timeLimit(.minutes(20)))
struct WebRouteTests {
    private static let association = "/.well-known/apple-developer-merchantid-domain-association"
    private static let config = "/applepay/config"
    private static let file: [UInt8] = Array("7B227073704964\r\n".utf8) + [0x00, 0xFF]

    @Test("a domain's file is served by its host, under both names, until the domain is removed")
    func files() async throws {
        let server = try #require(RunningServer.ofSuite)
        let data = ["--data", server.folder]
        try await Self.create("roses", on: server)
        let file = "\(server.folder)/association"
        try Data(Self.file).write(to: URL(fileURLWithPath: file))
        let add = ["merchant", "domain", "add", "roses", "roses.example"]
        try await expect(0, add + data)
        #expect(try await Self.get(Self.association, host: "roses.example", server).status == 404)
        try await expect(0, add + ["--file", file] + data)
        try await expect(0, add + data)
        for path in [Self.association, Self.association + ".txt"] {
            for host in ["roses.example", "ROSES.example:443"] {
                let reply = try await Self.get(path, host: host, server)
                #expect(reply.status == 200 && reply.body == Self.file)
                #expect(reply.headers["content-type"] == "text/plain")
            }
            let other = try await Self.get(path, host: "www.roses.example", server)
            #expect(other.status == 404 && other.text.hasPrefix("refused: domain-unknown: "))
        }
        let head = try await CommandRun.run(
            "/usr/bin/curl",
            [
                "-sSI", "-H", "Host: roses.example",
                "http://127.0.0.1:\(server.port)\(Self.association)",
            ])
        #expect(head.output.hasPrefix("HTTP/1.1 200"))
        #expect(head.output.lowercased().contains("content-length: \(Self.file.count)\r\n"))
        try await expect(0, ["merchant", "domain", "remove", "roses", "roses.example"] + data)
        #expect(try await Self.get(Self.association, host: "roses.example", server).status == 404)
        let acts = try await expect(0, ["audit-log"] + data).output
        #expect(acts.contains("domain-added") && acts.contains("domain-removed"))
    }

    @Test("a configuration is for apps, and for pages that the key's merchant allows")
    func configuration() async throws {
        let server = try #require(RunningServer.ofSuite)
        let data = ["--data", server.folder]
        try await Self.create("tulips", on: server)
        try await expect(0, ["merchant", "domain", "add", "tulips", "tulips.example"] + data)
        try await expect(
            0,
            ["merchant", "storefront", "tulips", "--display-name", "Caf\u{E9}", "--country", "nl"]
                + ["--currency", "EUR"] + data)
        let made = try await expect(0, ["merchant", "publishable-key", "create", "tulips"] + data)
        let key = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let rows: [(key: String, origin: String?, status: Int)] = [
            (key, nil, 200), (key, "https://tulips.example", 200),
            (key, "https://evil.example", 403), (key, "http://localhost:3000", 200),
            ("cpk_sandbox", "http://localhost:3000", 200),
            ("cpk_sandbox", "https://tulips.example", 403), ("cpk_other", nil, 401),
        ]
        for row in rows {
            let headers = row.origin.map { [("Origin", $0), ("Sec-Fetch-Site", "cross-site")] }
            let reply = try await Self.exchange(
                "GET", "\(Self.config)?key=\(row.key)", headers ?? [], server)
            #expect(reply.status == row.status, "\(row)")
            let reader = row.status == 200 ? row.origin : nil
            #expect(reply.headers["access-control-allow-origin"] == reader, "\(row)")
            #expect(reply.headers["cache-control"] == "no-store")
            let preflight = try await Self.exchange(
                "OPTIONS", "\(Self.config)?key=\(row.key)", headers ?? [], server)
            #expect(preflight.status == (reader == nil ? 403 : 204), "\(row)")
            #expect(
                preflight.headers["access-control-allow-methods"] == (reader == nil ? nil : "GET"))
        }
        let header = try await Self.exchange(
            "GET", Self.config, [("Authorization", "Bearer \(key)")], server)
        #expect(
            header.text.contains(
                #""merchantIdentifier":"merchant.tulips","displayName":"Café","countryCode":"NL","currencyCode":"EUR""#
            ), "\(header.text)")
        #expect(try await Self.exchange("POST", Self.config, [], server).status == 405)
    }

    @Test("a key without apps opens no relay")
    func keyOfPages() async throws {
        let server = try #require(RunningServer.ofSuite)
        try await Self.create("lilies", on: server)
        let made = try await expect(
            0, ["merchant", "publishable-key", "create", "lilies", "--data", server.folder])
        let key = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        let reply = try await Self.exchange(
            "POST", "/relay/radial",
            [
                ("Authorization", "Bearer \(key)"), ("Coster-Bundle-Identifier", "*"),
                ("Content-Type", "text/xml"),
            ], server)
        #expect(reply.status == 403 || reply.text.contains("app-not-registered"), "\(reply.text)")
    }

    private static func create(_ name: String, on server: RunningServer) async throws {
        try await expect(
            0,
            [
                "merchant", "create", name, "--apple-merchant-id", "merchant.\(name)", "--data",
                server.folder,
            ])
    }

    private static func exchange(
        _ method: String, _ path: String, _ headers: [(String, String)], _ server: RunningServer
    ) async throws -> HTTPReply {
        let port = server.port
        return try await onThread {
            try HTTPConnection(port: port).exchange(method, path, headers: headers)
        }
    }

    private static func get(
        _ path: String, host: String, _ server: RunningServer
    ) async throws -> HTTPReply {
        let port = server.port
        return try await onThread {
            let connection = try HTTPConnection(port: port)
            connection.send("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n".utf8)
            return try connection.reply()
        }
    }
}
