import Foundation
import Glibc
import PaymentDomain

@testable import CosterServer

extension DoctorRow {
    /// The settings.
    static let settings: [DoctorRow] = [
        DoctorRow("an installation in which nothing is wrong", spoil: { _ in }),
        DoctorRow(settings: "{\"body-limit\": 1000, \"max-connections\": \"5\"}"),
        DoctorRow(settings: "{\"refund-beyond-capture\": true, \"listen\": \"[::1]:0\"}"),
        DoctorRow(settings: "{\"log-level\": \"warning\", \"database-connections\": 16}"),
        DoctorRow(settings: "", .configurationNotJSON),
        DoctorRow(settings: "{\"body-limit\": 1000", .configurationNotJSON),
        DoctorRow(settings: "[1]", .configurationNotJSON),
        DoctorRow(settings: "{\"body-limits\": 1000}", .settingUnknown),
        DoctorRow(
            settings: "{\"tls\": {\"key-file\": \"k\"}}", .settingUnknown,
            text: "Unknown setting `tls`. Remove it."),
        DoctorRow(
            settings: "{\"log-levels\": \"5ec12e7\", \"body-limit\": \"5ec12e7\"}", .settingUnknown,
            .settingInvalid),
        DoctorRow(settings: "{\"body-limit\": 0}", .settingInvalid),
        DoctorRow(settings: "{\"body-limit\": 16777217}", .settingInvalid),
        DoctorRow(settings: "{\"body-limit\": 1.5}", .settingInvalid),
        DoctorRow(settings: "{\"max-connections\": \"many\"}", .settingInvalid),
        DoctorRow(settings: "{\"token-max-age-seconds\": -1}", .settingInvalid),
        DoctorRow(settings: "{\"refund-beyond-capture\": 7}", .settingInvalid),
        address("8080"),
        address("localhost:80800"),
        address("[::1:8080"),
        DoctorRow(settings: "{\"log-level\": \"loud\"}", .settingInvalid),
        DoctorRow(settings: "{\"database-connections\": 0}", .settingInvalid),
        DoctorRow(settings: "{\"database-url\": \"mysql://h/d\"}", .settingInvalid),
        DoctorRow(
            settings: "{\"database-url\": \"postgres://h/d?sslmode=verify_full\"}", .settingInvalid),
        DoctorRow(settings: "{\"listen\": \"0.0.0.0:8080\"}", .plainHTTP),
        DoctorRow(settings: "{\"listen\": \"[::]:8080\"}", .plainHTTP),
        DoctorRow(settings: "{\"tls-certificate-file\": \"c\"}", .tlsHalf),
        DoctorRow(settings: "{\"tls-key-file\": \"k\"}", .tlsHalf),
        DoctorRow(
            settings: "{\"database-url\": \"postgresql:///d?host=/nowhere\"}", .databaseUnreachable),
        DoctorRow(
            "a settings file that is not there", .configurationUnreadable,
            visit: { DoctorVisit(options: ["--config", "\($0.place.path)/absent.json"]) }),
        password("in a settings file that others can read", mode: 0o644, .secretExposed),
        password("in a settings file of the owner's", mode: 0o600),
        DoctorRow(
            "a password on the command line", .secretExposed, .databaseUnreachable,
            visit: { _ in DoctorVisit(options: ["--database-url", secretURL]) }),
        DoctorRow(
            "production without a live line", .lineMissing, .certificateNotApples,
            visit: { _ in DoctorVisit(isSandbox: false) }),
    ]

    private static let secretURL = "postgres://shop:5ec12e7@/d?host=/nowhere"

    private static func password(
        _ place: String, mode: mode_t, _ findings: FindingKind...
    ) -> DoctorRow {
        DoctorRow("a password \(place)", findings + [.databaseUnreachable]) { fixture in
            let json = "{\"database-url\": \"\(secretURL)\"}"
            let visit = try DoctorVisit.settings(json, fixture)
            chmod(visit.options[1], mode)
            return visit
        }
    }

    private static func address(_ text: String) -> DoctorRow {
        DoctorRow(
            settings: "{\"listen\": \"\(text)\"}", .settingInvalid,
            text:
                "Invalid value '\(text)' for `listen`. Use HOST:PORT, for example 127.0.0.1:8080.")
    }

    /// The files of TLS.
    static let tls: [DoctorRow] = [
        secured("a certificate with its own key", days: 100) { ($0, $1) },
        secured("a key that a group can read", days: 100) { certificate, key in
            chmod(key, 0o640)
            return (certificate, key)
        },
        secured("a key that all can read", days: 100, .tlsKeyOpen) { certificate, key in
            chmod(key, 0o644)
            return (certificate, key)
        },
        secured("a certificate of ten days", days: 10, .tlsEndsSoon) { ($0, $1) },
        secured("a certificate of the day before yesterday", days: 1, at: 3, .tlsExpired) {
            ($0, $1)
        },
        secured(
            "a certificate of tomorrow", days: 100, at: -1, .tlsNotYetValid,
            .certificateNotYetValid, .clockBehind
        ) { ($0, $1) },
        secured("no certificate", days: 100, .tlsCertificateUnreadable) { ($0 + "x", $1) },
        secured("no key", days: 100, .tlsKeyUnreadable) { ($0, $1 + "x") },
        secured("a certificate for a key", days: 100, .tlsKeyUnreadable) { certificate, _ in
            (certificate, certificate)
        },
        DoctorRow(
            "another certificate's key", .tlsKeyMismatch,
            visit: { fixture in
                let place = fixture.place.path
                let own = try await OpenSSL.makeCertificate(at: "\(place)/own")
                let other = try await OpenSSL.makeCertificate(at: "\(place)/other")
                return DoctorVisit(environment: files(own.certificate, other.key))
            }),
    ]

    private static func files(_ certificate: String, _ key: String) -> [String: String] {
        ["COSTER_TLS_CERTIFICATE_FILE": certificate, "COSTER_TLS_KEY_FILE": key]
    }

    /// A certificate for some days with its key, of which others may be set, and when the doctor looks.
    private static func secured(
        _ cause: String, days: Int, at day: Int64 = 0, _ findings: FindingKind...,
        change: @escaping @Sendable (String, String) -> (String, String)
    ) -> DoctorRow {
        DoctorRow(cause, findings) { fixture in
            let made = try await OpenSSL.makeCertificate(
                at: "\(fixture.place.path)/own", days: days)
            let (certificate, key) = change(made.certificate, made.key)
            var visit = DoctorVisit.at(day, fixture)
            visit.environment = files(certificate, key)
            return visit
        }
    }
}
