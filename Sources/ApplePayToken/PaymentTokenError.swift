/// Why a token was refused.
///
/// One case per broken rule, and nothing of the input in any of them: at most the name of a field.
public enum PaymentTokenError: Error, Sendable, Hashable {
    // MARK: The envelope

    /// More than ``TokenLimits/jsonBytes``.
    case tooLarge
    /// Not JSON, or not of the shape of a token.
    case jsonMalformed
    /// Nested deeper than ``TokenLimits/jsonDepth``, or with more values than ``TokenLimits/jsonValues``, or a
    /// key is longer than ``TokenLimits/jsonKeyBytes``.
    case jsonTooDeep
    /// An object names a key twice, so that two readers could read two tokens.
    case jsonDuplicateKey
    /// Empty payment data, which is what Apple's device simulator sends.
    case emptyPaymentData
    /// The token came as a text, or inside another object.
    case wrapped(TokenWrapping)
    /// A field that the version needs is not there.
    case missingField(TokenField)
    /// A field is longer than its limit.
    case fieldTooLong(TokenField)
    /// A field that always has one length has another.
    case wrongLength(TokenField)
    /// A field is not base64.
    case malformedBase64(TokenField)
    /// A field was base64 until its plus signs became spaces on the way.
    case base64PlusLost(TokenField)
    /// A field is not hex.
    case malformedHex(TokenField)
    /// Neither EC_v1 nor RSA_v1.
    case unsupportedVersion
    /// The ephemeral key is no SubjectPublicKeyInfo of 91 bytes.
    case ephemeralKeyMalformed
    /// The ephemeral key is not an uncompressed P-256 key.
    case ephemeralKeyWrongCurve
    /// The ephemeral key is no point of P-256.
    case ephemeralKeyOffCurve

    // MARK: The signature

    case missingSignature
    /// The signature ends before it is complete.
    case signatureTruncated
    /// The signature is no CMS SignedData of the shape that Apple sends.
    case signatureMalformed
    /// Bytes follow the signature.
    case signatureTrailingBytes
    /// The signature carries content of its own; Apple's is detached.
    case contentAttached
    /// Other than two certificates.
    case certificateCount
    /// Other than one signer.
    case signerCount
    /// The signer has no signed attributes.
    case missingSignedAttributes
    /// An attribute occurs twice, or has other than one value.
    case repeatedAttribute
    /// No contentType attribute, or another than id-data.
    case wrongContentType
    /// No signingTime attribute.
    case missingSigningTime
    /// The signing time is no UTC time to the second.
    case malformedSigningTime
    /// No messageDigest attribute.
    case missingMessageDigest
    /// The signer has unsigned attributes, which Apple never sends.
    case unsignedAttributes
    /// Another digest than SHA-256.
    case unsupportedDigest
    /// Another signature algorithm than the version's own.
    case unsupportedSignatureAlgorithm
    /// The signed digest is that of other content.
    case digestMismatch
    /// The signature does not verify under the signer's key.
    case badSignature

    // MARK: The signer

    /// A certificate in the signature cannot be read.
    case certificateMalformed
    /// No certificate carries the leaf's marker.
    case leafMarkerMissing
    /// No certificate carries the intermediate's marker.
    case intermediateMarkerMissing
    /// The markers are on the wrong certificates.
    case markersMisplaced
    /// The signer's identifier does not name the leaf.
    case signerIsNotLeaf
    /// The leaf's key is not of the kind that the version signs with.
    case unsupportedSignerKey
    /// The intermediate may not issue certificates.
    case intermediateNotCA
    /// The intermediate did not issue the leaf.
    case leafNotIssuedByIntermediate
    /// No trusted root issued the intermediate.
    case untrustedRoot
    /// The chain breaks a rule of X.509.
    case chainRuleBroken
    /// The leaf was not valid at the signing time.
    case leafNotValidThen
    /// The intermediate, or the root, was not valid at the signing time.
    case issuerNotValidThen
    /// Signed too long before the time of receipt.
    case staleSigningTime
    /// Signed before the database was restored from a backup, or so soon after that clocks may differ: it may have been
    /// spent in the lost part.
    case signedBeforeRestore
    /// Signed too far after the time of receipt.
    case futureSigningTime
    /// Signed by Apple's sandbox, which this server does not take.
    case sandboxSigner

    // MARK: Decryption

    /// The token is for a key that is not in the ring.
    case unknownKey
    /// The merchant's key is of the other version's kind.
    case keyKindMismatch
    /// The wrapped key does not unwrap to 16 bytes.
    case cannotUnwrapKey
    /// The encrypted data is shorter than its tag.
    case dataTooShort
    /// The authentication tag is wrong.
    case cannotDecrypt

    // MARK: The payload

    /// The decrypted data is not JSON.
    case payloadNotJSON
    /// The decrypted data lacks a field.
    case payloadMissing(TokenField)
    /// A field of the decrypted data holds no value that it may have.
    case payloadInvalid(TokenField)
    /// The payment data is neither 3DSecure nor EMV.
    case unknownPaymentDataType
    /// The device account number is no card number (length, digits, check digit).
    case invalidPAN
    /// The device account number has expired.
    case expiredCard
    /// The cryptogram has another length than its network's.
    case cryptogramLength
    /// The currency isn't in ISO 4217.
    case unknownCurrency
    /// The amount is not a whole number of minor units, or too large.
    case invalidAmount

    // MARK: The order

    /// The currency is not the order's.
    case currencyMismatch
    /// The amount is not the order's.
    case amountMismatch
    /// The application data is not the order's.
    case applicationDataMismatch
}
