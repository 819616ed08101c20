// Source: Vantiv, eProtect-api3.js (map of response codes) and cnpAPI Reference Guide (877 to 879).

/// The values of `response`; each is known to clients by its number.
enum EProtectCode: String, Sendable, CaseIterable {
    case success = "870"
    case accountNotMod10 = "871"
    case accountTooShort = "872"
    case accountTooLong = "873"
    case accountNotNumeric = "874"
    case unableToEncrypt = "875"
    case accountInvalid = "876"
    case registrationInvalid = "877"
    case registrationExpired = "878"
    case merchantNotAuthorized = "879"
    case reportGroupInvalid = "880"
    case codeNotNumeric = "881"
    case codeTooShort = "882"
    case codeTooLong = "883"
    /// Of the browser's own frame; no server sends it.
    case frameFailed = "884"
    /// Of the browser's own frame; no server sends it.
    case styleFailed = "885"
    case expirationInvalid = "886"
    /// Of a secondary data centre, which we are not.
    case secondaryRefused = "887"
    case signatureFailed = "888"
    /// The one code at which Vantiv's script tries the secondary address: what another server may still do.
    case failure = "889"

    /// The text of `message`.
    var message: String {
        switch self {
        case .success: "Success"
        case .accountNotMod10: "Account number not mod10"
        case .accountTooShort: "Account number too short"
        case .accountTooLong: "Account number too long"
        case .accountNotNumeric: "Account number not numeric"
        case .unableToEncrypt: "Unable to encrypt field"
        case .accountInvalid: "Account number invalid"
        case .registrationInvalid: "Invalid paypage registration id"
        case .registrationExpired: "Expired paypage registration id"
        case .merchantNotAuthorized: "Merchant is not authorized for Paypage"
        case .reportGroupInvalid: "Report Group Invalid"
        case .codeNotNumeric: "Card validation num not numeric"
        case .codeTooShort: "Card validation num too short"
        case .codeTooLong: "Card validation num too long"
        case .frameFailed: "PayFrame HTML failed to load"
        case .styleFailed: "PayFrame CSS failed to load"
        case .expirationInvalid: "Expiration date invalid"
        case .secondaryRefused: "Secondary PayPage request for non-Vantiv token merchant"
        case .signatureFailed: "Paypage Signature Verification Failed"
        case .failure: "Failure"
        }
    }
}
