import StrictCoding
import ApplePayToken
import CardVault
@_spi(CardData) import PaymentDomain

/// The content of a registration, between the request that brought it and the payment that spends it.
///
/// It exists in the clear only here. The database has it sealed under the registration's own name.
struct RegistrationContent: Redacted {
    let pan: PAN
    let expiry: CardExpiry?
    /// The wallet's data beside the number; nil for a keyed card.
    let wallet: Wallet?

    var redacted: String { "RegistrationContent" }

    /// The data of an Apple Pay payload beside the number.
    struct Wallet: Redacted {
        let amount: Money
        let transactionID: String
        let cryptogram: Cryptogram?
        let eci: ECI?
        let emvData: SealedBytes?
        let encryptedPIN: SealedBytes?
        let originalLastFour: String?

        var redacted: String { "RegistrationContent.Wallet" }
    }

    init(pan: PAN, expiry: CardExpiry?) {
        self.pan = pan
        self.expiry = expiry
        wallet = nil
    }

    /// The content of a payload that was verified and opened.
    init(_ token: DecryptedPaymentToken) {
        pan = token.pan
        expiry = token.expiry
        wallet = Wallet(
            amount: token.amount, transactionID: token.transactionID.value,
            cryptogram: token.cryptogram, eci: token.eci, emvData: token.emvData,
            encryptedPIN: token.encryptedPINData,
            originalLastFour: token.merchantToken?.cardNumberSuffix)
    }

    /// The bytes to seal.
    var bytes: [UInt8] {
        var fields: [String?] = [
            "registration 1", pan.withDigits { $0 },
            expiry.map { String($0.year * 100 + $0.month) },
        ]
        if let wallet {
            fields += [
                wallet.amount.currency.code, String(wallet.amount.minorUnits),
                wallet.transactionID, wallet.cryptogram?.withBytes(Hex.encode), wallet.eci?.value,
                wallet.emvData?.withBytes(Hex.encode), wallet.encryptedPIN?.withBytes(Hex.encode),
                wallet.originalLastFour,
            ]
        }
        return StoredFields.bytes(of: fields)
    }

    /// The content of unsealed bytes, or nil if our code didn't write them.
    init?(_ bytes: [UInt8]) {
        guard let fields = StoredFields.fields(in: bytes), fields.first == "registration 1" else {
            return nil
        }
        var reader = FieldReader(fields.dropFirst())
        guard let digits = reader.optional(), let pan = try? PAN(digits: digits) else {
            return nil
        }
        self.pan = pan
        expiry = reader.expiry()
        if reader.isAtEnd {
            wallet = nil
            return
        }
        guard let currency = reader.optional().flatMap({ Currency(code: $0) }),
            let amount = reader.money(currency), let transactionID = reader.optional()
        else { return nil }
        wallet = Wallet(
            amount: amount, transactionID: transactionID,
            cryptogram: reader.optional().flatMap(Hex.decode).flatMap { Cryptogram($0) },
            eci: reader.optional().flatMap { ECI($0) },
            emvData: reader.optional().flatMap(Hex.decode).map { SealedBytes($0) },
            encryptedPIN: reader.optional().flatMap(Hex.decode).map { SealedBytes($0) },
            originalLastFour: reader.optional())
        guard reader.isAtEnd else { return nil }
    }
}
