import Testing

@testable import PostgreSQLDatabase

@Suite("The address of a database", .timeLimit(.minutes(5)))
struct DatabaseAddressTests {
    @Test(
        "has words that PostgreSQL knows, and ports that there are",
        arguments: [
            ("sslmode=verify-full", true), ("sslmode=verify_full", false), ("sslmode=", false),
            ("sslmode=Require", false), ("ssl=true", true),
            ("target_session_attrs=read-only", true), ("target_session_attrs=rw", false),
            ("gssencmode=prefer", true), ("gssencmode=off", false),
            ("channel_binding=require", true), ("channel_binding=yes", false),
            ("port=6432", true), ("port=5432,6432", true), ("port=,6432", true),
            ("port=x", false), ("port=0", false), ("port=65536", false), ("port=5432,x", false),
            ("options=-csearch_path%3Dx", true), ("connect_timeout=3", true),
        ])
    func words(parameter: String, isOne: Bool) {
        #expect((PostgreSQLAddress("postgres://u@h/d?\(parameter)") != nil) == isOne)
    }

    @Test(
        "has the certificate checked where another driver's word asks for encryption",
        arguments: [
            ("ssl=true", "sslmode=verify-full"),
            ("sslmode=require&ssl=true", "sslmode=require&sslmode=verify-full"),
            ("ssl=true&port=6432", "sslmode=verify-full&port=6432"),
            ("ssl=true&sslmode=require", "sslmode=verify-full&sslmode=require"),
            ("sslmode=require", "sslmode=require"),
            ("application_name=ssl", "application_name=ssl"),
        ])
    func encryption(parameters: String, taken: String) throws {
        let address = PostgreSQLAddress("postgres://u@h/d?\(parameters)")
        let attempt = try #require(address?.attempts.first)
        let url = attempt.last { $0.keyword == "dbname" }?.value
        #expect(url == "postgres://u@h/d?\(taken)")
    }

    @Test(
        "whose password would be taken for a host's name, and printed, is invalid",
        arguments: [
            ("postgres://u:5e%40c12@h/d", true), ("postgres://u:5e@c12@h/d", false),
            ("postgres://u:5e%2Fc12@h/d", true), ("postgres://u:5e/c12@h/d", false),
            ("postgres://u:512/c12@h/d", false), ("postgres://u:5e?c12@h/d", true),
            ("postgres://u@a,b/d", true), ("postgres:///d?user=u@realm", true),
        ])
    func passwords(url: String, isOne: Bool) {
        #expect((PostgreSQLAddress(url) != nil) == isOne)
    }

    @Test("the library's message is on one line, cut, and without the passwords")
    func readable() throws {
        let address = try #require(
            PostgreSQLAddress("postgres://u:5ec%2F12e7@a,b/d?sslpassword=k3y"))
        #expect(
            address.readable([
                "to \"a\" failed: FATAL:  no 5ec/12e7\r\n\tIs it \u{1B}[2J there?\n", "k3y\n",
            ])
                == "to \"a\" failed: FATAL: no ***; Is it [2J there?; ***")
        let long = address.readable([String(repeating: "ü", count: 10_000)])
        #expect(long.count == PostgreSQLLimits.reasonCharacters + 1 && long.hasSuffix("…"))
    }
}
