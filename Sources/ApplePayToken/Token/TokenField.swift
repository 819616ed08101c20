/// The fields that an error may name: names only, never what they held.
public enum TokenField: String, Sendable, Hashable, CaseIterable {
    // The envelope.
    case version
    case data
    case signature
    case header
    case ephemeralPublicKey
    case wrappedKey
    case publicKeyHash
    case transactionId
    case applicationData
    // The decrypted payload.
    case applicationPrimaryAccountNumber
    case applicationExpirationDate
    case currencyCode
    case transactionAmount
    case cardholderName
    case deviceManufacturerIdentifier
    case paymentDataType
    case paymentData
    case onlinePaymentCryptogram
    case eciIndicator
    case emvData
    case encryptedPINData
    case authenticationResponses
    case merchantTokenIdentifier
    case merchantTokenMetadata
}
