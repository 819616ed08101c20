import Glibc
import LineHosts
import MerchantStorage
import PaymentDomain
import PaymentStorage
import Programs
import Routing

@testable import CosterServer

extension DoctorRow {
    /// The lines to acquirers, which a rule of the merchant names.
    static let lines: [DoctorRow] = [
        line("a line that works") { fixture in
            try await withHost(fixture) { "http://localhost:\($0.port)\(path)" }
        },
        line(
            "a line with another password", .lineCredentialsRefused,
            words: "line east, System Error"
        ) { fixture in
            try await withHost(fixture, password: "5ec12e7") {
                "http://localhost:\($0.port)\(path)"
            }
        },
        line(
            "a line to a host without TLS", .lineCertificateRefused, words: "line east, tls-failed"
        ) { fixture in
            try await withHost(fixture) { "https://localhost:\($0.port)\(path)" }
        },
        line(
            "a line to another path of its host", .lineUnreachable,
            words: "line east, unreadable answer"
        ) { fixture in
            try await withHost(fixture) { "http://localhost:\($0.port)/" }
        },
        line("a line to nobody", .lineUnreachable, words: "line east, unreachable") { fixture in
            try await createLine(fixture, to: "http://localhost:\(try FreePort.find())/")
            return .ordinary
        },
        line(
            "a line to a host that is silent", .lineUnreachable,
            words: "line east, silence: deadline"
        ) { fixture in
            let silent = try SilentHost()
            try await createLine(fixture, to: "http://127.0.0.1:\(silent.port)/")
            return DoctorVisit(keeping: silent)
        },
        line("a line without a rule that names it") { fixture in
            try await createLine(fixture, to: "http://localhost:\(try FreePort.find())/", rules: [])
            return .ordinary
        },
        line(
            "a line whose roots are no certificates", .lineCertificateRefused,
            words: "line east, tls-failed"
        ) { fixture in
            try await createLine(fixture, to: "https://localhost:\(try FreePort.find())/")
            try await fixture.spoil(
                #"UPDATE lines SET configuration = replace(configuration, '"user"', '"roots":"x","user"')"#
            )
            return .ordinary
        },
        line("a line's row that isn't ours", .lineUnreadable, words: "line east") { fixture in
            try await createLine(fixture, to: "http://localhost:\(try FreePort.find())/")
            try await fixture.spoil("UPDATE lines SET configuration = '{}'")
            return .ordinary
        },
        line(
            "a rule that isn't ours", .routeUnreadable, .lineUnreachable,
            words: "merchant shop, rule 2"
        ) { fixture in
            let rules =
                [RouteRule(network: .visa, line: LineID("east")), nil]
                + [RouteRule(line: LineID("east"))]
            try await createLine(
                fixture, to: "http://localhost:\(try FreePort.find())/", rules: rules)
            try await fixture.spoil("UPDATE routes SET network = 'x' WHERE number = 2")
            return .ordinary
        },
        line(
            "a line to a host that speaks ISO 8583, and that is gone", .lineUnreachable,
            words: "line direct, unreachable"
        ) { fixture in
            try await createHostLine(fixture)
            return .ordinary
        },
        line(
            "the row of the only live line that isn't ours, in production", .lineUnreadable,
            .certificateNotApples, words: "line east"
        ) { fixture in
            try await createLine(fixture, to: "https://localhost:9/", mode: .live)
            try await fixture.spoil("UPDATE lines SET configuration = '{}'")
            return DoctorVisit(isSandbox: false)
        },
        line(
            "a live line, and a merchant without a rule", .merchantWithoutRoute,
            .certificateNotApples, words: "merchant shop"
        ) { fixture in
            try await createLine(fixture, to: "https://localhost:9/", mode: .live, rules: [])
            return DoctorVisit(isSandbox: false)
        },
        line(
            "a line's client certificate of ten days", .lineIdentityEndsSoon,
            words: "line east, until "
        ) { fixture in
            try await createLineWithIdentity(fixture, days: 10)
            return .ordinary
        },
        line(
            "a line's client certificate of the day before yesterday", .lineIdentityExpired,
            words: "line east, until "
        ) { fixture in
            try await createLineWithIdentity(fixture, days: 1)
            return DoctorVisit.at(3, fixture)
        },
        line("a damaged secret of a line", .lineSecretClosed, words: "line east") { fixture in
            try await createLine(fixture, to: "http://localhost:\(try FreePort.find())/")
            try await fixture.spoil("UPDATE line_credentials SET sealed_secret = zeroblob(100)")
            return .ordinary
        },
    ]

