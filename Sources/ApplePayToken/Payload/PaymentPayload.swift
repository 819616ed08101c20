import StrictCoding
import PaymentDomain

/// A decrypted payload, every member in its own type.
///
/// Source: Apple, Payment token format reference, "Payment data keys".
struct PaymentPayload: Sendable {
    let pan: PAN
    let expiry: CardExpiry
    let applicationExpirationDate: String
    let amount: Money
    let cardholderName: CardholderName?
    let deviceManufacturerIdentifier: String?
    let proof: PaymentProof
    let authenticationResponses: [AuthenticationResponse]
    let merchantToken: MerchantToken?

    /// Reads a plaintext.
    init(_ plaintext: [UInt8]) throws(PaymentTokenError) {
        let raw = try RawPayload(plaintext)
        pan = try PaymentPayload.pan(raw.accountNumber)
        applicationExpirationDate =
            try PaymentPayload.required(raw.expirationDate, .applicationExpirationDate)
        guard let expiry = CardExpiry(yymmdd: applicationExpirationDate) else {
            throw .payloadInvalid(.applicationExpirationDate)
        }
        self.expiry = expiry
        amount = try PaymentPayload.amount(raw)
        cardholderName =
            try PaymentPayload.optional(raw.cardholderName, .cardholderName)
            .map(CardholderName.init)
        deviceManufacturerIdentifier = try PaymentPayload.optional(
            raw.deviceManufacturerIdentifier, .deviceManufacturerIdentifier)
        proof = try PaymentPayload.proof(raw, network: pan.network)
        merchantToken = try PaymentPayload.merchantToken(raw)
        var responses: [AuthenticationResponse] = []
        for response in raw.responses {
            do throws(PaymentTokenError) {
                responses.append(
                    try PaymentPayload.response(response, amount.currency, proof, pan.network))
            } catch {
                // Nothing is paid with it here, so that one of a shape that we do not know is left
                // out, and refuses no token.
                continue
            }
        }
        authenticationResponses = responses
    }

    private static func pan(_ text: JSONText?) throws(PaymentTokenError) -> PAN {
        guard let text else { throw .payloadMissing(.applicationPrimaryAccountNumber) }
        do throws(PANError) {
            return try PAN(digits: text.string)
        } catch {
            throw .invalidPAN
        }
    }

    /// The amount in the minor units of its currency, 100 for 1.00 USD.
    private static func amount(_ raw: RawPayload) throws(PaymentTokenError) -> Money {
        guard let code = raw.currencyCode else { throw .payloadMissing(.currencyCode) }
        guard let currency = Currency(numeric: code.string) else { throw .unknownCurrency }
        guard let number = raw.transactionAmount else {
            throw .payloadMissing(.transactionAmount)
        }
        guard let units = MinorUnits.exactly(number) else { throw .invalidAmount }
        do throws(MoneyError) {
            return try Money(minorUnits: units, currency: currency)
        } catch {
            throw .invalidAmount
        }
    }

    private static func proof(
        _ raw: RawPayload, network: CardNetwork?
    ) throws(PaymentTokenError) -> PaymentProof {
        guard let type = raw.paymentDataType else { throw .payloadMissing(.paymentDataType) }
        guard let proof = raw.proof else { throw .payloadMissing(.paymentData) }
        switch type.string {
        case "3DSecure":
            guard let text = proof.onlinePaymentCryptogram else {
                throw .payloadMissing(.onlinePaymentCryptogram)
            }
            let bytes = try base64(text, .onlinePaymentCryptogram)
            return .threeDSecure(
                cryptogram: try cryptogram(bytes, network), eci: try eci(proof.eciIndicator))
        case "EMV":
            guard let text = proof.emvData else { throw .payloadMissing(.emvData) }
            let bytes = try base64(text, .emvData)
            guard (1...TokenLimits.emvBytes).contains(bytes.count) else {
                throw .payloadInvalid(.emvData)
            }
            return .emv(
                data: SealedBytes(bytes), encryptedPIN: try encryptedPIN(proof.encryptedPINData))
        default:
            throw .unknownPaymentDataType
        }
    }

