extension PaymentTokenError: CustomStringConvertible {
    /// One sentence for a person: what is wrong and what to do next. It holds nothing of the token.
    public var sentence: String {
        switch self {
        case .tooLarge:
            "The token is larger than any that Apple makes; send the payment data alone."
        case .jsonMalformed:
            "This is not the JSON of an Apple Pay token; send it as the device gave it."
        case .jsonTooDeep:
            "The token's JSON nests or spreads too far; send it as the device gave it."
        case .jsonDuplicateKey:
            "The token's JSON names a key twice; send it as the device gave it."
        case .emptyPaymentData:
            "The payment data is empty: Xcode's simulator makes none. Use a device, or coster token "
                + "mint."
        case .wrapped(let wrapping):
            wrapping.sentence
        case .missingField(let field):
            "The field \(field.rawValue) is missing; send the token whole."
        case .fieldTooLong(let field):
            "The field \(field.rawValue) is too long; send it unchanged."
        case .wrongLength(let field):
            "The field \(field.rawValue) has the wrong length; send it unchanged."
        case .malformedBase64(let field):
            "The field \(field.rawValue) is not base64; send it unchanged."
        case .base64PlusLost(let field):
            "Plus signs in \(field.rawValue) became spaces on the way; percent-encode the form."
        case .malformedHex(let field):
            "The field \(field.rawValue) is not hex; send it unchanged."
        case .unsupportedVersion:
            "The version is neither EC_v1 nor RSA_v1; send the one that the device gave."
        case .ephemeralKeyMalformed:
            "The ephemeral public key does not have 91 bytes; send it unchanged."
        case .ephemeralKeyWrongCurve:
            "The ephemeral public key is not an uncompressed P-256 key; get a new token."
        case .ephemeralKeyOffCurve:
            "The ephemeral public key is no point of its curve; get a new token."
        case .missingSignature:
            "The token has no signature; send the field signature unchanged."
        case .signatureTruncated:
            "The signature ends too early; send the field signature whole."
        case .signatureMalformed:
            "The signature is not one as Apple makes it; send it unchanged."
        case .signatureTrailingBytes:
            "Bytes follow the signature; send the field signature unchanged."
        case .contentAttached:
            "The signature carries content of its own; get a new token."
        case .certificateCount:
            "The signature does not carry exactly two certificates; get a new token."
        case .signerCount:
            "The signature does not have exactly one signer; get a new token."
        case .missingSignedAttributes:
            "The signature has no signed attributes; get a new token."
        case .repeatedAttribute:
            "A signed attribute is repeated; get a new token."
        case .wrongContentType:
            "The signed content type is missing or wrong; get a new token."
        case .missingSigningTime:
            "The signature has no signing time; get a new token."
        case .malformedSigningTime:
            "The signing time cannot be read; get a new token."
        case .missingMessageDigest:
            "The signature has no message digest; get a new token."
        case .unsignedAttributes:
            "The signature has unsigned attributes; get a new token."
        case .unsupportedDigest:
            "The signature uses another digest than SHA-256; get a new token."
        case .unsupportedSignatureAlgorithm:
            "The signature algorithm is not the version's; get a new token."
        case .digestMismatch:
            "The signature is over other content; send every field of the token unchanged."
        case .badSignature:
            "The signature does not verify; send the token unchanged, or get a new one."
        case .certificateMalformed:
            "A certificate in the signature cannot be read; get a new token."
        case .leafMarkerMissing:
            "No certificate is marked as Apple Pay's signer; get a token from Apple."
        case .intermediateMarkerMissing:
            "No certificate is marked as Apple Pay's issuer; get a token from Apple."
        case .markersMisplaced:
            "Apple's markers are on the wrong certificates; get a token from Apple."
        case .signerIsNotLeaf:
            "The signer is not the marked certificate; get a token from Apple."
        case .unsupportedSignerKey:
            "The signer's key is not of the version's kind; get a new token."
        case .intermediateNotCA:
            "The issuing certificate may not issue any; get a token from Apple."
        case .leafNotIssuedByIntermediate:
            "One certificate did not issue the other; get a token from Apple."
        case .untrustedRoot:
            "The signer leads to no trusted root; get a token from Apple, or trust the test root."
        case .chainRuleBroken:
            "The signer's certificates break a rule of X.509; get a token from Apple."
        case .leafNotValidThen:
            "The signer's certificate was not valid at the signing time; get a new token."
        case .issuerNotValidThen:
            "An issuing certificate was not valid at the signing time; get a new token."
        case .staleSigningTime:
            "The token was signed too long ago; get a new one, or check this server's clock."
        // No semicolons: clients of one protocol split its errors there.
        case .signedBeforeRestore:
            "The token was signed before the books were restored, or in the minute after, and may "
                + "have been paid with. Look for that payment first. If there is none, get a new "
                + "token in a minute."
        case .futureSigningTime:
            "The token was signed in the future; check this server's clock."
        case .sandboxSigner:
            "The token comes from Apple's sandbox, which is not taken here; use a real card."
        case .unknownKey:
            "The token is for a key that this merchant does not have; install that key."
        case .keyKindMismatch:
            "The merchant's key is of the other version's kind; install the right key."
        case .cannotUnwrapKey:
            "The wrapped key does not unwrap; get a new token, or check the merchant's key."
        case .dataTooShort:
            "The encrypted data is shorter than its tag; send the field data whole."
        case .cannotDecrypt:
            "The data does not decrypt; check the merchant identifier and the key."
        case .payloadNotJSON:
            "The decrypted data is not JSON; get a new token."
        case .payloadMissing(let field):
            "The decrypted data lacks \(field.rawValue); get a new token."
        case .payloadInvalid(let field):
            "The decrypted data has no usable \(field.rawValue); get a new token."
        case .unknownPaymentDataType:
            "The payment data is neither 3DSecure nor EMV; get a new token."
        case .invalidPAN:
            "The device account number is not a card number; get a new token."
        case .expiredCard:
            "The card in the token has expired; ask for another card."
        case .cryptogramLength:
            "The cryptogram has not the length of its network's; get a new token."
        case .unknownCurrency:
            "The currency of the token is none of ISO 4217; get a new token."
        case .invalidAmount:
            "The amount of the token is no whole number of minor units; get a new token."
        case .currencyMismatch:
            "The cardholder approved another currency; send the order as approved."
        case .amountMismatch:
            "The cardholder approved another amount; send the order as approved."
        case .applicationDataMismatch:
            "The token belongs to another order; send the token of this one."
        }
    }

    /// The code and the sentence, for a log.
    public var description: String { "\(code): \(sentence)" }
}
