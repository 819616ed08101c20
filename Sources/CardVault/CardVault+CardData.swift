import StrictCoding

@_spi(CardData) import PaymentDomain

extension CardVault {
    /// Names one use of a card's cryptogram, so that it is spent once: 64 hex digits, keyed.
    ///
    /// One device cryptogram has one name in each length that its network accepts: Mastercard's with and without the
    /// last byte, and American Express's with and without the second block.
    package func spendingName(
        of cryptogram: Cryptogram, on pan: PAN, merchant: MerchantID
    ) -> String {
        let named = pan.network == .mastercard ? 19 : 20
        let name = cryptogram.withBytes { bytes in
            digest(of: [fingerprint(of: pan, merchant: merchant), Array(bytes.prefix(named))])
        }
        return Hex.encode(name)
    }

    /// Seals a card number for the row of its handle.
    package func seal(
        _ pan: PAN, merchant: MerchantID, handle: VaultHandle
    ) throws(VaultError) -> SealedRecord {
        try pan.withDigits { (digits) throws(VaultError) in
            try seal(
                Array(digits.utf8),
                for: AssociatedData(merchant: merchant, handle: handle, kind: .pan))
        }
    }

    /// Opens a card number.
    ///
    /// - Throws: Also ``VaultError/malformedContent`` if it is invalid.
    package func openPAN(
        _ record: SealedRecord, merchant: MerchantID, handle: VaultHandle
    ) throws(VaultError) -> PAN {
        let binding = AssociatedData(merchant: merchant, handle: handle, kind: .pan)
        let digits = String(decoding: try open(record, for: binding), as: UTF8.self)
        do {
            return try PAN(digits: digits)
        } catch {
            throw .malformedContent
        }
    }
}
