import Merchants
import PaymentDomain
import Testing

@Suite("Clients' secrets", .timeLimit(.minutes(5)))
struct SecretTests {
    @Test("a slow hash knows its secret, and no other")
    func slowHash() throws {
        let hash = try ScryptHash(of: "correct horse")
        #expect(hash.matches("correct horse"))
        for wrong in ["correct hors", "correct horsf", "Correct horse", ""] {
            #expect(!hash.matches(wrong), "\(wrong)")
        }
    }

    @Test("an invalid secret is nobody's, even if its hash is the same")
    func neverSet() throws {
        let hash = try ScryptHash(of: "correct horse")
        // HMAC fills its key up with zeros, to 64 bytes.
        for zeros in [1, 2, 51] {
            #expect(!hash.matches("correct horse" + String(repeating: "\0", count: zeros)))
        }
        #expect(hash.matches("correct horse"))
    }

    @Test("two slow hashes of one secret look different")
    func salted() throws {
        let one = try ScryptHash(of: "correct horse")
        let other = try ScryptHash(of: "correct horse")
        #expect(one.salt != other.salt)
        #expect(one.hash != other.hash)
        #expect(one.salt.count == 16 && one.hash.count == 32)
    }

    @Test("scrypt is scrypt: a hash that OpenSSL made is known")
    func knownValue() {
        // openssl kdf -keylen 32 -kdfopt pass:"correct horse" -kdfopt hexsalt:000102...0f
        //   -kdfopt n:32768 -kdfopt r:8 -kdfopt p:3 -kdfopt maxmem_bytes:67108864 SCRYPT
        let known = ScryptHash(salt: Array(0..<16), hash: SecretTests.openSSLHash)
        #expect(known.matches("correct horse"))
    }

    @Test(
        "a secret that is short, long or not printable is refused",
        arguments: [
            "", "seven77", String(repeating: "x", count: 257), "with\ttabulator",
            "with\u{7f}delete",
            "straße-straße",
        ])
    func badSecrets(_ secret: String) {
        #expect(throws: MerchantFault.badSecret) { _ = try ScryptHash(of: secret) }
    }

    @Test("a made secret has 43 characters that need no escape anywhere, and no two are alike")
    func generated() {
        let secrets = (0..<200).map { _ in GeneratedSecret().text }
        #expect(Set(secrets).count == 200)
        for secret in secrets {
            #expect(secret.utf8.count == 43)
            #expect(
                secret.utf8.allSatisfy {
                    (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
                        || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x5F
                })
        }
    }

    @Test(
        "if a dialect has less room a made secret is shorter, but never one that can be guessed",
        arguments: [(20, 20), (8, 20), (30, 30), (100, 43)])
    func rooms(_ room: Int, _ characters: Int) {
        #expect(GeneratedSecret(room: room).text.utf8.count == characters)
    }

    @Test("nothing that holds a secret prints it")
    func redacted() throws {
        let made = GeneratedSecret()
        #expect(!"\(made)".contains(made.text))
        #expect(!String(reflecting: made).contains(made.text))
        let kept = StoredSecret.slow(try ScryptHash(of: "correct horse"))
        #expect("\(kept)" == "StoredSecret")
    }

    private static let openSSLHash: [UInt8] = [
        0x00, 0xD6, 0x16, 0xC2, 0xBC, 0x06, 0xF5, 0xEC, 0x4C, 0xE3, 0x04, 0x67,
        0xDE, 0xE0, 0xE1, 0x9E, 0x44, 0xEE, 0x2C, 0xC1, 0xB6, 0xEE, 0xE8, 0xF8,
        0x93, 0xD7, 0x73, 0xE4, 0xAA, 0xC1, 0x3E, 0x48,
    ]
}
