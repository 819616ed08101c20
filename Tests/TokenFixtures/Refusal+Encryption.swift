import ApplePayToken
import AppleSimulator
import Crypto
import PaymentDomain

extension Refusal {
    /// What someone changed on the way.
    package static let changes: [Refusal] = [
        Refusal("a bit of the data", .digestMismatch, afterSigning: { $0.data[5] ^= 1 }),
        Refusal(
            "a bit of the tag", .digestMismatch,
            afterSigning: {
                $0.data[$0.data.count - 1] ^= 0x80
            }),
        Refusal(
            "a bit of the ephemeral key", .digestMismatch,
            afterSigning: {
                $0.ephemeralPublicKey?[60] ^= 4
            }),
        Refusal(
            "a bit of the transaction identifier", .digestMismatch,
            afterSigning: {
                $0.transactionID[0] ^= 0x10
            }),
        Refusal(
            "a bit of the application data", .digestMismatch,
            afterSigning: {
                $0.applicationData?[31] ^= 1
            }),
        Refusal("a bit of the wrapped key", .digestMismatch) { fixture in
            var token = try fixture.token(fixture.order(version: .rsaV1))
            token.parts.wrappedKey?[9] ^= 2
            return token
        },
        Refusal(
            "application data dropped", .digestMismatch,
            afterSigning: {
                $0.applicationData = nil
            }),
        Refusal("application data added", .digestMismatch) { fixture in
            var token = try fixture.token()
            token.parts.applicationData = Array(repeating: 1, count: 32)
            return token
        },
        // The signature covers fields without their lengths: bytes must not move between them.
        Refusal(
            "a byte moved to the transaction identifier", .wrongLength(.transactionId),
            afterSigning: { parts in
                let moved = parts.applicationData?.removeFirst()
                parts.transactionID += moved.map { [$0] } ?? []
            }),
        Refusal(
            "the application data moved to the identifier", .wrongLength(.transactionId),
            afterSigning: { parts in
                parts.transactionID += parts.applicationData ?? []
                parts.applicationData = nil
            }),
        Refusal(
            "a byte moved from the transaction identifier", .wrongLength(.transactionId),
            afterSigning: { $0.data.append($0.transactionID.removeFirst()) }),
        Refusal(
            "the application data in place of the identifier", .cannotDecrypt,
            afterSigning: { parts in
                parts.data += parts.transactionID
                parts.transactionID = parts.applicationData ?? []
                parts.applicationData = nil
            }),
        Refusal("a bit of the RSA signature", .badSignature) { fixture in
            var token = try fixture.token(fixture.order(version: .rsaV1))
            token.parts.signature[token.parts.signature.count - 40] ^= 1
            return token
        },
        Refusal("a bit of the ECDSA signature", .badSignature) { fixture in
            try fixture.token {
                let key = fixture.apple.ecSigner.key
                $0.cms.signers[0].signature = try key.signature(for: Array("another".utf8))
            }
        },
    ]

    /// What is wrong with keys and ciphertext under a good signature.
    package static let encryptions: [Refusal] = [
        Refusal(
            "the hash of no known key", .unknownKey,
            afterSigning: {
                $0.publicKeyHash[0] ^= 1
            }),
        Refusal("the hash of the merchant's key of the other kind", .keyKindMismatch) { fixture in
            var token = try fixture.token()
            token.parts.publicKeyHash = Array(
                SHA256.hash(data: try fixture.merchant.rsa().key.publicKeyInfo))
            return token
        },
        Refusal(
            "an ephemeral key off the curve", .ephemeralKeyOffCurve,
            beforeSigning: {
                $0.ephemeralPublicKey?[90] ^= 1
            }),
        Refusal(
            "an ephemeral key at infinity", .ephemeralKeyOffCurve,
            beforeSigning: {
                $0.ephemeralPublicKey?.replaceSubrange(27..<91, with: repeatElement(0, count: 64))
            }),
        Refusal(
            "an ephemeral key on P-384", .ephemeralKeyWrongCurve,
            beforeSigning: {
                $0.ephemeralPublicKey = Array(P384.Signing.PrivateKey().publicKey.derRepresentation)
            }),
        Refusal(
            "an ephemeral key that says secp256k1", .ephemeralKeyWrongCurve,
            beforeSigning: {
                // 1.3.132.0.10 is one byte shorter than the right name, per node three in all.
                let name: [UInt8] = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x0A]
                let point = $0.ephemeralPublicKey?.suffix(65) ?? []
                $0.ephemeralPublicKey = SimulatorDER.sequence(
                    SimulatorDER.sequence(SimulatorDER.oid([1, 2, 840, 10045, 2, 1]), name),
                    SimulatorDER.node(0x03, [0x00], Array(point)))
            }),
        Refusal(
            "a compressed ephemeral key", .ephemeralKeyWrongCurve,
            beforeSigning: {
                let x = $0.ephemeralPublicKey?[27..<59] ?? []
                $0.ephemeralPublicKey = SimulatorDER.sequence(
                    SimulatorDER.sequence(
                        SimulatorDER.oid([1, 2, 840, 10045, 2, 1]),
                        SimulatorDER.oid([1, 2, 840, 10045, 3, 1, 7])),
                    SimulatorDER.node(0x03, [0x00, 0x02], Array(x)))
            }),
        Refusal(
            "data shorter than a tag", .dataTooShort,
            beforeSigning: {
                $0.data = Array($0.data.suffix(15))
            }),
        Refusal(
            "a tag alone", .cannotDecrypt,
            beforeSigning: {
                $0.data = Array($0.data.suffix(16))
            }),
        Refusal(
            "a wrong tag under a good signature", .cannotDecrypt,
            beforeSigning: {
                $0.data[$0.data.count - 1] ^= 1
            }),
        Refusal(
            "a wrong ciphertext under a good signature", .cannotDecrypt,
            beforeSigning: {
                $0.data[0] ^= 1
            }),
        Refusal(
            "another merchant identifier", .cannotDecrypt,
            recipe: { recipe, _ in
                recipe.identifierHash[0] ^= 1
            }),
        Refusal("a wrapped key that does not unwrap", .cannotUnwrapKey) { fixture in
            try fixture.token(fixture.order(version: .rsaV1)) {
                $0.beforeSigning = { $0.wrappedKey?[10] ^= 1 }
            }
        },
        Refusal("a wrapped key of 32 bytes", .cannotUnwrapKey) { fixture in
            try fixture.token(fixture.order(version: .rsaV1)) {
                $0.contentKey = Array(repeating: 9, count: 32)
            }
        },
    ]
}
