import AppleSimulator
import Crypto
import CryptoExtras
import Foundation
import PaymentDomain
import SwiftASN1
import Testing
import X509

/// A request of a merchant that keeps its own key.
private func request(_ key: Certificate.PrivateKey) throws -> [UInt8] {
    let request = try CertificateSigningRequest(
        version: .v1, subject: try DistinguishedName { CommonName("shop") }, privateKey: key,
        attributes: CertificateSigningRequest.Attributes(),
        signatureAlgorithm: try .init(for: key))
    return Array(try request.serializeAsPEM().pemString.utf8)
}

extension Certificate.SignatureAlgorithm {
    fileprivate init(for key: Certificate.PrivateKey) throws {
        self =
            _RSA.Signing.PublicKey(key.publicKey) == nil
            ? .ecdsaWithSHA256 : .sha256WithRSAEncryption
    }
}

@Suite("Certificates for merchants that keep their own keys", .timeLimit(.minutes(5)))
struct IssuingTests {
    private static let id = "merchant.coster.own"
    private static let rsaKey = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    private func validity() throws -> SimulatedApple.Validity {
        try SimulatedApple.Validity(from: moment)
    }

    @Test("a payment processing certificate looks like Apple's and lasts as long")
    func processing() throws {
        let apple = try SimulatorFixture.shared.get().apple
        let key = P256.Signing.PrivateKey()
        let issued = try apple.answer(
            try SimulatedRequest(try request(Certificate.PrivateKey(key))), for: IssuingTests.id,
            purpose: .paymentProcessing, validity: try validity())
        #expect(issued.version == .ecV1)
        #expect(issued.publicKeyInfo == Array(key.publicKey.derRepresentation))
        let certificate = try Certificate(derEncoded: issued.der)
        let authority = apple.intermediate.identity.certificate
        #expect(authority.publicKey.isValidSignature(certificate.signature, for: certificate))
        #expect(
            certificate.subject.description.contains(
                "CN=Apple Pay Payment Processing:\(IssuingTests.id)"))
        #expect(certificate.extensions[oid: SimulatorOID.merchantIdentifierHash] != nil)
        #expect(certificate.extensions[oid: SimulatorOID.extendedKeyUsage] == nil)
        #expect(certificate.extensions[oid: SimulatorOID.keyUsage]?.value == [3, 2, 3, 0x28])
        let seconds = certificate.notValidAfter.timeIntervalSince(certificate.notValidBefore)
        #expect(Int(seconds) == 760 * 86_400 - 1)
    }

    @Test("a merchant identity certificate is for TLS clients, and for RSA keys alone")
    func identity() throws {
        let apple = try SimulatorFixture.shared.get().apple
        let key = Certificate.PrivateKey(try IssuingTests.rsaKey.get())
        let issued = try apple.answer(
            try SimulatedRequest(try request(key)), for: IssuingTests.id,
            purpose: .merchantIdentity, validity: try validity())
        let certificate = try Certificate(derEncoded: issued.der)
        #expect(certificate.subject.description.contains("Apple Pay Merchant Identity:"))
        #expect(try certificate.extensions.extendedKeyUsage?.contains(.clientAuth) == true)
        #expect(certificate.extensions[oid: SimulatorOID.keyUsage]?.value == [3, 2, 7, 0x80])
        #expect(throws: SimulatorError.badCertificate, "no device encrypts for it") {
            try SimulatedCertificate(issued.der)
        }
        let ec = try SimulatedRequest(
            try request(Certificate.PrivateKey(P256.Signing.PrivateKey())))
        #expect(throws: SimulatorError.requestKeyUnsupported) {
            try apple.answer(
                ec, for: IssuingTests.id, purpose: .merchantIdentity, validity: try validity())
        }
    }

    @Test("a request that another key has signed is refused")
    func strangeSignature() throws {
        let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let good = try CertificateSigningRequest(
            pemEncoded: String(decoding: try request(key), as: UTF8.self))
        let other = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let signed = try CertificateSigningRequest(
            version: .v1, subject: good.subject, privateKey: other, attributes: good.attributes,
            signatureAlgorithm: .ecdsaWithSHA256)
        let forged = try CertificateSigningRequest(
            version: .v1, subject: good.subject, publicKey: good.publicKey,
            attributes: good.attributes, signatureAlgorithm: .ecdsaWithSHA256,
            signature: signed.signature)
        #expect(throws: SimulatorError.requestSignatureWrong) {
            try SimulatedRequest(Array(try forged.serializeAsPEM().derBytes))
        }
    }

    @Test("an invalid request, or a key that Apple doesn't take, is refused")
    func badRequests() throws {
        for file in [[], Array("request".utf8), [UInt8](repeating: 0x30, count: 1 << 17)] {
            #expect(throws: SimulatorError.badRequest) { try SimulatedRequest(file) }
        }
        let keys = [
            Certificate.PrivateKey(P384.Signing.PrivateKey()),
            Certificate.PrivateKey(try _RSA.Signing.PrivateKey(keySize: .bits3072)),
        ]
        for key in keys {
            #expect(throws: SimulatorError.requestKeyUnsupported) {
                try SimulatedRequest(try request(key))
            }
        }
    }

    @Test("a certificate that ends before it begins is not made")
    func badValidity() {
        for end in [moment, moment.adding(seconds: -1)] {
            #expect(throws: SimulatorError.badValidity) {
                try SimulatedApple.Validity(from: moment, to: end)
            }
        }
        #expect(throws: SimulatorError.badValidity) {
            try SimulatedApple.Validity(from: Timestamp(seconds: 0))
        }
        #expect(throws: SimulatorError.badValidity) {
            try SimulatedApple.Validity(from: Timestamp(milliseconds: .max))
        }
    }

    @Test("the store keeps what it issues, and the newest is the last, whatever its dates")
    func newest() async throws {
        try await withTemporaryFolder { data in
            let store = SimulatedAppleStore(directory: data)
            #expect(try store.newestCertificate(of: IssuingTests.id) == nil)
            let rsa = Certificate.PrivateKey(try IssuingTests.rsaKey.get())
            let keys = [P256.Signing.PrivateKey(), P256.Signing.PrivateKey()]
            for (days, key) in zip([0, -300], keys) {
                let file = try request(Certificate.PrivateKey(key))
                let start = moment.adding(seconds: Int64(days) * 86_400)
                _ = try store.issue(
                    file, for: IssuingTests.id, purpose: .paymentProcessing,
                    validity: try SimulatedApple.Validity(from: start))
            }
            _ = try store.issue(
                try request(rsa), for: IssuingTests.id, purpose: .merchantIdentity,
                validity: try validity())
            let second = Array(keys[1].publicKey.derRepresentation)
            #expect(try store.newestCertificate(of: IssuingTests.id)?.publicKeyInfo == second)
            let issued = try store.issue(
                try request(rsa), for: IssuingTests.id, purpose: .paymentProcessing,
                validity: try validity())
            #expect(try store.newestCertificate(of: IssuingTests.id)?.der == issued.der)
            let ec = try store.newestCertificate(of: IssuingTests.id, version: .ecV1)
            #expect(ec?.publicKeyInfo == second)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: "\(data)/simulator/merchants/\(IssuingTests.id)")
            #expect(
                names.sorted() == [
                    "identity-0001.pem", "issued-0001.pem", "issued-0002.pem", "issued-0003.pem",
                ])
        }
    }

    @Test("devices use the first certificate until another is activated, and may go back")
    func activation() async throws {
        try await withTemporaryFolder { data in
            let store = SimulatedAppleStore(directory: data)
            let id = IssuingTests.id
            #expect(try store.activeCertificate(of: id) == nil)
            #expect(throws: SimulatorError.badCertificate) { try store.activate(of: id) }
            let issued = try (0..<3).map { _ in
                try store.issue(
                    try request(Certificate.PrivateKey(P256.Signing.PrivateKey())), for: id,
                    purpose: .paymentProcessing, validity: try validity()
                ).der
            }
            #expect(try store.activeCertificate(of: id)?.der == issued[0])
            #expect(try store.activate(of: id).der == issued[2])
            #expect(try store.activeCertificate(of: id)?.der == issued[2])
            try store.activate(try SimulatedCertificate(issued[0]), of: id)
            #expect(try store.activeCertificate(of: id, version: .ecV1)?.der == issued[0])
            #expect(try store.activeCertificate(of: id, version: .rsaV1) == nil)
        }
    }

    @Test("many requests at once get a number each")
    func together() async throws {
        try await withTemporaryFolder { data in
            let file = try request(Certificate.PrivateKey(P256.Signing.PrivateKey()))
            let validity = try validity()
            let issued = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        try SimulatedAppleStore(directory: data).issue(
                            file, for: IssuingTests.id, purpose: .paymentProcessing,
                            validity: validity
                        ).der
                    }
                }
                return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
            }
            #expect(issued.count == 12)
            let names = try FileManager.default.contentsOfDirectory(
                atPath: "\(data)/simulator/merchants/\(IssuingTests.id)")
            #expect(names.count == 12)
            #expect(names.contains("issued-0012.pem"))
        }
    }

    @Test("a merchant identifier that is no safe file name is refused before anything is written")
    func badIdentifier() async throws {
        try await withTemporaryFolder { data in
            let store = SimulatedAppleStore(directory: data)
            let file = try request(Certificate.PrivateKey(P256.Signing.PrivateKey()))
            #expect(throws: SimulatorError.badMerchantIdentifier) {
                try store.issue(
                    file, for: "../up", purpose: .paymentProcessing, validity: try validity())
            }
            #expect(throws: SimulatorError.badMerchantIdentifier) {
                try store.newestCertificate(of: "../up")
            }
            #expect(!FileManager.default.fileExists(atPath: "\(data)/simulator"))
        }
    }
}
