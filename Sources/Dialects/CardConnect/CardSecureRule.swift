/// A rule of CardSecure's requests that one broke.
enum CardSecureRule: String, Error, Sendable, Hashable, CaseIterable {
    // Of the request.
    case sourceMissing = "source-missing"
    case twoSources = "two-sources"
    case handlerMissing = "encryption-handler-missing"
    case handlerUnsupported = "encryption-handler-unsupported"
    case messageMissing = "message-missing"
    // Of an account.
    case accountEmpty = "account-empty"
    case accountNotDigits = "account-not-digits"
    case accountTooShort = "account-too-short"
    case accountTooLong = "account-too-long"
    case accountFailsLuhn = "account-fails-luhn"
    case accountUnknownNetwork = "account-unknown-network"
    case bankAccount = "bank-account-unsupported"
    case expiryNotDigits = "expiry-not-digits"
    case expiryTooShort = "expiry-too-short"
    case expiryTooLong = "expiry-too-long"
    case expiryImpossible = "expiry-impossible"
    case codeNotDigits = "security-code-not-digits"
    case codeTooShort = "security-code-too-short"
    case codeTooLong = "security-code-too-long"
    // Of devicedata.
    case deviceDataEmpty = "device-data-empty"
    case partUnknown = "device-data-part-unknown"
    case partRepeated = "device-data-part-repeated"
    case partMissing = "device-data-part-missing"
    case partEmpty = "device-data-part-empty"
    case partTooLong = "device-data-part-too-long"
    case partNotBase64 = "device-data-part-not-base64"
    case partNotHex = "device-data-part-not-hex"
    case curveTypeWrong = "curve-type-wrong"
}
