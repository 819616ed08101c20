import Testing

@testable import AcquirerKit

@Suite("The address of a line", .timeLimit(.minutes(5)))
struct EndpointTests {
    @Test(
        "is a URL of HTTPS, or on a test line one of this machine",
        arguments: [
            ("https://payments.example/vap/communicator/online", false, nil),
            ("https://payments.example:8443/", false, nil),
            ("http://127.0.0.1:8080/vap", true, nil),
            ("http://localhost:8080", true, nil),
            ("http://127.0.0.1:8080/vap", false, LineEndpointError.plainHTTP),
            ("http://payments.example/vap", true, .plainHTTP),
            ("http://127.0.0.1.example/vap", true, .plainHTTP),
            ("ftp://payments.example/", true, .malformedURL),
            ("payments.example/vap", true, .malformedURL),
            ("HTTPS://payments.example/vap", true, .malformedURL),
            ("https:///vap", false, .malformedURL),
            ("https://user:secret@payments.example/", false, .malformedURL),
            ("https://payments.example/?a=b", false, .malformedURL),
            ("https://payments.example/#a", false, .malformedURL),
            ("https://payments.example:70000/", false, .malformedURL),
            ("", false, .malformedURL),
            ("https://" + String(repeating: "a", count: 1_024) + ".example", false, .malformedURL),
        ] as [(String, Bool, LineEndpointError?)])
    func url(text: String, isTest: Bool, fault: LineEndpointError?) {
        var found: LineEndpointError?
        do {
            _ = try LineEndpoint(url: text, isTest: isTest)
        } catch {
            found = error
        }
        #expect(found == fault)
    }

    @Test("pins roots that are certificates", arguments: ["", "no certificate"])
    func roots(pem: String) {
        #expect(throws: LineEndpointError.unreadableRoots) {
            try LineEndpoint(
                url: "https://payments.example", isTest: false, roots: .pinned(Array(pem.utf8)))
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
