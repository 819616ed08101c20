import AppleSimulator
import CardVault
import Foundation
import MerchantStorage
import Merchants
import PaymentDomain
import PaymentStorage

@testable import CosterServer

extension DoctorRow {
    /// The merchants' keys and certificates.
    static let certificates: [DoctorRow] = [
        DoctorRow(
            "a certificate of another key", .privateKeyForeign,
            spoil: { fixture in
                try await fixture.keep(
                    try request("ours"), certificate: try fixture.issue(try request("theirs")))
            }),
        DoctorRow(
            "a private key of another certificate", .privateKeyForeign,
            spoil: { fixture in
                let (ours, other) = (try request("ours"), try request("other"))
                try await fixture.keep(ours, certificate: try fixture.issue(ours))
                let vault = try await fixture.vault(of: DoctorFixture.shop)
                let binding = CertificateRecord.binding(ours.publicKeyHash, of: DoctorFixture.shop)
                let sealed = try vault.seal(other.privateKey, for: binding)
                try await fixture.spoil(
                    "UPDATE certificates SET sealed_key = ? WHERE number = 2",
                    values: [sealed.bytes.sqlValue])
            }),
        DoctorRow(
            "a damaged private key", .privateKeyClosed, words: ": certificate 1 of shop: ",
            sql: noKeys),
        DoctorRow(
            "a damaged private key of a request", .privateKeyClosed, words: ": request 2 of shop: ",
            spoil: { fixture in
                try await fixture.keep(try request("next"), certificate: nil)
                try await fixture.spoil(noKeys)
            }),
        DoctorRow(
            "a merchant identity in place of payment processing", .certificateIsIdentity,
            spoil: { try await keepIdentity($0) }),
        DoctorRow(
            "a merchant identity in its own place, and a domain",
            spoil: { fixture in
                try await keepDomain(fixture)
                try await keepIdentity(fixture)
                try await fixture.spoil(identityInPlace)
            }),
        DoctorRow(
            "a domain, and no merchant identity", .domainWithoutIdentity, words: "merchant shop",
            spoil: { try await keepDomain($0) }),
        DoctorRow(
            "another merchant's identity", .certificateOfOther,
            words: "identity certificate 2 of shop",
            spoil: { fixture in
                try await keepDomain(fixture)
                try await keepIdentity(fixture, of: "merchant.com.example.other")
                try await fixture.spoil(identityInPlace)
            }),
        DoctorRow(
            "a merchant identity of another key", .privateKeyForeign,
            words: "identity certificate 2 of shop",
            spoil: { fixture in
                try await keepDomain(fixture)
                let certificate = try fixture.issue(
                    try request("theirs", .rsa), purpose: .merchantIdentity)
                try await fixture.keep(try request("ours", .rsa), certificate: certificate)
                try await fixture.spoil(identityInPlace)
            }),
        DoctorRow(
            "a merchant identity that has ended", .certificateExpired,
            words: "identity certificate 2 of shop",
            spoil: { fixture in
                try await keepDomain(fixture)
                let request = try request("old", .rsa)
                let certificate = try fixture.issue(
                    request, purpose: .merchantIdentity, to: fixture.now.adding(seconds: -60))
                try await fixture.keep(request, certificate: certificate)
                try await fixture.spoil(identityInPlace)
            }),
        // Its key is also not of the kind that identities have.
        DoctorRow(
            "payment processing in place of a merchant identity", .certificateIsProcessing,
            .certificateUnfit, .merchantWithoutCertificate,
            sql: "UPDATE certificates SET purpose = 'merchant-identity'"),
        DoctorRow(
            "another merchant's certificate", .certificateOfOther,
            spoil: { fixture in
                let request = try request("other")
                let other = try fixture.issue(request, for: "merchant.com.example.other")
                try await fixture.keep(request, certificate: other)
            }),
        DoctorRow(
            "a certificate of zeros", .certificateUnreadable,
            sql: "UPDATE certificates SET certificate = zeroblob(100)"),
        dated(0, .certificateNotYetValid), dated(3), dated(69), dated(75, .certificateEndsSoon),
        dated(99, .certificateEndsSoon), dated(101, .certificateExpired),
        DoctorRow(
            "a certificate that ends soon, beside a longer one",
            spoil: { fixture in
                let old = try request("old")
                let end = fixture.now.adding(seconds: 10 * 86_400)
                try await fixture.keep(old, certificate: try fixture.issue(old, to: end))
            }),
        asked(13), asked(15, .requestUnanswered),
        DoctorRow(
            "a request of a merchant without a certificate", .requestAlone,
            spoil: { fixture in
                try await fixture.spoil("DELETE FROM certificates")
                try await fixture.keep(try request("first"), certificate: nil)
            }),
        DoctorRow(
            "a merchant without a certificate", .merchantWithoutCertificate,
            sql: "DELETE FROM certificates"),
    ]

