/// The plaintext as Apple documents it, read back with the standard decoder.
struct Payload: Decodable {
    struct PaymentData: Decodable {
        let onlinePaymentCryptogram: String?
        let eciIndicator: String?
        let emvData: String?
        let encryptedPINData: String?
    }
    struct Share: Decodable {
        let merchantIdentifier: String
        let authenticationData: String
        let transactionAmount: String
    }
    struct Metadata: Decodable {
        struct Card: Decodable {
            let expirationDate: String
            let fpanSuffix: String
        }
        let cardMetadata: Card
    }

    let applicationPrimaryAccountNumber: String
    let applicationExpirationDate: String
    let currencyCode: String
    let transactionAmount: Int64
    let cardholderName: String?
    let deviceManufacturerIdentifier: String
    let paymentDataType: String
    let paymentData: PaymentData
    let authenticationResponses: [Share]?
    let merchantTokenIdentifier: String?
    let merchantTokenMetadata: Metadata?
}
