import Crypto
import CryptoExtras
import PaymentDomain

/// The signature over a token, given its signer's certificate.
enum TokenSignature {
    /// The tag that the signed attributes have for signing, in place of the one that they travel
    /// with.
    ///
    /// Source: RFC 5652, section 5.4.
    private static let setTag: [UInt8] = [0x31]

    /// Checks that the signed digest is that of the token's fields.
    ///
    /// Source: Apple, Payment token format reference, step 1.c: the key, the data, the transaction
    /// identifier and the application data, one behind the other.
    static func checkDigest(
        of token: PaymentToken, _ signedData: SignedData
    ) throws(PaymentTokenError) {
        var hash = SHA256()
        hash.update(data: token.keyMaterial)
        hash.update(data: token.data)
        hash.update(data: token.transactionID.bytes)
        if let applicationData = token.applicationDataHash { hash.update(data: applicationData) }
        let expected = token.signature[signedData.attributes.messageDigest]
        let isSame = hash.finalize().withUnsafeBytes { $0.elementsEqual(expected) }
        guard isSame else { throw .digestMismatch }
    }

    /// Checks that the signer is the leaf, that leaf and intermediate were valid when it signed,
    /// and the signature.
    static func check(
        _ token: PaymentToken, _ signedData: SignedData, _ signer: SignerChain
    ) throws(PaymentTokenError) {
        let bytes = token.signature
        let identifier = bytes[signedData.signerIdentifier]
        guard identifier.elementsEqual(signer.issuerAndSerialNumber) else {
            throw .signerIsNotLeaf
        }
        let signingTime = signedData.attributes.signingTime
        guard signer.leafValidity.contains(signingTime) else { throw .leafNotValidThen }
        guard signer.intermediateValidity.contains(signingTime) else { throw .issuerNotValidThen }

        var hash = SHA256()
        hash.update(data: setTag)
        hash.update(data: bytes[signedData.signedAttributes].dropFirst())
        let digest = hash.finalize()
        switch (token.version, signedData.algorithm, signer.key) {
        case (.ecV1, .ecdsaWithSHA256, .ecdsa(let key)):
            try checkECDSA(bytes, signedData.signature, digest, key)
        case (.rsaV1, .rsaWithSHA256, .rsa(let key)):
            let signature = _RSA.Signing.RSASignature(
                rawRepresentation: bytes[signedData.signature])
            guard key.isValidSignature(signature, for: digest, padding: .insecurePKCS1v1_5) else {
                throw .badSignature
            }
        case (.ecV1, .ecdsaWithSHA256, .rsa), (.rsaV1, .rsaWithSHA256, .ecdsa):
            throw .unsupportedSignerKey
        case (.ecV1, .rsaWithSHA256, _), (.rsaV1, .ecdsaWithSHA256, _):
            throw .unsupportedSignatureAlgorithm
        }
    }

    private static func checkECDSA(
        _ bytes: [UInt8], _ range: Range<Int>, _ digest: SHA256Digest, _ key: P256.Signing.PublicKey
    ) throws(PaymentTokenError) {
        guard let raw = rawECDSA(bytes, range) else { throw .badSignature }
        let isValid: Bool
        do {
            let signature = try P256.Signing.ECDSASignature(rawRepresentation: raw)
            isValid = key.isValidSignature(signature, for: digest)
        } catch {
            throw .badSignature
        }
        guard isValid else { throw .badSignature }
    }

    /// The two numbers of an ECDSA signature, 32 bytes each, or nil if it isn't DER.
    ///
    /// Layout (RFC 3279, section 2.2.3): Ecdsa-Sig-Value { INTEGER r, INTEGER s }.
    static func rawECDSA(_ bytes: [UInt8], _ range: Range<Int>) -> [UInt8]? {
        var reader = BERReader(bytes, in: range)
        do throws(PaymentTokenError) {
            let sequence = try reader.enter(0x30)
            let numbers = [try reader.element(0x02).content, try reader.element(0x02).content]
            try reader.leave(sequence)
            guard reader.isAtEnd else { return nil }
            var raw: [UInt8] = []
            raw.reserveCapacity(64)
            for number in numbers {
                guard let padded = unsigned(bytes[number]) else { return nil }
                raw.append(contentsOf: repeatElement(0, count: 32 - padded.count))
                raw.append(contentsOf: padded)
            }
            return raw
        } catch {
            // Whatever the error, the signature is invalid.
            return nil
        }
    }

    /// A positive integer of at most 32 bytes in its shortest form (X.690, section 8.3).
    private static func unsigned(_ number: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let first = number.first, first < 0x80 else { return nil }
        guard first == 0 else { return number.count <= 32 ? number : nil }
        let rest = number.dropFirst()
        guard let next = rest.first, next >= 0x80, rest.count <= 32 else { return nil }
        return rest
    }
}
