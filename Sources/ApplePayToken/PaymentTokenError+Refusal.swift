import PaymentDomain

extension PaymentTokenError {
    /// The kind of refusal that protocols distinguish.
    public var kind: TokenRefusal.Kind {
        switch self {
        case .tooLarge, .jsonMalformed, .jsonTooDeep, .jsonDuplicateKey, .emptyPaymentData,
            .wrapped, .missingField, .fieldTooLong, .wrongLength, .malformedBase64, .base64PlusLost,
            .malformedHex, .ephemeralKeyMalformed, .ephemeralKeyWrongCurve, .ephemeralKeyOffCurve,
            .dataTooShort:
            .malformed
        case .unsupportedVersion:
            .unsupportedVersion
        case .missingSignature, .signatureTruncated, .signatureMalformed, .signatureTrailingBytes,
            .contentAttached, .certificateCount, .signerCount, .missingSignedAttributes,
            .repeatedAttribute, .wrongContentType, .missingSigningTime, .malformedSigningTime,
            .missingMessageDigest, .unsignedAttributes, .unsupportedDigest,
            .unsupportedSignatureAlgorithm, .digestMismatch, .badSignature, .certificateMalformed,
            .leafMarkerMissing, .intermediateMarkerMissing, .markersMisplaced, .signerIsNotLeaf,
            .unsupportedSignerKey, .intermediateNotCA, .leafNotIssuedByIntermediate, .untrustedRoot,
            .chainRuleBroken, .leafNotValidThen, .issuerNotValidThen:
            .badSignature
        case .staleSigningTime, .futureSigningTime:
            .stale
        // The database that knew whether it was spent is lost.
        case .signedBeforeRestore:
            .replayed
        case .sandboxSigner:
            .sandboxSigner
        case .unknownKey:
            .unknownKey
        case .keyKindMismatch, .cannotUnwrapKey, .cannotDecrypt:
            .cannotDecrypt
        case .payloadNotJSON, .payloadMissing, .payloadInvalid, .unknownPaymentDataType,
            .invalidPAN, .expiredCard, .cryptogramLength, .unknownCurrency, .invalidAmount:
            .badPayload
        case .currencyMismatch, .amountMismatch, .applicationDataMismatch:
            .orderMismatch
        }
    }

    /// This refusal in the words of the domain.
    public var refusal: TokenRefusal {
        TokenRefusal(kind: kind, code: code, sentence: sentence)
    }
}
