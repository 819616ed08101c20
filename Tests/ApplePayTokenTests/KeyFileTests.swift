import ApplePayToken
import Foundation
import Testing

/// One merchant's key and certificate, as tools write them and people copy them.
@Suite("Key and certificate files that people have", .timeLimit(.minutes(5)))
struct KeyFileTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Files")
    private static let password = Array("secret".utf8)

    private static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(path: name)))
    }

    /// The hash of the one key that all the files hold.
    private static func expected() throws -> [UInt8] {
        try MerchantKey(
            privateKey: file("key.pem"), merchantIdentifier: "merchant.example.keyshop"
        ).publicKeyHash
    }

    @Test(
        "a key opens whatever is around it and however it is encrypted or wrapped",
        arguments: [
            "bag-latin1.pem", "p8-backslashn.pem", "p8-envspaces.pem", "p8-trailspace.pem",
            "p8-utf16.pem", "enc-aes192.pem", "enc-aes256.pem", "enc-des3.der", "enc-des3.pem",
            "enc-pbe3des.pem", "enc-sha224.pem", "enc-sha384.pem", "bag-ascii.pem",
            "cert-and-key.pem",
        ])
    func opens(_ name: String) throws {
        let key = try MerchantKey(
            privateKey: Self.file(name), certificate: Self.file("cert.pem"),
            password: Self.password)
        #expect(try key.publicKeyHash == Self.expected())
    }

    @Test(
        "an encrypted key without its password, or with another, is named as such",
        arguments: [
            "enc-aes192.pem", "enc-aes256.pem", "enc-des3.der", "enc-pbe3des.pem",
            "enc-sha224.pem", "enc-sha384.pem",
        ])
    func locked(_ name: String) throws {
        let file = try Self.file(name)
        #expect(throws: MerchantKeyError.passwordMissing) {
            try MerchantKey(privateKey: file, merchantIdentifier: "merchant.x")
        }
        #expect(throws: MerchantKeyError.passwordWrong) {
            try MerchantKey(
                privateKey: file, merchantIdentifier: "merchant.x", password: Array("other".utf8))
        }
    }

    @Test(
        "a file without a readable key is refused with its kind",
        arguments: [
            ("enc-scrypt.pem", MerchantKeyError.encryptionUnsupported(.scrypt)),
            ("enc-pbemd5des.pem", .encryptionUnsupported(.md5DES)), ("k.p12", .pkcs12Given),
            ("modern.p12.pem", .pkcs12Given), ("modern.p12.b64", .base64Given),
            ("java.jks", .javaKeyStoreGiven), ("cert.pem", .keyMalformed),
        ])
    func named(_ name: String, _ error: MerchantKeyError) throws {
        let file = try Self.file(name)
        for password in [nil, Self.password] {
            #expect(throws: error) {
                try MerchantKey(
                    privateKey: file, merchantIdentifier: "merchant.x", password: password)
            }
        }
        #expect(error.code.hasPrefix("merchant-key-") && error.sentence.hasSuffix("."))
    }

    @Test("a key under the header lines of old OpenSSL is named as such")
    func header() {
        let pem = """
            -----BEGIN EC PRIVATE KEY-----
            Proc-Type: 4,ENCRYPTED
            DEK-Info: AES-256-CBC,00

            AAAA
            -----END EC PRIVATE KEY-----
            """
        #expect(throws: MerchantKeyError.encryptionUnsupported(.pemHeader)) {
            try MerchantKey(privateKey: Array(pem.utf8), merchantIdentifier: "merchant.x")
        }
    }

    @Test(
        "of the certificates in a file the one for the key is taken",
        arguments: [
            "cert-latin1.pem", "cert-trailspace.pem", "bag-ascii.pem", "cert-and-key.pem",
            "cert-chain.pem",
        ])
    func certificates(_ name: String) throws {
        let key = try MerchantKey(
            privateKey: Self.file("key.pem"), certificate: Self.file(name),
            merchantIdentifier: "merchant.example.keyshop")
        #expect(try key.publicKeyHash == Self.expected())
    }

    @Test("several certificates of which none is for the key are refused as such")
    func otherChain() throws {
        let other = Array(KeyForm.decryptedPEM.utf8)
        #expect(throws: MerchantKeyError.severalCertificates) {
            try MerchantKey(privateKey: other, certificate: Self.file("cert-chain.pem"))
        }
        #expect(throws: MerchantKeyError.certificateMismatch) {
            try MerchantKey(privateKey: other, certificate: Self.file("cert.pem"))
        }
    }
}
