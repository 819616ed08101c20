import AppleSimulator
import ApplePayToken
import Crypto
import Foundation
import Merchants
import PaymentDomain
import SwiftASN1
import Testing
import X509

@Suite("A certificate request", .timeLimit(.minutes(5)))
struct CertificatesRequestTests {
    @Test(
        "openssl verifies the request", .enabled(if: OpenSSL.isPresent, "there is no openssl"),
        arguments: KeyAlgorithm.allCases)
    func openSSL(_ algorithm: KeyAlgorithm) throws {
        let request = try CertificatesFixture.shared.get().request(algorithm)
        let arguments = ["req", "-in", "request", "-verify", "-noout"]
        let verified = try OpenSSL.run(arguments, files: ["request": Array(request.pem.utf8)])
        #expect(verified.status == 0)
        #expect(verified.said.contains("verify OK"))
    }

    @Test(
        "the request is signed as Apple expects, and names its key",
        arguments: KeyAlgorithm.allCases)
    func content(_ algorithm: KeyAlgorithm) throws {
        let made = try CertificatesFixture.shared.get().request(algorithm)
        let request = try CertificateSigningRequest(pemEncoded: made.pem)
        let wanted: Certificate.SignatureAlgorithm =
            algorithm == .ec ? .ecdsaWithSHA256 : .sha256WithRSAEncryption
        #expect(request.signatureAlgorithm == wanted)
        #expect(request.publicKey.isValidSignature(request.signature, for: request))
        #expect(request.subject.description == "CN=tests")
        var serializer = DER.Serializer()
        try serializer.serialize(request.publicKey)
        #expect(made.publicKeyHash == Array(SHA256.hash(data: serializer.serializedBytes)))
    }

    @Test(
        "the key that it hands over opens tokens with the certificate",
        arguments: KeyAlgorithm.allCases)
    func key(_ algorithm: KeyAlgorithm) throws {
        let fixture = try CertificatesFixture.shared.get()
        let request = fixture.request(algorithm)
        let key = try MerchantKey(
            privateKey: request.privateKey, certificate: try fixture.certificate(algorithm),
            merchantIdentifier: CertificatesFixture.merchant)
        #expect(key.publicKeyHash == request.publicKeyHash)
        #expect(key.version == (algorithm == .ec ? .ecV1 : .rsaV1))
    }

    @Test("two requests never share a key")
    func fresh() throws {
        let fixture = try CertificatesFixture.shared.get()
        let other = try CertificateRequest.make(algorithm: .ec, commonName: "tests")
        #expect(other.publicKeyHash != fixture.ec.publicKeyHash)
        #expect(other.privateKey != fixture.ec.privateKey)
    }

    @Test("a request prints nothing of its key")
    func redacted() throws {
        let request = try CertificatesFixture.shared.get().ec
        #expect("\(request)" == "CertificateRequest(ec)")
        #expect(String(reflecting: request) == "CertificateRequest(ec)")
    }

    @Test(
        "a name that no certificate can hold is refused",
        arguments: ["", "a\nb", "a\u{0}", String(repeating: "n", count: 65)])
    func badName(_ name: String) {
        #expect(throws: CertificateRequestError.badCommonName) {
            try CertificateRequest.make(algorithm: .ec, commonName: name)
        }
    }

    @Test("a request is called as its merchant is, as far as a common name has room")
    func merchantsName() throws {
        #expect(CertificateRequest.commonName(for: "merchant.roses") == "merchant.roses (coster)")
        let longest = "merchant." + String(repeating: "i", count: 200)
        let name = CertificateRequest.commonName(for: longest)
        #expect(name.utf8.count == 64 && longest.hasPrefix(name))
        _ = try CertificateRequest.make(algorithm: .ec, commonName: name)
    }

    @Test("a name of 64 characters and of any script is taken")
    func goodName() throws {
        for name in [String(repeating: "n", count: 64), "Händler & Söhne"] {
            _ = try CertificateRequest.make(algorithm: .ec, commonName: name)
        }
    }
}
