import Foundation
import Glibc
import PaymentDomain
import Testing

@testable import CosterOperations
@testable import CosterServer

@Suite(
    "coster doctor, TLS", .timeLimit(.minutes(20)),
    .enabled(if: OpenSSL.isThere, OpenSSL.absence))
struct DoctorTLSTests {
    /// Makes a certificate and its key.
    private func make(_ name: String, days: Int, in place: TemporaryFolder) async throws -> (
        certificate: String, key: String
    ) {
        try await OpenSSL.makeCertificate(at: "\(place.path)/\(name)", days: days)
    }

    private func examine(
        _ fixture: DoctorFixture, _ certificate: String, _ key: String, at moment: Timestamp? = nil
    ) async throws -> DoctorReport {
        try await fixture.examine(at: moment) {
            $0.environment = [
                "COSTER_TLS_CERTIFICATE_FILE": certificate, "COSTER_TLS_KEY_FILE": key,
            ]
        }
    }

    @Test("a certificate with its own key is well, until it ends soon")
    func well() async throws {
        try await DoctorFixture.lend { fixture in
            let own = try await make("own", days: 100, in: fixture.place)
            expect(try await examine(fixture, own.certificate, own.key))
            let later = fixture.now.adding(seconds: 80 * 86_400)
            expect(try await examine(fixture, own.certificate, own.key, at: later), .tlsEndsSoon)
        }
    }

    @Test(
        "a key that every account can read is a problem, and a server refuses it; a group's is not")
    func openKey() async throws {
        try await DoctorFixture.lend { fixture in
            let own = try await make("own", days: 100, in: fixture.place)
            #expect(chmod(own.key, 0o640) == 0)
            expect(try await examine(fixture, own.certificate, own.key))
            #expect(chmod(own.key, 0o644) == 0)
            let report = try await examine(fixture, own.certificate, own.key)
            expect(report, .tlsKeyOpen)
            #expect(report.problems == 1)
            let run = try await CommandRun.coster(
                ["serve", "--sandbox", "--listen", "127.0.0.1:0", "--data", fixture.folder.path],
                environment: [
                    "COSTER_TLS_CERTIFICATE_FILE": own.certificate, "COSTER_TLS_KEY_FILE": own.key,
                ])
            #expect(run.ending == .exited(78))
            #expect(run.errors.contains("(tls-key-open)"), "\(run.errors)")
            #expect(run.errors.contains("chmod 600 \(own.key)"), "\(run.errors)")
        }
    }

    @Test("a certificate that has expired is found")
    func expired() async throws {
        try await DoctorFixture.lend { fixture in
            let own = try await make("own", days: 1, in: fixture.place)
            let later = fixture.now.adding(seconds: 3 * 86_400)
            expect(try await examine(fixture, own.certificate, own.key, at: later), .tlsExpired)
        }
    }

    @Test("another certificate's key is found")
    func mismatch() async throws {
        try await DoctorFixture.lend { fixture in
            let own = try await make("own", days: 100, in: fixture.place)
            let other = try await make("other", days: 100, in: fixture.place)
            expect(try await examine(fixture, own.certificate, other.key), .tlsKeyMismatch)
        }
    }

    @Test("files that are not there, or not what they should be, are found")
    func unreadable() async throws {
        try await DoctorFixture.lend { fixture in
            let own = try await make("own", days: 100, in: fixture.place)
            let absent = "\(fixture.place.path)/absent"
            expect(try await examine(fixture, absent, own.key), .tlsCertificateUnreadable)
            expect(try await examine(fixture, own.certificate, absent), .tlsKeyUnreadable)
            expect(
                try await examine(fixture, own.certificate, own.certificate), .tlsKeyUnreadable)
        }
    }

    @Test("the dates decide between not yet, well, soon and over")
    func dates() {
        let (start, end) = (Timestamp(seconds: 1_000), Timestamp(seconds: 100 * 86_400))
        let moments: [(Int64, FindingKind?)] = [
            (999, .tlsNotYetValid), (1_000, nil), (69 * 86_400, nil), (71 * 86_400, .tlsEndsSoon),
            (100 * 86_400, .tlsEndsSoon), (100 * 86_400 + 1, .tlsExpired),
        ]
        for (seconds, condition) in moments {
            let findings = TLSCheck.dates(
                "file", from: start, to: end, at: Timestamp(seconds: seconds))
            #expect(findings.first?.condition == condition, "\(seconds)")
        }
    }
}
