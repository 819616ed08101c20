/// A rule of eProtect's parameters that a request broke.
enum EProtectRule: String, Error, Sendable, Hashable, CaseIterable {
    // Of the request.
    case unsupportedContentType = "unsupported-content-type"
    case callbackInvalid = "callback-invalid"
    case paypageInvalid = "paypage-id-invalid"
    case reportGroupMissing = "report-group-missing"
    case reportGroupTooLong = "report-group-too-long"
    case idMissing = "id-missing"
    case idTooLong = "id-too-long"
    case orderIDTooLong = "order-id-too-long"
    case controlCharacter = "control-character"
    case sourceMissing = "source-missing"
    case twoSources = "two-sources"
    case encryptedField = "encrypted-field-unsupported"
    case featureUnsupported = "feature-unsupported"
    // Of a card.
    case accountNotNumeric = "account-not-numeric"
    case accountTooShort = "account-too-short"
    case accountTooLong = "account-too-long"
    case accountFailsLuhn = "account-fails-luhn"
    case accountUnknownNetwork = "account-unknown-network"
    case codeNotNumeric = "security-code-not-numeric"
    case codeTooShort = "security-code-too-short"
    case codeTooLong = "security-code-too-long"
    // Of a token.
    case applePayIncomplete = "apple-pay-incomplete"
    case applePayFieldTooLong = "apple-pay-field-too-long"
    case plusArrivedAsSpace = "plus-arrived-as-space"
}
