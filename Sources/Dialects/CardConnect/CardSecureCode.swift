// Source: CardConnect, CardSecure API, error codes.

/// The values of `errorcode`.
enum CardSecureCode: Int64, Sendable, CaseIterable {
    case none = 0
    case wrongVersion = 3
    case invalidAction = 7
    case notDigits = 8
    case keyNotFound = 12
    case tooLong = 13
    case empty = 14
    case unknownAlgorithm = 16
    case encryptionFailure = 17
    case badBase64 = 19
    case wrongCryptoLength = 20
    case tooShort = 21
    case wrongNumberLength = 22
    case decryptionFailure = 24
    case badPadding = 25
    case badLengthField = 26
    case keystoreNotInitialized = 27
    case notInitialized = 33
    case bufferTooShort = 35
    case illegalCharacters = 38
    case wrongMessageLength = 39
    case serverFailed = 43
    case badConfiguration = 44
    case databaseProblem = 46
    case unauthorizedHost = 47
    case purged = 48
    case notFound = 49
    case hashingFailed = 50
    case duplicate = 53
    case failsLuhn = 54
    case unknownSite = 55
    case badFormat = 56
    case signatureInvalid = 57
    case signatureExpired = 58
    case signatureMismatch = 59
    case signatureFailure = 60
    case pinTranslation = 61
    case keystoreImport = 63
    case keystoreStore = 64
    case keystoreProcessor = 65
    case unauthorizedTerminal = 66
    case keystoreRollback = 68
    case unauthorizedDecrypt = 71
    case invalidTagData = 72
    case emptyTagData = 73
    case missingParameter = 74
    case wrongCurveType = 75
    case serialization = 76
    case deserialization = 77
    case invalidSwipe = 78

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
        case .encryptionFailure: "Encryption failure"
        case .badBase64: "Base 64 decode failure"
        case .wrongCryptoLength: "Crypto data wrong length"
        case .tooShort: "Data too short"
        case .wrongNumberLength: "CCN wrong length on decryption"
        case .decryptionFailure: "Decryption failure"
        case .badPadding: "Bad PKCS 5 padding"
        case .badLengthField: "Bad decrypted length field"
        case .keystoreNotInitialized: "Keystore not initialized"
        case .notInitialized: "Application not initialized"
        case .bufferTooShort: "Buffer too short"
        case .illegalCharacters: "Illegal characters"
        case .wrongMessageLength: "Wrong message length"
        case .serverFailed: "Server failed"
        case .badConfiguration: "Config item is bad"
        case .databaseProblem: "Token database problem"
        case .unauthorizedHost: "Unauthorized host"
        case .purged: "Token purged"
        case .notFound: "Data not found"
        case .hashingFailed: "Error hashing the value"
        case .duplicate: "Token or data duplicate"
        case .failsLuhn: "Card number check (Luhn) failed"
        case .unknownSite: "Missing or unknown site name"
        case .badFormat: "Token format is bad"
        case .signatureInvalid: "Request signature invalid"
        case .signatureExpired: "Request signature timestamp expired"
        case .signatureMismatch: "Request signature mismatch"
        case .signatureFailure: "Request signature failure"
        case .pinTranslation: "PIN translation failure"
        case .keystoreImport: "Keystore import failure"
        case .keystoreStore: "Keystore userstore failure"
        case .keystoreProcessor: "Keystore invalid processor"
        case .unauthorizedTerminal: "Unauthorized terminal"
        case .keystoreRollback: "Keystore rollback failure"
        case .unauthorizedDecrypt: "Unauthorized decrypt"
        case .invalidTagData: "Invalid EMV tag data"
        case .emptyTagData: "EMV tag data empty"
        case .missingParameter: "Missing required parameter"
        case .wrongCurveType: "Invalid elliptic curve type parameter"
        case .serialization: "JSON serialization error"
        case .deserialization: "JSON deserialization error"
        case .invalidSwipe: "Invalid swipe data"
        }
    }
}