    /// A cryptogram of its network's length.
    private static func cryptogram(
        _ bytes: [UInt8], _ network: CardNetwork?
    ) throws(PaymentTokenError) -> Cryptogram {
        guard let cryptogram = Cryptogram(bytes), cryptogram.fits(network) else {
            throw .cryptogramLength
        }
        return cryptogram
    }

    /// The indicator is forwarded as it is; an empty one counts as missing.
    private static func eci(_ text: JSONText?) throws(PaymentTokenError) -> ECI? {
        guard let text, !text.bytes.isEmpty else { return nil }
        guard let eci = ECI(text.string) else { throw .payloadInvalid(.eciIndicator) }
        return eci
    }

    private static func encryptedPIN(_ text: JSONText?) throws(PaymentTokenError) -> SealedBytes? {
        guard let text, !text.bytes.isEmpty else { return nil }
        guard let bytes = Hex.decode(text.bytes), bytes.count <= TokenLimits.emvBytes else {
            throw .payloadInvalid(.encryptedPINData)
        }
        return SealedBytes(bytes)
    }

    private static func response(
        _ raw: RawPayload.Response, _ currency: Currency, _ proof: PaymentProof,
        _ network: CardNetwork?
    ) throws(PaymentTokenError) -> AuthenticationResponse {
        let field = TokenField.authenticationResponses
        guard let data = raw.authenticationData else { throw .payloadInvalid(field) }
        let amountText = raw.transactionAmount ?? ""
        guard amountText.utf8.count <= TokenLimits.amountCharacters else {
            throw .payloadInvalid(field)
        }
        return AuthenticationResponse(
            merchantIdentifier: try required(raw.merchantIdentifier, field),
            cryptogram: try responseCryptogram(try base64(data, field), proof, network),
            transactionAmount: amountText, amount: money(amountText, currency))
    }

    /// A network's length is that of its cryptograms for 3DSecure; what a chip makes has another.
    private static func responseCryptogram(
        _ bytes: [UInt8], _ proof: PaymentProof, _ network: CardNetwork?
    ) throws(PaymentTokenError) -> Cryptogram {
        switch proof {
        case .threeDSecure: return try cryptogram(bytes, network)
        case .emv:
            guard let cryptogram = Cryptogram(bytes) else { throw .cryptogramLength }
            return cryptogram
        }
    }

    /// The amount of an authentication response; what the text means beyond whole numbers is not
    /// documented.
    private static func money(_ text: String, _ currency: Currency) -> Money? {
        guard let units = MinorUnits.exactly(text) else { return nil }
        do throws(MoneyError) {
            return try Money(minorUnits: units, currency: currency)
        } catch {
            return nil
        }
    }

    private static func merchantToken(_ raw: RawPayload) throws(PaymentTokenError) -> MerchantToken?
    {
        guard
            let identifier = try optional(raw.merchantTokenIdentifier, .merchantTokenIdentifier)
        else { return nil }
        let metadata = raw.merchantTokenMetadata
        return MerchantToken(
            identifier: identifier,
            metadataJSON: metadata.map { String(decoding: $0.text, as: UTF8.self) },
            cardNumberSuffix: try optional(metadata?.fpanSuffix, .merchantTokenMetadata),
            cardExpirationDate: try optional(metadata?.expirationDate, .merchantTokenMetadata))
    }

    private static func required(
        _ text: JSONText?, _ field: TokenField
    ) throws(PaymentTokenError) -> String {
        guard let text = try optional(text, field) else { throw .payloadMissing(field) }
        return text
    }

    private static func optional(
        _ text: JSONText?, _ field: TokenField
    ) throws(PaymentTokenError) -> String? {
        guard let text else { return nil }
        guard text.bytes.count <= TokenLimits.payloadTextBytes else { throw .payloadInvalid(field) }
        return text.string
    }

    private static func base64(
        _ text: JSONText, _ field: TokenField
    ) throws(PaymentTokenError) -> [UInt8] {
        do throws(Base64Fault) {
            return try Base64.decode(text.bytes, .wrapped)
        } catch {
            throw .payloadInvalid(field)
        }
    }
}