    /// The merchants' clients.
    static let clients: [DoctorRow] =
        [
            DoctorRow(
                "a merchant without a client", .merchantWithoutClient,
                sql: "DELETE FROM credentials", "DELETE FROM clients"),
            DoctorRow(
                "a merchant with an open name alone", .merchantWithoutClient,
                spoil: { fixture in
                    try await fixture.spoil("DELETE FROM credentials")
                    try await fixture.spoil("DELETE FROM clients")
                    try await fixture.database { store in
                        let paypage = try ClientIdentity(
                            dialect: "vantiv", name: "paypage", merchant: DoctorFixture.shop,
                            isOpen: true)
                        _ = try await store.merchantStore.addClient(
                            [paypage], secret: nil, by: "test", at: fixture.now)
                    }
                }),
        ]
        + [
            "UPDATE credentials SET revoked_at = 5", "UPDATE credentials SET expires_at = 5",
            "DELETE FROM credentials",
        ].map { sql in
            DoctorRow(
                sql, .clientWithoutSecret, words: "client SHOP (radial) of shop", sql: sql)
        }

    private static let noKeys = "UPDATE certificates SET sealed_key = zeroblob(160)"

    private static func request(
        _ name: String, _ algorithm: KeyAlgorithm = .ec
    ) throws -> CertificateRequest {
        try CertificateRequest.make(algorithm: algorithm, commonName: name)
    }

    private static func keepIdentity(
        _ fixture: DoctorFixture, of identifier: String = DoctorFixture.identifier
    ) async throws {
        let request = try request("identity", .rsa)
        let certificate = try fixture.issue(request, for: identifier, purpose: .merchantIdentity)
        try await fixture.keep(request, certificate: certificate)
    }

    private static let identityInPlace =
        "UPDATE certificates SET purpose = 'merchant-identity' WHERE number = 2"

    private static func keepDomain(_ fixture: DoctorFixture) async throws {
        try await fixture.database { store in
            let domain = try WebDomain(typed: "shop.example").identity(of: DoctorFixture.shop)
            _ = try await store.merchantStore.addClient(
                [domain], secret: nil, by: "test", at: fixture.now)
        }
    }

    /// A certificate from day 2 to day 100 beside one of another kind, on a day.
    private static func dated(_ day: Int64, _ findings: FindingKind...) -> DoctorRow {
        DoctorRow("a certificate from day 2 to day 100, on day \(day)", findings) { fixture in
            let request = try request("dated", .rsa)
            let certificate = try fixture.issue(
                request, from: fixture.now.adding(seconds: 2 * 86_400),
                to: fixture.now.adding(seconds: 100 * 86_400))
            try await fixture.keep(request, certificate: certificate)
            return .at(day, fixture)
        }
    }

    /// A request without an answer after some days.
    private static func asked(_ day: Int64, _ findings: FindingKind...) -> DoctorRow {
        DoctorRow("a request that waits for \(day) days", findings) { fixture in
            try await fixture.keep(try request("next"), certificate: nil)
            return .at(day, fixture)
        }
    }
}
