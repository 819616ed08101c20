@_spi(CardData) import PaymentDomain

extension CardVault {
    /// Names one use of a card's cryptogram, so that it is spent once: 64 hex digits, keyed.
    public func spendingName(
        of cryptogram: Cryptogram, on pan: PAN, merchant: MerchantID
    ) -> String {
        let name = cryptogram.withBytes { bytes in
            digest(of: [fingerprint(of: pan, merchant: merchant), bytes])
        }
        return HexText.of(name)
    }

    /// Seals a card number for the row of its handle.
    public func seal(
        _ pan: PAN, merchant: MerchantID, handle: VaultHandle
    ) throws(VaultError) -> SealedRecord {
        try pan.withDigits { (digits) throws(VaultError) in
            try seal(
                Array(digits.utf8),
                for: SealBinding(merchant: merchant, handle: handle, kind: .pan))
        }
    }

    /// Opens a card number.
    ///
    /// - Throws: Also ``VaultError/malformedContent`` where it is none.
    public func openPAN(
        _ record: SealedRecord, merchant: MerchantID, handle: VaultHandle
    ) throws(VaultError) -> PAN {
        let binding = SealBinding(merchant: merchant, handle: handle, kind: .pan)
        let digits = String(decoding: try open(record, for: binding), as: UTF8.self)
        do {
            return try PAN(digits: digits)
        } catch {
            throw .malformedContent
        }
    }

    /// Seals a cryptogram for the row of its payment.
    public func seal(
        _ cryptogram: Cryptogram, merchant: MerchantID, payment: PaymentID
    ) throws(VaultError) -> SealedRecord {
        try cryptogram.withBytes { (bytes) throws(VaultError) in
            try seal(
                bytes,
                for: SealBinding(merchant: merchant, subject: payment.value, kind: .cryptogram))
        }
    }

    /// Opens a cryptogram.
    ///
    /// - Throws: Also ``VaultError/malformedContent`` where it is none.
    public func openCryptogram(
        _ record: SealedRecord, merchant: MerchantID, payment: PaymentID
    ) throws(VaultError) -> Cryptogram {
        let binding = SealBinding(
            merchant: merchant, subject: payment.value, kind: .cryptogram)
        guard let cryptogram = Cryptogram(try open(record, for: binding)) else {
            throw .malformedContent
        }
        return cryptogram
    }
}
