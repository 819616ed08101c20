import AppleSimulator
import Crypto
import CryptoExtras
import Foundation
import Merchants
import PaymentDomain
import X509

extension WrongCertificate {
    /// The file.
    func file(_ fixture: CertificatesFixture) throws -> [UInt8] {
        switch self {
        case .nothing, .words, .zeros, .cutShort, .trailingBytes, .emptyPEM, .chainInPEM,
            .chainInDER, .request, .requestDER, .privateKey, .privateKeyDER, .pkcs12:
            try otherFile(fixture)
        case .p384, .rsa3072, .rsa1024, .ecForIdentity, .strangeKey: try otherKey(fixture)
        case .selfSigned, .otherIssuer, .almostApple, .otherRootSameName, .everythingWrong:
            try otherIssuer(fixture)
        case .identityForProcessing: try fixture.certificate(.rsa, purpose: .merchantIdentity)
        case .processingForIdentity: try fixture.certificate(.rsa)
        case .signer:
            try fixture.certificate { $0 = CertificateRecipe(.signer, subject: .ecSigner) }
        case .noMerchant:
            try fixture.certificate {
                $0.otherExtensions = []
                $0.subject.userID = nil
            }
        case .brokenExtension: try extended(fixture, SimulatorDER.utf8("not sixty-four digits"))
        case .otherMerchant: try fixture.certificate(merchant: "merchant.coster.other")
        case .otherExtension:
            try extended(fixture, SimulatorDER.utf8(String(repeating: "A", count: 64)))
        case .answered: try fixture.certificate()
        case .expired:
            try fixture.certificate(
                from: CertificatesFixture.now.adding(seconds: -100),
                to: CertificatesFixture.now.adding(seconds: -1))
        case .notYetValid:
            try fixture.certificate(from: CertificatesFixture.now.adding(seconds: 60))
        }
    }

    private func otherFile(_ fixture: CertificatesFixture) throws -> [UInt8] {
        let good = try fixture.certificate()
        let issuer = fixture.apple.intermediate.identity.certificateDER
        switch self {
        case .words: return Array("Here is the certificate that you asked for.".utf8)
        case .zeros: return [UInt8](repeating: 0, count: 1200)
        case .cutShort: return good.dropLast(5)
        case .trailingBytes: return good + [0x05, 0x00]
        case .emptyPEM: return Array(pemText([]).utf8)
        case .chainInPEM:
            let other = try fixture.certificate(key: try SimulatedKey.make(.p256)) { _ in }
            return Array((pemText(other) + pemText(issuer)).utf8)
        case .chainInDER: return good + issuer
        case .request: return Array(fixture.ec.pem.utf8)
        case .requestDER:
            let request = try CertificateSigningRequest(pemEncoded: fixture.ec.pem)
            return Array(try request.serializeAsPEM().derBytes)
        case .privateKey: return Array(pemText(fixture.ec.privateKey, "PRIVATE KEY").utf8)
        case .privateKeyDER: return fixture.rsa.privateKey
        case .pkcs12: return try fixture.pkcs12()
        default: return []
        }
    }

    private func otherKey(_ fixture: CertificatesFixture) throws -> [UInt8] {
        switch self {
        case .p384: return try fixture.certificate(key: try SimulatedKey.make(.p384)) { _ in }
        case .rsa3072:
            let key = try _RSA.Signing.PrivateKey(keySize: .bits3072)
            return try fixture.certificate(key: .rsa(key)) { _ in }
        case .rsa1024:
            let size = _RSA.Signing.KeySize(bitCount: 1024)
            let key = try _RSA.Signing.PrivateKey(unsafeKeySize: size)
            return try fixture.certificate(key: .rsa(key)) { _ in }
        case .ecForIdentity:
            return try fixture.certificate { $0 = .merchantIdentity(CertificatesFixture.merchant) }
        default: return try fixture.certificate(key: try SimulatedKey.make(.p256)) { _ in }
        }
    }

    private func otherIssuer(_ fixture: CertificatesFixture) throws -> [UInt8] {
        switch self {
        case .selfSigned:
            let recipe = CertificateRecipe.merchant(CertificatesFixture.merchant)
            return try SimulatedAuthority.selfSigned(recipe, key: try fixture.ecKey())
                .certificateDER
        case .almostApple:
            return try fixture.certificate {
                $0.issuer = CertificateName(
                    "Apple Worldwide Developer Relations CA - G2x", unit: "x")
                $0.issuer?.organization = "Apple Inc."
            }
        case .otherRootSameName:
            let other = try SimulatedApple.create().intermediate
            return try fixture.certificate(by: other) { _ in }
        case .everythingWrong:
            return try fixture.certificate(key: try SimulatedKey.make(.p384)) {
                $0 = .merchant("merchant.coster.other")
                $0.issuer = CertificateName("No one", unit: "Nowhere")
                $0.notAfter = CertificatesFixture.now.adding(seconds: -86_400)
            }
        default:
            return try fixture.certificate {
                $0.issuer = CertificateName("No one", unit: "Nowhere")
            }
        }
    }

    private func extended(_ fixture: CertificatesFixture, _ value: [UInt8]) throws -> [UInt8] {
        try fixture.certificate {
            $0.otherExtensions = [
                Certificate.Extension(
                    oid: SimulatorOID.merchantIdentifierHash, critical: false, value: value[...])
            ]
        }
    }
}
