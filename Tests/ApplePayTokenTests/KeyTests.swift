import ApplePayToken
import AppleSimulator
import Crypto
import CryptoExtras
import PaymentDomain
import Testing
import TokenFixtures

@Suite("Merchants' keys", .timeLimit(.minutes(5)))
struct KeyTests {
    @Test("a key is read in every usual form", arguments: KeyForm.allCases)
    func forms(_ form: KeyForm) throws {
        let key = P256.KeyAgreement.PrivateKey()
        let identifier = "merchant.coster.tests"
        let expected = try MerchantKey(key: key, merchantIdentifier: identifier)
        let read = try MerchantKey(
            privateKey: form.file(of: key), merchantIdentifier: identifier)
        #expect(read.publicKeyHash == expected.publicKeyHash)
        #expect(read.version == .ecV1)
    }

    @Test("an RSA key is read as PKCS#8 and as PKCS#1, and its hash is that of its public key")
    func rsa() throws {
        let identity = try TokenFixture.shared().merchant.rsa()
        guard case .rsa(let key) = identity.key else { throw MerchantKeyError.keyMalformed }
        let files = [
            Array(key.pkcs8PEMRepresentation.utf8), Array(key.pemRepresentation.utf8),
            Array(key.pkcs8DERRepresentation), Array(key.derRepresentation),
        ]
        for file in files {
            let read = try MerchantKey(privateKey: file, certificate: identity.certificateDER)
            #expect(read.publicKeyHash == Array(SHA256.hash(data: identity.key.publicKeyInfo)))
            #expect(read.version == .rsaV1)
        }
    }

    @Test("an encrypted key opens with its password and with no other")
    func encrypted() throws {
        let file = Array(KeyForm.encryptedPEM.utf8)
        let identifier = "merchant.coster.tests"
        let key = try MerchantKey(
            privateKey: file, merchantIdentifier: identifier, password: Array("secret".utf8))
        let plain = try MerchantKey(
            privateKey: Array(KeyForm.decryptedPEM.utf8), merchantIdentifier: identifier)
        #expect(key.publicKeyHash == plain.publicKeyHash)
        #expect(throws: MerchantKeyError.passwordMissing) {
            try MerchantKey(privateKey: file, merchantIdentifier: identifier)
        }
        #expect(throws: MerchantKeyError.passwordWrong) {
            try MerchantKey(
                privateKey: file, merchantIdentifier: identifier, password: Array("other".utf8))
        }
    }

    @Test("a certificate must be for the key, and for the merchant")
    func certificates() throws {
        let fixture = try TokenFixture.shared()
        let file = Array(fixture.merchant.keyPEM.utf8)
        let certificate = fixture.merchant.certificateDER
        let other = try fixture.apple.makeMerchant("merchant.coster.other")
        #expect(throws: MerchantKeyError.certificateMismatch) {
            try MerchantKey(privateKey: file, certificate: other.certificateDER)
        }
        #expect(throws: MerchantKeyError.merchantIdentifierMismatch) {
            try MerchantKey(
                privateKey: file, certificate: certificate,
                merchantIdentifier: "merchant.coster.other")
        }
        #expect(throws: MerchantKeyError.merchantIdentifierMissing) {
            try MerchantKey(privateKey: file)
        }
        #expect(throws: MerchantKeyError.certificateMalformed) {
            try MerchantKey(privateKey: file, certificate: [0x30, 0x00])
        }
        #expect(throws: MerchantKeyError.keyMalformed) {
            try MerchantKey(privateKey: [1, 2, 3], certificate: certificate)
        }
        _ = try MerchantKey(
            privateKey: file, certificate: certificate,
            merchantIdentifier: "merchant.coster.tests")
    }

    @Test("old and new keys live side by side while a certificate is renewed")
    func rotation() async throws {
        let fixture = try TokenFixture.shared()
        let renewed = try fixture.apple.makeMerchant("merchant.coster.tests")
        let keyring = MerchantKeyring([
            try TokenFixture.key(of: fixture.merchant.ec), try TokenFixture.key(of: renewed.ec),
        ])
        #expect(keyring.count == 2)
        for merchant in [fixture.merchant, renewed] {
            let device = SimulatedDevice(apple: fixture.apple, merchant: merchant)
            let token = try PaymentToken(fields: try device.pay(fixture.order()).fields)
            let verified = try await fixture.verifier.verify(token, at: fixture.now)
            #expect(try verified.decrypt(with: keyring, at: fixture.now).amount == fixture.amount)
        }
    }

    @Test("roots are read from PEM, and a file without any is refused")
    func roots() throws {
        let pem = try TokenFixture.shared().apple.rootPEM
        #expect(try AppleRoots.certificates(pem: pem + "\n" + pem).count == 2)
        #expect(throws: MerchantKeyError.certificateMalformed) {
            try AppleRoots.certificates(pem: "no certificate")
        }
    }
}
