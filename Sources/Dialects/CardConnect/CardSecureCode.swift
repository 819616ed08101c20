// Source: CardConnect, CardSecure API, error codes.

/// The values of `errorcode`, as far as one is given here.
enum CardSecureCode: Int64, Sendable, CaseIterable {
    case none = 0
    case wrongVersion = 3
    case invalidAction = 7
    case notDigits = 8
    case keyNotFound = 12
    case tooLong = 13
    case empty = 14
    case unknownAlgorithm = 16
    case badBase64 = 19
    case wrongCryptoLength = 20
    case tooShort = 21
    case decryptionFailure = 24
    case illegalCharacters = 38
    case wrongMessageLength = 39
    case serverFailed = 43
    case databaseProblem = 46
    case purged = 48
    case notFound = 49
    case duplicate = 53
    case failsLuhn = 54
    case unknownSite = 55
    case badFormat = 56
    case missingParameter = 74
    case wrongCurveType = 75
    case deserialization = 77

    /// The text of `message`.
    var message: String {
        switch self {
        case .none: "No Error"
        case .wrongVersion: "Wrong version number"
        case .invalidAction: "Invalid action"
        case .notDigits: "Data is not decimal digits"
        case .keyNotFound: "Key ID not found"
        case .tooLong: "Data too long"
        case .empty: "Data empty"
        case .unknownAlgorithm: "Unknown algorithm"
        case .badBase64: "Base 64 decode failure"
        case .wrongCryptoLength: "Crypto data wrong length"
        case .tooShort: "Data too short"
        case .decryptionFailure: "Decryption failure"
        case .illegalCharacters: "Illegal characters"
        case .wrongMessageLength: "Wrong message length"
        case .serverFailed: "Server failed"
        case .databaseProblem: "Token database problem"
        case .purged: "Token purged"
        case .notFound: "Data not found"
        case .duplicate: "Token or data duplicate"
        case .failsLuhn: "Card number check (Luhn) failed"
        case .unknownSite: "Missing or unknown site name"
        case .badFormat: "Token format is bad"
        case .missingParameter: "Missing required parameter"
        case .wrongCurveType: "Invalid elliptic curve type parameter"
        case .deserialization: "JSON deserialization error"
        }
    }
}
