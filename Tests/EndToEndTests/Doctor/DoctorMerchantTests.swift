import MerchantStorage
import AppleSimulator
import Foundation
import Merchants
import PaymentDomain
import PaymentStorage
import Testing

@testable import CosterServer

@Suite("coster doctor, merchants, their certificates and clients", .timeLimit(.minutes(20)))
struct DoctorMerchantTests {
    private static let day: Int64 = 86_400

    @Test("a certificate of another key is found")
    func mismatch() async throws {
        try await DoctorFixture.lend { fixture in
            let ours = try CertificateRequest.make(algorithm: .ec, commonName: "ours")
            let theirs = try CertificateRequest.make(algorithm: .ec, commonName: "theirs")
            try await fixture.keep(ours, certificate: try fixture.issue(theirs))
            expect(try await fixture.examine(), .privateKeyForeign)
        }
    }

    @Test("a private key that is another one than its row says is found")
    func foreignKey() async throws {
        try await DoctorFixture.lend { fixture in
            let ours = try CertificateRequest.make(algorithm: .ec, commonName: "ours")
            let other = try CertificateRequest.make(algorithm: .ec, commonName: "other")
            try await fixture.keep(ours, certificate: try fixture.issue(ours))
            let vault = try await fixture.vault(of: DoctorFixture.shop)
            let binding = CertificateRecord.binding(ours.publicKeyHash, of: DoctorFixture.shop)
            let sealed = try vault.seal(other.privateKey, for: binding)
            try await fixture.spoil(
                "UPDATE certificates SET sealed_key = ? WHERE number = 2",
                values: [sealed.bytes.sqlValue])
            expect(try await fixture.examine(), .privateKeyForeign)
        }
    }

    @Test("a private key that does not open is found, of a request too")
    func closed() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil("UPDATE certificates SET sealed_key = zeroblob(160)")
            expect(try await fixture.examine(), .privateKeyClosed)
            try await fixture.keep(
                try CertificateRequest.make(algorithm: .ec, commonName: "next"), certificate: nil)
            try await fixture.spoil("UPDATE certificates SET sealed_key = zeroblob(160)")
            let report = try await fixture.examine()
            expect(report, .privateKeyClosed)
            #expect(
                report.findings.map(\.subject) == ["certificate 1 of shop", "request 2 of shop"])
        }
    }

    @Test("a merchant identity certificate in place of a payment processing one is found")
    func identity() async throws {
        try await DoctorFixture.lend { fixture in
            let request = try CertificateRequest.make(algorithm: .rsa, commonName: "identity")
            let certificate = try fixture.issue(request, purpose: .merchantIdentity)
            try await fixture.keep(request, certificate: certificate)
            expect(try await fixture.examine(), .certificateIsIdentity)
            try await fixture.spoil(
                "UPDATE certificates SET purpose = 'merchant-identity' WHERE number = 2")
            expect(try await fixture.examine())
            try await fixture.spoil(
                "UPDATE certificates SET purpose = 'merchant-identity' WHERE number = 1")
            // Its key is also not of the kind that identities have.
            expect(
                try await fixture.examine(), .certificateIsProcessing, .certificateUnfit,
                .merchantWithoutCertificate)
        }
    }

    @Test("another merchant's certificate is found")
    func otherMerchant() async throws {
        try await DoctorFixture.lend { fixture in
            let request = try CertificateRequest.make(algorithm: .ec, commonName: "other")
            let certificate = try fixture.issue(request, for: "merchant.com.example.other")
            try await fixture.keep(request, certificate: certificate)
            expect(try await fixture.examine(), .certificateOfOther)
        }
    }

    @Test("a certificate that cannot be read is found")
    func unreadable() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil("UPDATE certificates SET certificate = zeroblob(100)")
            expect(try await fixture.examine(), .certificateUnreadable)
        }
    }

    @Test("one that the simulator issued is well in a sandbox and found in production")
    func simulated() async throws {
        try await DoctorFixture.lend { fixture in
            expect(try await fixture.examine())
            expect(
                try await fixture.examine(sandbox: false), .certificateNotApples, .acquirerMissing)
        }
    }

    @Test("the dates of a certificate decide between not yet, well, soon and over")
    func dates() async throws {
        try await DoctorFixture.lend { fixture in
            let (start, end) = (
                fixture.now.adding(seconds: 2 * Self.day),
                fixture.now.adding(seconds: 100 * Self.day)
            )
            let request = try CertificateRequest.make(algorithm: .rsa, commonName: "dated")
            let certificate = try fixture.issue(request, from: start, to: end)
            try await fixture.keep(request, certificate: certificate)
            let rows: [(day: Int64, condition: FindingKind?)] = [
                (0, .certificateNotYetValid), (3, nil), (69, nil), (75, .certificateEndsSoon),
                (99, .certificateEndsSoon), (101, .certificateExpired),
            ]
            for row in rows {
                let report = try await fixture.examine(
                    at: fixture.now.adding(seconds: row.day * Self.day))
                #expect(
                    report.findings.map(\.condition) == [row.condition].compactMap { $0 },
                    "day \(row.day): \(report.lines)")
            }
        }
    }

    @Test("a certificate that ends soon is no problem if a longer one of its kind is in use")
    func followed() async throws {
        try await DoctorFixture.lend { fixture in
            let old = try CertificateRequest.make(algorithm: .ec, commonName: "old")
            let end = fixture.now.adding(seconds: 10 * Self.day)
            try await fixture.keep(old, certificate: try fixture.issue(old, to: end))
            expect(try await fixture.examine())
        }
    }

    @Test("a request without an answer is a warning after 14 days")
    func unanswered() async throws {
        try await DoctorFixture.lend { fixture in
            let request = try CertificateRequest.make(algorithm: .ec, commonName: "next")
            try await fixture.keep(request, certificate: nil)
            let later = { (days: Int64) in fixture.now.adding(seconds: days * Self.day) }
            expect(try await fixture.examine(at: later(13)))
            let report = try await fixture.examine(at: later(15))
            expect(report, .requestUnanswered)
            #expect(report.problems == 0)
        }
    }

    @Test("it is a problem at once if the merchant has no certificate")
    func alone() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil("DELETE FROM certificates")
            expect(try await fixture.examine(), .merchantWithoutCertificate)
            let request = try CertificateRequest.make(algorithm: .ec, commonName: "first")
            try await fixture.keep(request, certificate: nil)
            let report = try await fixture.examine()
            expect(report, .requestAlone)
            #expect(report.problems == 1)
        }
    }

    @Test("a merchant without a client is a warning, with open names alone too")
    func withoutClient() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil("DELETE FROM credentials", "DELETE FROM clients")
            expect(try await fixture.examine(), .merchantWithoutClient)
            try await fixture.database { store in
                let paypage = try ClientIdentity(
                    dialect: "vantiv", name: "paypage", merchant: DoctorFixture.shop, isOpen: true)
                _ = try await store.merchantStore.addClient(
                    [paypage], secret: nil, by: "test", at: fixture.now)
            }
            expect(try await fixture.examine(), .merchantWithoutClient)
        }
    }

    @Test(
        "a client all of whose secrets ended or were revoked is a warning",
        arguments: [
            "UPDATE credentials SET revoked_at = 5", "UPDATE credentials SET expires_at = 5",
            "DELETE FROM credentials",
        ])
    func withoutSecret(_ change: String) async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil(change)
            let report = try await fixture.examine()
            expect(report, .clientWithoutSecret)
            #expect(report.problems == 0)
            #expect(report.lines.first?.contains("client SHOP (radial) of shop") == true)
        }
    }
}
