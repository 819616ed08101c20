import AppleSimulator
import Crypto
import Foundation
import PaymentDomain
import Testing

/// A card and a version.
struct TokenRow: CustomTestStringConvertible {
    let card: TestCard
    let version: SimulatedTokenVersion

    var testDescription: String { "\(card) \(version.rawValue)" }

    static let all = TestCard.allCases.flatMap { card in
        SimulatedTokenVersion.allCases.map { TokenRow(card: card, version: $0) }
    }
}

@Suite("The encryption", .timeLimit(.minutes(5)))
struct EncryptionTests {
    @Test(
        "the tests' own decryption opens genuine EC_v1 tokens",
        .enabled(if: GenuineToken.isAvailable, "the genuine tokens are not beside this repository"))
    func genuineEC() throws {
        let token = try GenuineToken.named("payu-2018")
        let pem = String(decoding: try GenuineToken.file("payu-2018.key.pem"), as: UTF8.self)
        let plaintext = try Opening.agreed(
            data: try bytes(base64: token.data),
            ephemeralKeyInfo: try bytes(base64: token.header.ephemeralPublicKey ?? ""),
            key: try P256.KeyAgreement.PrivateKey(pemRepresentation: pem),
            merchantHash: Array(SHA256.hash(data: Data("merchant.sandbox.payu".utf8))))
        #expect(plaintext == (try GenuineToken.file("payu-2018.plaintext.json")))
    }

    @Test(
        "the tests' own decryption opens a genuine RSA_v1 token",
        .enabled(if: GenuineToken.isAvailable, "the genuine tokens are not beside this repository"))
    func genuineRSA() throws {
        let token = try GenuineToken.named("basis-theory-rsa")
        let plaintext = try Opening.transported(
            data: try bytes(base64: token.data),
            wrappedKey: try bytes(base64: token.header.wrappedKey ?? ""),
            keyPEM: String(
                decoding: try GenuineToken.file("basis-theory-rsa.key.pem"), as: UTF8.self)
        )
        #expect(plaintext == (try GenuineToken.file("basis-theory-rsa.plaintext.json")))
    }

    @Test("a token of every card and version opens to what was ordered", arguments: TokenRow.all)
    func opens(_ row: TokenRow) throws {
        let fixture = try SimulatorFixture.shared.get()
        let token = try fixture.device.pay(try order(row.card, row.version))
        let plaintext = try Opening.token(token, for: fixture.merchant)
        let payload = try JSONDecoder().decode(Payload.self, from: Data(plaintext))
        let pan = try PAN(digits: payload.applicationPrimaryAccountNumber)
        #expect(pan == (try row.card.pan()))
        #expect(pan.network == row.card.network)
        #expect(payload.applicationExpirationDate == TestCard.expirationDate)
        #expect(CardExpiry(yymmdd: payload.applicationExpirationDate) != nil)
        #expect(payload.currencyCode == "840")
        #expect(payload.transactionAmount == 1499)
        #expect(payload.paymentDataType == "3DSecure")
        #expect(payload.paymentData.eciIndicator == row.card.usualECI?.value)
        let cryptogram = try bytes(base64: payload.paymentData.onlinePaymentCryptogram ?? "")
        #expect(row.card.cryptogramLengths.contains(cryptogram.count))
    }

    @Test("the token names the merchant's key and carries the key material of its version alone")
    func header() throws {
        let fixture = try SimulatorFixture.shared.get()
        for version in SimulatedTokenVersion.allCases {
            let parts = try fixture.device.pay(try order(.visa, version)).parts
            let info = try fixture.merchant.identity(for: version).key.publicKeyInfo
            #expect(parts.publicKeyHash == Array(SHA256.hash(data: info)))
            #expect((parts.ephemeralPublicKey?.count == 91) == (version == .ecV1))
            #expect((parts.wrappedKey?.count == 256) == (version == .rsaV1))
            #expect(parts.transactionID.count == 32)
        }
    }

    @Test("a shared secret that begins with a zero byte keeps it")
    func leadingZero() throws {
        let fixture = try SimulatorFixture.shared.get()
        var recipe = try fixture.device.recipe(for: try order())
        for _ in 0..<10_000 {
            let key = P256.KeyAgreement.PrivateKey()
            let secret = try key.sharedSecretFromKeyAgreement(
                with: fixture.merchant.agreementKey.publicKey)
            guard secret.withUnsafeBytes({ $0.first }) == 0 else { continue }
            recipe.ephemeralKey = key
            break
        }
        try #require(recipe.ephemeralKey != nil)
        let token = try fixture.device.make(recipe)
        #expect(try Opening.token(token, for: fixture.merchant) == recipe.plaintext)
    }

    @Test(
        "any plaintext can be encrypted, also one that is no payload", arguments: [[], [0, 255]])
    func anyPlaintext(_ plaintext: [UInt8]) throws {
        let fixture = try SimulatorFixture.shared.get()
        for version in SimulatedTokenVersion.allCases {
            var recipe = try fixture.device.recipe(for: try order(.visa, version))
            recipe.plaintext = plaintext
            let token = try fixture.device.make(recipe)
            #expect(try Opening.token(token, for: fixture.merchant) == plaintext)
        }
    }

    @Test("another merchant cannot open the token")
    func otherMerchant() throws {
        let fixture = try SimulatorFixture.shared.get()
        let other = try fixture.apple.makeMerchant("merchant.coster.other")
        let token = try fixture.device.pay(try order())
        #expect(throws: (any Error).self) { try Opening.token(token, for: other) }
    }
}
