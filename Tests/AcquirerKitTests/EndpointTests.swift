import Foundation
import LineHosts
import PaymentDomain
import Routing
import Testing

@testable import AcquirerKit

@Suite("The endpoint of a line", .timeLimit(.minutes(5)))
struct EndpointTests {
    @Test(
        "is the address, without a slash at its end",
        arguments: [
            ("https://payments.example/vap/communicator/online", "same"),
            ("https://payments.example:8443/", "https://payments.example:8443"),
            ("http://127.0.0.1:8080/vap", "same"),
        ])
    func url(typed: String, url: String) throws {
        let endpoint = LineEndpoint(try LineAddress(typed: typed))
        #expect(endpoint?.url == (url == "same" ? typed : url))
    }

    @Test("pins roots that are certificates", arguments: ["", "no certificate"])
    func roots(pem: String) throws {
        #expect(LineEndpoint(try LineAddress(typed: "https://payments.example"), roots: pem) == nil)
    }

    @Test("takes a client certificate with its own key, in either order, and nothing less")
    func identity() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let own = try HostCertificate.make(in: folder.path, for: "a.example")
        let other = try HostCertificate.make(in: folder.path, for: "b.example")
        let rows = [
            ([own.certificate, own.key], true),
            ([own.key, own.certificate, other.certificate], true),
            ([own.certificate, other.key], false), ([own.certificate], false), ([own.key], false),
            ([], false),
        ]
        let address = try LineAddress(typed: "https://payments.example")
        let now = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
        for (files, isGood) in rows {
            let identity = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
                .joined()
            #expect(LineEndpoint.isIdentity(identity, at: now) == isGood)
            // The certificate is valid for 30 days.
            #expect(!LineEndpoint.isIdentity(identity, at: now.adding(seconds: 31 * 86_400)))
            #expect((LineEndpoint(address, identity: identity) != nil) == isGood)
        }
    }
}

@Suite("A trace", .timeLimit(.minutes(5)))
struct TraceTests {
    @Test(
        "shows of a value what may be seen",
        arguments: [
            ("4111111111111111", LineTrace.Masking.cardNumber, "411111******1111"),
            ("4222222222222", .cardNumber, "422222***2222"),
            ("411111111111", .cardNumber, "(12 characters)"),
            ("", .cardNumber, "(0 characters)"),
            ("BwABBJQ1AgAAAAAgJDUCAAAAAAA=", .length, "(28 characters)"),
            ("000", .shown, "000"),
            (String(repeating: "a", count: 500), .shown, String(repeating: "a", count: 120)),
        ])
    func masked(value: String, masking: LineTrace.Masking, shown: String) {
        var trace = LineTrace()
        trace.add("field", value, masking)
        #expect(trace.fields == [LineTrace.Field(name: "field", value: shown)])
    }

    @Test("ends after 256 fields")
    func limit() {
        var trace = LineTrace()
        for _ in 0..<1_000 { trace.add("field", "1", .shown) }
        #expect(trace.fields.count == 256)
    }
}
