extension PaymentTokenError: CustomStringConvertible {
    /// One sentence for a person: what is wrong and what to do next. It holds nothing of the token.
    public var sentence: String {
        switch self {
        case .tooLarge:
            "The token is larger than any token of Apple. Send only the payment data."
        case .jsonMalformed:
            "This isn't the JSON of an Apple Pay token. Send it as the device gave it."
        case .jsonTooDeep:
            "The token's JSON nests or spreads too far. Send it as the device gave it."
        case .jsonDuplicateKey:
            "The token's JSON names a key twice. Send it as the device gave it."
        case .emptyPaymentData:
            "The payment data is empty, as Xcode's simulator leaves it. Use a device with a card in Wallet."
        case .wrapped(let wrapping):
            wrapping.sentence
        case .missingField(let field):
            "The field \(field.rawValue) is missing. Send the whole token."
        case .fieldTooLong(let field):
            "The field \(field.rawValue) is too long. Send it unchanged."
        case .wrongLength(let field):
            "The field \(field.rawValue) has the wrong length. Send it unchanged."
        case .malformedBase64(let field):
            "The field \(field.rawValue) isn't base64. Send it unchanged."
        case .base64PlusLost(let field):
            "Plus signs in \(field.rawValue) became spaces on the way. Percent-encode the form."
        case .malformedHex(let field):
            "The field \(field.rawValue) isn't hex. Send it unchanged."
        case .unsupportedVersion:
            "The version is neither EC_v1 nor RSA_v1. Send the one that the device gave."
        case .ephemeralKeyMalformed:
            "The ephemeral public key doesn't have 91 bytes. Send it unchanged."
        case .ephemeralKeyWrongCurve:
            "The ephemeral public key isn't an uncompressed P-256 key. Get a new token."
        case .ephemeralKeyOffCurve:
            "The ephemeral public key isn't a point of its curve. Get a new token."
        case .missingSignature:
            "The token has no signature. Send the field signature unchanged."
        case .signatureTruncated:
            "The signature ends too early. Send the whole field signature."
        case .signatureMalformed:
            "The signature isn't in Apple's format. Send it unchanged."
        case .signatureTrailingBytes:
            "Bytes follow the signature. Send the field signature unchanged."
        case .contentAttached:
            "The signature carries content of its own. Get a new token."
        case .certificateCount:
            "The signature doesn't have exactly two certificates. Get a new token."
        case .signerCount:
            "The signature doesn't have exactly one signer. Get a new token."
        case .missingSignedAttributes:
            "The signature has no signed attributes. Get a new token."
        case .repeatedAttribute:
            "A signed attribute is repeated. Get a new token."
        case .wrongContentType:
            "The signed content type is missing or wrong. Get a new token."
        case .missingSigningTime:
            "The signature has no signing time. Get a new token."
        case .malformedSigningTime:
            "The signing time can't be read. Get a new token."
        case .missingMessageDigest:
            "The signature has no message digest. Get a new token."
        case .unsignedAttributes:
            "The signature has unsigned attributes. Get a new token."
        case .unsupportedDigest:
            "The signature uses another digest than SHA-256. Get a new token."
        case .unsupportedSignatureAlgorithm:
            "The signature algorithm doesn't belong to the token's version. Get a new token."
        case .digestMismatch:
            "The signature is over other content. Send every field of the token unchanged."
        case .badSignature:
            "The signature doesn't verify. Send the token unchanged, or get a new one."
        case .certificateMalformed:
            "A certificate in the signature can't be read. Get a new token."
        case .leafMarkerMissing:
            "No certificate is marked as Apple Pay's signer. Get a token from Apple."
        case .intermediateMarkerMissing:
            "No certificate is marked as Apple Pay's issuer. Get a token from Apple."
        case .markersMisplaced:
            "Apple's markers are on the wrong certificates. Get a token from Apple."
        case .signerIsNotLeaf:
            "The signer isn't the marked certificate. Get a token from Apple."
        case .unsupportedSignerKey:
            "The signer's key isn't of the version's kind. Get a new token."
        case .intermediateNotCA:
            "The issuing certificate may not issue any. Get a token from Apple."
        case .leafNotIssuedByIntermediate:
            "One certificate did not issue the other. Get a token from Apple."
        case .untrustedRoot:
            "The token wasn't signed under a trusted root. Get a token from Apple."
        case .chainRuleBroken:
            "The signer's certificates break a rule of X.509. Get a token from Apple."
        case .leafNotValidThen:
            "The signer's certificate wasn't valid at the signing time. Get a new token."
        case .issuerNotValidThen:
            "An issuing certificate wasn't valid at the signing time. Get a new token."
        case .staleSigningTime:
            "The token was signed too long ago. Get a new one, or check this server's clock."
        // No semicolons: clients of one protocol split its errors there.
        case .signedBeforeRestore:
            "The token was signed before the database was restored, and may have been used. Look for that payment first. If you find no payment, get a new token in a minute."
        case .futureSigningTime:
            "The token was signed in the future. Check this server's clock."
        case .sandboxSigner:
            "The token comes from Apple's sandbox, which this server refuses. Use a real card."
        case .unknownKey:
            "The token was encrypted for another key. Use the key of the certificate that Apple has for this merchant identifier."
        case .keyKindMismatch:
            "The merchant's key isn't of the token's kind. EC_v1 needs an EC key, and RSA_v1 an RSA key."
        case .cannotUnwrapKey:
            "The wrapped key can't be unwrapped. Get a new token, or check the merchant's key."
        case .dataTooShort:
            "The encrypted data is shorter than its tag. Send the whole field data."
        case .cannotDecrypt:
            "The data doesn't decrypt. Check the merchant identifier and the key."
        case .payloadNotJSON:
            "The decrypted data isn't JSON. Get a new token."
        case .payloadMissing(let field):
            "The decrypted data lacks \(field.rawValue). Get a new token."
        case .payloadInvalid(let field):
            "The decrypted data has no usable \(field.rawValue). Get a new token."
        case .unknownPaymentDataType:
            "The payment data is neither 3DSecure nor EMV. Get a new token."
        case .invalidPAN:
            "The device account number isn't a card number. Get a new token."
        case .expiredCard:
            "The card in the token has expired. Ask for another card."
        case .cryptogramLength:
            "The cryptogram doesn't have the length of its network. Get a new token."
        case .unknownCurrency:
            "The token's currency isn't in ISO 4217. Get a new token."
        case .invalidAmount:
            "The token's amount isn't a whole number of minor units. Get a new token."
        case .currencyMismatch:
            "The cardholder approved another currency. Send the order as approved."
        case .amountMismatch:
            "The cardholder approved another amount. Send the order as approved."
        case .applicationDataMismatch:
            "The token belongs to another order. Send the token of this one."
        }
    }

    /// The code and the sentence, for a log.
    public var description: String { "\(code): \(sentence)" }
}
