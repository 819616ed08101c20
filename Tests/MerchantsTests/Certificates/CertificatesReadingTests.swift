import AppleSimulator
import Crypto
import Merchants
import PaymentDomain
import Testing

/// A genuine certificate and what is known of it.
struct KnownCertificate: CustomTestStringConvertible, Sendable {
    let name: String
    let merchant: String
    let algorithm: KeyAlgorithm
    let notBefore: String
    let notAfter: String

    var testDescription: String { name }

    static let all = [
        KnownCertificate(
            name: "gala-2014", merchant: "merchant.com.seatgeek.SeatGeek", algorithm: .ec,
            notBefore: "2014-10-26T12:10:10Z", notAfter: "2016-11-24T12:10:10Z"),
        KnownCertificate(
            name: "gala-2021", merchant: "merchant.test.spreedly.123merchant", algorithm: .ec,
            notBefore: "2021-08-31T14:15:09Z", notAfter: "2023-09-30T14:15:08Z"),
        KnownCertificate(
            name: "basis-theory-rsa", merchant: "merchant.basistheory.sales", algorithm: .rsa,
            notBefore: "2024-01-08T17:42:30Z", notAfter: "2026-02-06T17:42:29Z"),
    ]
}

@Suite("Reading a certificate", .timeLimit(.minutes(5)))
struct CertificatesReadingTests {
    @Test(
        "Apple's own certificates are recognised, of every year",
        .enabled(if: GenuineCertificates.arePresent, "the genuine certificates are not here"),
        arguments: KnownCertificate.all)
    func genuine(_ known: KnownCertificate) throws {
        let file = try GenuineCertificates.file("\(known.name).cert.pem")
        let certificate = try AppleCertificate(file)
        #expect(certificate.purpose == .paymentProcessing)
        #expect(certificate.algorithm == known.algorithm)
        #expect(certificate.merchantIdentifier == known.merchant)
        #expect(certificate.commonName.hasSuffix(known.merchant))
        #expect(
            certificate.merchantIdentifierHash
                == Array(SHA256.hash(data: Array(known.merchant.utf8))))
        #expect(certificate.notBefore.iso8601Seconds == known.notBefore)
        #expect(certificate.notAfter.iso8601Seconds == known.notAfter)
        #expect(certificate.issuerName.contains("Apple Worldwide Developer Relations CA - G2"))
        #expect(try AppleCertificate(certificate.der) == certificate)
        let check = CertificateCheck(
            purpose: .paymentProcessing, merchantIdentifier: known.merchant,
            pendingKeyHashes: [certificate.publicKeyHash])
        #expect(check.problems(of: certificate, at: certificate.notBefore) == [])
        #expect(check.problems(of: certificate, at: CertificatesFixture.now) == [.expired])
    }

    @Test(
        "certificates of the simulator are recognised, with either key",
        arguments: KeyAlgorithm.allCases
    )
    func simulated(_ algorithm: KeyAlgorithm) throws {
        let fixture = try CertificatesFixture.shared.get()
        let certificate = try AppleCertificate(try fixture.certificate(algorithm))
        #expect(certificate.purpose == .paymentProcessing)
        #expect(certificate.algorithm == algorithm)
        #expect(certificate.publicKeyHash == fixture.request(algorithm).publicKeyHash)
        #expect(certificate.notBefore == CertificatesFixture.now)
        #expect(
            try fixture.check().problems(of: certificate, at: CertificatesFixture.now) == [])
    }

    @Test("a merchant identity certificate is recognised and accepted in its place")
    func identity() throws {
        let fixture = try CertificatesFixture.shared.get()
        let file = try fixture.certificate(.rsa, purpose: .merchantIdentity)
        let certificate = try AppleCertificate(file)
        #expect(certificate.purpose == .merchantIdentity)
        let check = try fixture.check(.merchantIdentity)
        #expect(check.problems(of: certificate, at: CertificatesFixture.now) == [])
    }

    @Test("PEM may have words around it and Windows line ends")
    func pem() throws {
        let der = try CertificatesFixture.shared.get().certificate()
        let pem = "Bag Attributes\n  friendlyName: x\n" + pemText(der)
        #expect(try AppleCertificate(Array(pem.utf8)).der == der)
        let windows = pemText(der).replacing("\n", with: "\r\n")
        #expect(try AppleCertificate(Array(windows.utf8)).der == der)
    }

    @Test("PEM may have blanks at its line ends and text that is not UTF-8 around it")
    func dirtyPEM() throws {
        let der = try CertificatesFixture.shared.get().certificate()
        let pem = pemText(der).replacing("\n", with: " \n")
        let file = Array("subject=O = Caf".utf8) + [0xE9, 0x0A] + Array(pem.utf8)
        #expect(try AppleCertificate(file).der == der)
    }

    @Test("of a chain in PEM the certificate that answers a request is taken, wherever it is")
    func chain() throws {
        let fixture = try CertificatesFixture.shared.get()
        let own = try fixture.certificate()
        let issuer = fixture.apple.intermediate.identity.certificateDER
        for files in [[own, issuer], [issuer, own]] {
            let pem = files.map { pemText($0) }.joined()
            let (certificate, problems) = try fixture.check().read(
                Array(pem.utf8), at: CertificatesFixture.now)
            #expect(certificate?.der == own)
            #expect(problems == [])
        }
    }

    @Test("without Apple's extension the subject's UID says whose it is")
    func userID() throws {
        let fixture = try CertificatesFixture.shared.get()
        let file = try fixture.certificate { $0.otherExtensions = [] }
        let certificate = try AppleCertificate(file)
        let hash = Array(SHA256.hash(data: Array(CertificatesFixture.merchant.utf8)))
        #expect(certificate.merchantIdentifierHash == hash)
    }

    @Test("the certificates of 2014, whose names give no purpose, are distinguished by their use")
    func earlyNames() throws {
        let fixture = try CertificatesFixture.shared.get()
        let name = "Merchant ID: \(CertificatesFixture.merchant)"
        let processing = try fixture.certificate { $0.subject.commonName = name }
        #expect(try AppleCertificate(processing).purpose == .paymentProcessing)
        let identity = try fixture.certificate {
            $0 = .merchantIdentity(CertificatesFixture.merchant)
            $0.subject.commonName = name
        }
        #expect(try AppleCertificate(identity).purpose == .merchantIdentity)
    }
}
