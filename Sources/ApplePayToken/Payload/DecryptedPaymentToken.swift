import Crypto
import PaymentDomain

extension VerifiedPaymentToken {
    /// The initialization vector: sixteen zero bytes, for the key is used once.
    ///
    /// Source: Apple, Payment token format reference, step 4.
    private static let nonceBytes = 16
    /// The length of the authentication tag behind the ciphertext.
    private static let tagBytes = 16

    /// Opens a verified token with the key that it names.
    ///
    /// - Parameters:
    ///   - keyring: The merchant's keys; the token's key hash chooses among them and proves nothing. Of a token without
    ///     one the newest keys are tried, and the tag decides.
    ///   - now: The time of receipt, at which the card must not have expired.
    ///
    /// Source: Apple, Payment token format reference, steps 2 to 4.
    public func decrypt(
        with keyring: MerchantKeyring, at now: Timestamp
    ) throws(PaymentTokenError) -> DecryptedPaymentToken {
        let decrypted = try decrypt(with: keyring)
        guard !decrypted.expiry.hasPassed(at: now) else { throw .expiredCard }
        return decrypted
    }

    /// Opens it whether or not the card has expired, for a payment, which is then declined as an issuer would.
    package func decrypt(
        with keyring: MerchantKeyring
    ) throws(PaymentTokenError) -> DecryptedPaymentToken {
        let keys = keys(in: keyring)
        guard !keys.isEmpty else { throw .unknownKey }
        guard token.data.count >= VerifiedPaymentToken.tagBytes else { throw .dataTooShort }
        return DecryptedPaymentToken(
            verified: self, payload: try PaymentPayload(try open(with: keys)))
    }

    /// The key that the token names, or those that may be its own.
    private func keys(in keyring: MerchantKeyring) -> [MerchantKey] {
        guard let hash = token.publicKeyHash else { return keyring.newest(of: token.version) }
        return [keyring.key(publicKeyHash: hash)].compactMap { $0 }
    }

    /// The plaintext under the first key that opens it.
    private func open(with keys: [MerchantKey]) throws(PaymentTokenError) -> [UInt8] {
        var fault = PaymentTokenError.unknownKey
        for key in keys {
            do throws(PaymentTokenError) {
                return try open(with: try SymmetricKeyRestoration.key(of: token, with: key))
            } catch {
                fault = error
            }
        }
        throw fault
    }

    private func open(with key: SymmetricKey) throws(PaymentTokenError) -> [UInt8] {
        do {
            let nonce = try AES.GCM.Nonce(
                data: [UInt8](repeating: 0, count: VerifiedPaymentToken.nonceBytes))
            let box = try AES.GCM.SealedBox(
                nonce: nonce, ciphertext: token.data.dropLast(VerifiedPaymentToken.tagBytes),
                tag: token.data.suffix(VerifiedPaymentToken.tagBytes))
            return Array(try AES.GCM.open(box, using: key))
        } catch {
            throw .cannotDecrypt
        }
    }
}

/// The content of a verified token. Only ``VerifiedPaymentToken`` makes one, by decrypting.
///
/// Whether it is for the current order isn't known yet: see ``matched(with:)``.
public struct DecryptedPaymentToken: Sendable {
    /// The token that it was in.
    public let verified: VerifiedPaymentToken
    let payload: PaymentPayload

    fileprivate init(verified: VerifiedPaymentToken, payload: PaymentPayload) {
        self.verified = verified
        self.payload = payload
    }

    /// The device account number, or the merchant token's account number.
    public var pan: PAN { payload.pan }
    /// The month in which it ends.
    public var expiry: CardExpiry { payload.expiry }
    /// Its end as Apple wrote it, `YYMMDD`.
    public var applicationExpirationDate: String { payload.applicationExpirationDate }
    /// The amount that the cardholder approved.
    public var amount: Money { payload.amount }
    /// The cardholder's name, where Apple sent it.
    public var cardholderName: CardholderName? { payload.cardholderName }
    /// Names the maker of the device, in hex.
    public var deviceManufacturerIdentifier: String? { payload.deviceManufacturerIdentifier }
    /// The proof of the payment for the issuer.
    public var proof: PaymentProof { payload.proof }
    /// One part for each merchant of a payment to several; those of an unknown shape are left out.
    public var authenticationResponses: [AuthenticationResponse] {
        payload.authenticationResponses
    }
    /// The merchant token, if the shop asked for one.
    public var merchantToken: MerchantToken? { payload.merchantToken }
    /// Apple's identifier of the payment, to be spent once.
    public var transactionID: AppleTransactionID { verified.token.transactionID }

    /// `3DSecure` or `EMV`, as Apple writes it.
    public var paymentDataType: String {
        switch payload.proof {
        case .threeDSecure: "3DSecure"
        case .emv: "EMV"
        }
    }

    /// The cryptogram, for `3DSecure`.
    public var cryptogram: Cryptogram? {
        guard case .threeDSecure(let cryptogram, _) = payload.proof else { return nil }
        return cryptogram
    }

    /// The indicator to be forwarded; absent for Mastercard as a rule.
    public var eci: ECI? {
        guard case .threeDSecure(_, let eci) = payload.proof else { return nil }
        return eci
    }

    /// The chip's data, for `EMV`.
    public var emvData: SealedBytes? {
        guard case .emv(let data, _) = payload.proof else { return nil }
        return data
    }

    /// The PIN, for `EMV` if the cardholder gave one.
    public var encryptedPINData: SealedBytes? {
        guard case .emv(_, let encryptedPIN) = payload.proof else { return nil }
        return encryptedPIN
    }
}
