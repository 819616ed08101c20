import DialectKit
import PaymentDomain
import StrictXML

/// A rule of this dialect that a well-formed request breaks.
enum RadialRule: String, Error, Sendable, Hashable, CaseIterable {
    case unsupportedContentType = "unsupported-content-type"
    case invalidTender = "invalid-tender-type"
    case failsLuhn = "pan-fails-luhn"
    case invalidPAN = "invalid-pan"
    case unknownNetwork = "unknown-pan-bin-range"
    case invalidHandle = "invalid-account-token"
    case cardNumberNotAllowed = "card-number-not-allowed"
    case encryptedFieldUnsupported = "encrypted-field-unsupported"
    case cardPresentUnsupported = "card-present-unsupported"
    case cryptogramWithToken = "cryptogram-with-account-token"
    case unsupportedAlgorithm = "unsupported-algorithm-version"
    case amountZero = "amount-zero"
    case unknownOperation = "unknown-operation"
}

/// Why a request gave no command: it cannot be read, or breaks a rule.
enum RadialProblem: Error, Sendable, Hashable {
    case unreadable(XMLReadError)
    case broken(RadialRule)
}

/// Runs a reader and lifts its error.
func reading<Value>(
    _ body: () throws(XMLReadError) -> Value
) throws(RadialProblem) -> Value {
    do {
        return try body()
    } catch {
        throw .unreadable(error)
    }
}
