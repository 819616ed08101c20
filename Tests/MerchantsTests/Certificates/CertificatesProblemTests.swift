import AppleSimulator
import CryptoExtras
import Merchants
import PaymentDomain
import Testing

/// Something that an operator may give in place of the right certificate.
enum WrongCertificate: String, CaseIterable, Sendable {
    case nothing, zeros, cutShort, trailingBytes, emptyPEM
    case chainInDER, requestDER, privateKey
    case brokenExtension, otherExtension
    case rsa3072, rsa1024
    case selfSigned, almostApple
    case everythingWrong

    /// All that is wrong with it, the gravest first.
    var problems: [CertificateProblem] {
        switch self {
        case .nothing, .zeros, .cutShort, .trailingBytes, .emptyPEM: [.notACertificate]
        case .chainInDER: [.severalCertificates]
        case .requestDER: [.requestGiven]
        case .privateKey: [.privateKeyGiven]
        case .brokenExtension: [.merchantIdentifierMissing]
        case .otherExtension: [.otherMerchant]
        case .rsa3072: [.noPendingRequest, .keyUnsupported]
        case .rsa1024: [.keyUnsupported]
        case .selfSigned, .almostApple: [.issuerUnknown]
        case .everythingWrong:
            [
                .isPaymentProcessing, .otherMerchant, .noPendingRequest, .keyUnsupported,
                .issuerUnknown, .expired,
            ]
        }
    }

    /// The purpose that it is given for.
    var wanted: CertificatePurpose {
        self == .everythingWrong ? .merchantIdentity : .paymentProcessing
    }
}

@Suite("The problems of a certificate", .timeLimit(.minutes(5)))
struct CertificatesProblemTests {
    @Test(
        "each wrong certificate is refused with all its problems",
        arguments: WrongCertificate.allCases)
    func table(_ wrong: WrongCertificate) throws {
        let fixture = try CertificatesFixture.shared.get()
        let check = try fixture.check(wrong.wanted)
        let (_, problems) = check.read(try wrong.file(fixture), at: CertificatesFixture.now)
        #expect(problems == wrong.problems)
    }

    @Test("Apple's authorities are known by their names, of every generation")
    func appleNames() throws {
        let fixture = try CertificatesFixture.shared.get()
        for (name, unit) in [
            ("Apple Worldwide Developer Relations CA - G2", "Apple Certification Authority"),
            ("Apple Worldwide Developer Relations CA - G6", "Apple Certification Authority"),
            ("Apple Worldwide Developer Relations Certification Authority", "G3"),
            ("Apple Worldwide Developer Relations Certification Authority", "G5"),
        ] {
            let file = try fixture.certificate {
                $0.issuer = CertificateName(name, unit: unit)
                $0.issuer?.organization = "Apple Inc."
            }
            let (_, problems) = try fixture.check().read(file, at: CertificatesFixture.now)
            #expect(problems == [], "\(name)")
        }
    }

    @Test("a sandbox may take its simulator's certificates alone")
    func simulatorAlone() throws {
        let fixture = try CertificatesFixture.shared.get()
        let file = try fixture.certificate {
            $0.issuer = CertificateName("Apple Worldwide Developer Relations CA - G2", unit: "x")
            $0.issuer?.organization = "Apple Inc."
        }
        var check = try fixture.check()
        check.issuers = try CertificateIssuers(
            known: [fixture.apple.intermediate.identity.certificateDER], acceptsApple: false)
        #expect(check.read(file, at: CertificatesFixture.now).problems == [.issuerUnknown])
        let good = try fixture.certificate()
        #expect(check.read(good, at: CertificatesFixture.now).problems == [])
    }

    @Test("without the simulator's authority its certificates are no one's")
    func notInProduction() throws {
        let fixture = try CertificatesFixture.shared.get()
        var check = try fixture.check()
        check.issuers = .apple
        let problems = check.read(try fixture.certificate(), at: CertificatesFixture.now).problems
        #expect(problems == [.issuerUnknown])
    }

    @Test("a certificate is good in its first and in its last second")
    func edges() throws {
        let fixture = try CertificatesFixture.shared.get()
        let certificate = try AppleCertificate(try fixture.certificate())
        let check = try fixture.check()
        #expect(check.problems(of: certificate, at: certificate.notBefore) == [])
        #expect(check.problems(of: certificate, at: certificate.notAfter) == [])
        let before = certificate.notBefore.adding(seconds: -1)
        #expect(check.problems(of: certificate, at: before) == [.notYetValid])
        let after = certificate.notAfter.adding(seconds: 1)
        #expect(check.problems(of: certificate, at: after) == [.expired])
    }

    @Test("each problem has a code of its own, and a sentence that says how to mend it")
    func sentences() {
        let all =
            CertificateProblem.allCases.map { ($0.code, $0.sentence) }
            + PKCS12Problem.allCases.map { ($0.code, $0.sentence) }
            + CertificateRequestError.allCases.map { ($0.code, $0.sentence) }
        #expect(Set(all.map(\.0)).count == all.count)
        #expect(Set(all.map(\.1)).count == all.count)
        for (code, sentence) in all {
            #expect(sentence.hasSuffix(".") && sentence.contains(". "), "\(code)")
        }
    }
}
