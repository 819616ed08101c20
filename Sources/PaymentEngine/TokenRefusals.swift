import ApplePayToken
import PaymentDomain

extension TokenRefusal {
    /// What a dialect is told of the token core's refusal.
    init(_ error: PaymentTokenError) {
        self.init(kind: Kind(error), code: error.code, sentence: error.sentence)
    }

    /// The token was spent before.
    static let replayed = TokenRefusal(
        kind: .replayed, code: "replayed",
        sentence: "This Apple Pay token has paid before; ask the customer to approve again.")
}

extension TokenRefusal.Kind {
    fileprivate init(_ error: PaymentTokenError) {
        switch error {
        case .tooLarge, .jsonMalformed, .jsonTooDeep, .jsonDuplicateKey, .emptyPaymentData,
            .missingField, .fieldTooLong, .wrongLength, .malformedBase64, .base64PlusLost,
            .malformedHex, .ephemeralKeyMalformed, .ephemeralKeyWrongCurve,
            .ephemeralKeyOffCurve, .dataTooShort:
            self = .malformed
        case .unsupportedVersion:
            self = .unsupportedVersion
        case .missingSignature, .signatureTruncated, .signatureMalformed,
            .signatureTrailingBytes, .contentAttached, .certificateCount, .signerCount,
            .missingSignedAttributes, .repeatedAttribute, .wrongContentType,
            .missingSigningTime, .malformedSigningTime, .missingMessageDigest,
            .unsignedAttributes, .unsupportedDigest, .unsupportedSignatureAlgorithm,
            .digestMismatch, .badSignature, .certificateMalformed, .leafMarkerMissing,
            .intermediateMarkerMissing, .markersMisplaced, .signerIsNotLeaf,
            .unsupportedSignerKey, .intermediateNotCA, .leafNotIssuedByIntermediate,
            .untrustedRoot, .chainRuleBroken, .leafNotValidThen, .issuerNotValidThen:
            self = .badSignature
        case .staleSigningTime, .futureSigningTime:
            self = .stale
        case .sandboxSigner:
            self = .sandboxSigner
        case .unknownKey:
            self = .unknownKey
        case .keyKindMismatch, .cannotUnwrapKey, .cannotDecrypt:
            self = .cannotDecrypt
        case .payloadNotJSON, .payloadMissing, .payloadInvalid, .unknownPaymentDataType,
            .invalidPAN, .expiredCard, .cryptogramLength, .unknownCurrency, .invalidAmount:
            self = .badPayload
        case .currencyMismatch, .amountMismatch, .applicationDataMismatch:
            self = .orderMismatch
        }
    }
}
