import AppleSimulator
import Crypto
import CryptoExtras
import Foundation
import PaymentDomain
import Testing
import X509

@Suite("Tokens for a merchant that keeps its own key", .timeLimit(.minutes(5)))
struct OwnKeyTests {
    private static let id = "merchant.coster.own"
    /// The simulator's own merchant of another name, whose pairs must not be used.
    private func device(
        _ key: Certificate.PrivateKey, _ signature: Certificate.SignatureAlgorithm
    ) throws -> (SimulatedDevice, SimulatedCertificate) {
        let fixture = try SimulatorFixture.shared.get()
        let request = try CertificateSigningRequest(
            version: .v1, subject: try DistinguishedName { CommonName("shop") }, privateKey: key,
            attributes: CertificateSigningRequest.Attributes(), signatureAlgorithm: signature)
        let certificate = try fixture.apple.answer(
            try SimulatedRequest(Array(try request.serializeAsPEM().derBytes)),
            for: OwnKeyTests.id, purpose: .paymentProcessing,
            validity: try SimulatedApple.Validity(from: moment))
        let device = SimulatedDevice(
            apple: fixture.apple, merchant: fixture.merchant,
            certificate: try SimulatedCertificate(Array(certificate.pem.utf8)))
        return (device, certificate)
    }

    @Test("an EC_v1 token opens with the private key that the simulator never saw")
    func agreed() throws {
        let key = P256.KeyAgreement.PrivateKey()
        let signing = try P256.Signing.PrivateKey(rawRepresentation: key.rawRepresentation)
        let (device, certificate) = try device(
            Certificate.PrivateKey(signing), .ecdsaWithSHA256)
        let token = try device.pay(try order()).fields
        #expect(
            try bytes(base64: token.publicKeyHash)
                == Array(SHA256.hash(data: certificate.publicKeyInfo)))
        let plaintext = try Opening.agreed(
            data: try bytes(base64: token.data),
            ephemeralKeyInfo: try bytes(base64: token.ephemeralPublicKey ?? ""), key: key,
            merchantHash: Array(SHA256.hash(data: Data(OwnKeyTests.id.utf8))))
        #expect(String(decoding: plaintext, as: UTF8.self).contains("1499"))
    }

    @Test("an RSA_v1 token opens with the private key that the simulator never saw")
    func transported() throws {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let (device, certificate) = try device(
            Certificate.PrivateKey(key), .sha256WithRSAEncryption)
        #expect(certificate.version == .rsaV1)
        let token = try device.pay(try order(.visa, .rsaV1)).fields
        let plaintext = try Opening.transported(
            data: try bytes(base64: token.data),
            wrappedKey: try bytes(base64: token.wrappedKey ?? ""),
            keyPEM: key.pkcs8PEMRepresentation)
        #expect(String(decoding: plaintext, as: UTF8.self).contains("1499"))
    }

    @Test("a certificate takes no tokens of the other version")
    func otherVersion() throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let (device, _) = try device(key, .ecdsaWithSHA256)
        #expect(throws: SimulatorError.versionMismatch) {
            try device.pay(try order(.visa, .rsaV1))
        }
    }

    @Test("a certificate that isn't a merchant's takes no tokens at all")
    func badCertificate() throws {
        let fixture = try SimulatorFixture.shared.get()
        for file in [[], Array("x".utf8), fixture.apple.intermediate.identity.certificateDER] {
            #expect(throws: SimulatorError.badCertificate) { try SimulatedCertificate(file) }
        }
    }
}
