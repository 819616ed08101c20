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
        case .nothing, .zeros, .cutShort, .trailingBytes, .emptyPEM, .chainInDER, .requestDER,
            .privateKey:
            try otherFile(fixture)
        case .rsa3072, .rsa1024: try otherKey(fixture)
        case .selfSigned, .almostApple, .everythingWrong: try otherIssuer(fixture)
        case .brokenExtension: try extended(fixture, SimulatorDER.utf8("not sixty-four digits"))
        case .otherExtension:
            try extended(fixture, SimulatorDER.utf8(String(repeating: "A", count: 64)))
        }
    }

    private func otherFile(_ fixture: CertificatesFixture) throws -> [UInt8] {
        let good = try fixture.certificate()
        let issuer = fixture.apple.intermediate.identity.certificateDER
        switch self {
        case .zeros: return [UInt8](repeating: 0, count: 1200)
        case .cutShort: return good.dropLast(5)
        case .trailingBytes: return good + [0x05, 0x00]
        case .emptyPEM: return Array(pemText([]).utf8)
        case .chainInDER: return good + issuer
        case .requestDER:
            let request = try CertificateSigningRequest(pemEncoded: fixture.ec.pem)
            return Array(try request.serializeAsPEM().derBytes)
        case .privateKey: return Array(pemText(fixture.ec.privateKey, "PRIVATE KEY").utf8)
        default: return []
        }
    }

    private func otherKey(_ fixture: CertificatesFixture) throws -> [UInt8] {
        if self == .rsa3072 {
            let key = try _RSA.Signing.PrivateKey(keySize: .bits3072)
            return try fixture.certificate(key: .rsa(key)) { _ in }
        }
        let size = _RSA.Signing.KeySize(bitCount: 1024)
        let key = try _RSA.Signing.PrivateKey(unsafeKeySize: size)
        return try fixture.certificate(key: .rsa(key)) { _ in }
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
        default:
            return try fixture.certificate(key: try SimulatedKey.make(.p384)) {
                $0 = .merchant("merchant.coster.other")
                $0.issuer = CertificateName("No one", unit: "Nowhere")
                $0.notAfter = CertificatesFixture.now.adding(seconds: -86_400)
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