    private static let path = "/vap/communicator/online"

    private static func line(
        _ cause: String, _ findings: FindingKind..., words: String = "",
        prepare: @escaping @Sendable (DoctorFixture) async throws -> DoctorVisit
    ) -> DoctorRow {
        DoctorRow(cause, findings, words: words, prepare: prepare)
    }

    private static func createHostLine(_ fixture: DoctorFixture) async throws {
        let host = "127.0.0.1:\(try FreePort.find())"
        let rules = try fixture.place.write(#"{"rules": [{"line": "direct"}]}"#, to: "rules.json")
        try await fixture.run([
            "line", "create", "direct", "--kind", "iso8583", "--host", host, "--test",
            "--allow-plaintext-line", "--profile", "spec87-ascii",
        ])
        try await fixture.run([
            "route", "set", DoctorFixture.shop.value, rules, "--sandbox",
        ])
    }

    private static func withHost(
        _ fixture: DoctorFixture, password: String = LineHost.Acquirer.worldpay.secret,
        _ address: (LineHost) -> String
    ) async throws -> DoctorVisit {
        let host = try await LineHost.start(.worldpay)
        try await createLine(fixture, to: address(host), password: password)
        return DoctorVisit(keeping: host)
    }

    /// A line that no rule names, so that nothing is sent.
    private static func createLineWithIdentity(_ fixture: DoctorFixture, days: Int) async throws {
        let own = try await OpenSSL.makeCertificate(at: "\(fixture.place.path)/own", days: days)
        let parts = try [own.certificate, own.key].map {
            try String(contentsOfFile: $0, encoding: .utf8)
        }
        try await createLine(
            fixture, to: "https://localhost:9/",
            password: ([LineHost.Acquirer.worldpay.secret] + parts).joined(separator: "\n"),
            rules: [])
    }

    static func createLine(
        _ fixture: DoctorFixture, to address: String,
        password: String = LineHost.Acquirer.worldpay.secret,
        mode: LineMode = .test, rules: [RouteRule?] = [RouteRule(line: LineID("east"))]
    ) async throws {
        let id = LineID("east")
        let line = try LineDefinition(
            id: id, kind: .worldpay, mode: mode, address: LineAddress(typed: address),
            user: "FLOWERS")
        let vault = try await fixture.vault(of: id.keyOwner)
        let sealed = try vault.seal(Array(password.utf8), for: id.secretBinding)
        let table = RouteTable(rules.compactMap { $0 }) ?? .empty
        try await fixture.database { store in
            let records = store.merchantStore
            _ = try await records.create(line, secret: sealed, by: "test", at: fixture.now)
            _ = try await records.set(
                table, of: DoctorFixture.shop, mode: mode, by: "test", at: fixture.now)
        }
    }
}

/// A host that takes connections, and says nothing.
private final class SilentHost: Sendable {
    let port: Int
    private let descriptor: Int32

    init() throws {
        let port = try FreePort.find()
        let descriptor = socket(
            AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(clamping: port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isListening = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
                    && listen(descriptor, 8) == 0
            }
        }
        guard isListening else { throw SystemError(errno) }
        (self.port, self.descriptor) = (port, descriptor)
    }

    deinit { close(descriptor) }
}
