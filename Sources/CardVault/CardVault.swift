import PaymentDomain

/// Seals and opens card data, and makes card tokens.
///
/// It keeps no rows: sealed content goes to the database, and comes back from there. Copies share their keys, so that a
/// running server uses new ones at once, wherever it holds the vault.
package struct CardVault: Redacted {
    private let keys: KeysInUse
    private let hashes: VaultHashes
    /// The name of the key for hashes, which distinguishes this vault's database from others: no rotation replaces it.
    package let hashingKeyID: String

    /// A vault with these keys.
    package init(keys: VaultKeys) {
        self.keys = KeysInUse(keys)
        hashes = keys.hashes
        hashingKeyID = keys.hashingKeyID
    }

    /// Takes other sealing keys of the same database into use, in every copy of this vault.
    ///
    /// A key that is no longer among them still opens until the next replacement. The key for hashes never changes.
    package func replace(_ keys: VaultKeys) {
        self.keys.replace(with: keys)
    }

    /// Whether a key of this name opens records here.
    package func hasKey(_ id: String) -> Bool { keys.key(id) != nil }

    /// Opens content of one more key from now on, in every copy of this vault; the sealing key stays the same until
    /// ``replace(_:)``.
    ///
    /// - Parameters:
    ///   - id: The key's name.
    ///   - others: Keys of the same database, among which it is.
    package func takeUp(_ id: String, of others: VaultKeys) {
        keys.add(others.sealing[id])
    }

    /// `CardVault`.
    package var redacted: String { "CardVault" }

    /// Names the key that seals a merchant's records now; records under another name are due for
    /// ``resealed(_:for:)``.
    package func currentKeyID(of merchant: MerchantID) -> String? {
        keys.current(of: merchant)?.id
    }

    /// Seals bytes for one row.
    ///
    /// - Throws: ``VaultError/noKey`` if the merchant has none, ``VaultError/tooLarge``.
    package func seal(
        _ bytes: [UInt8], for binding: AssociatedData
    ) throws(VaultError) -> SealedRecord {
        guard let current = keys.current(of: binding.merchant) else { throw .noKey }
        let sealed = try AuthenticatedCipher.seal(
            bytes, under: current.key, binding: binding.bytes(keyID: current.id))
        return SealedRecord(keyID: current.id, bytes: sealed)
    }

    /// Opens a record in the row that it was sealed for.
    ///
    /// - Throws: ``VaultError/unknownKey``, ``VaultError/doesNotOpen``.
    package func open(
        _ record: SealedRecord, for binding: AssociatedData
    ) throws(VaultError) -> [UInt8] {
        guard let sealing = keys.key(record.keyID) else { throw .unknownKey }
        // Another merchant's key never sealed this merchant's row.
        guard sealing.merchant == binding.merchant else { throw .doesNotOpen }
        let bound = binding.bytes(keyID: record.keyID)
        guard
            let opened = AuthenticatedCipher.open(
                record.bytes, under: sealing.key, binding: bound)
        else { throw .doesNotOpen }
        return opened
    }

    /// The same content under the merchant's current key; what rotation does to each row.
    package func resealed(
        _ record: SealedRecord, for binding: AssociatedData
    ) throws(VaultError) -> SealedRecord {
        guard record.keyID != currentKeyID(of: binding.merchant) else { return record }
        return try seal(try open(record, for: binding), for: binding)
    }

    /// A keyed hash of the whole number: the same card of the same merchant gives the same 32
    /// bytes.
    package func fingerprint(of pan: PAN, merchant: MerchantID) -> [UInt8] {
        hashes.fingerprint(of: pan, merchant: merchant)
    }

    /// A keyed digest of separate parts, 32 bytes: it recognises a repeated request without a copy of its body.
    package func digest(of parts: [[UInt8]]) -> [UInt8] {
        hashes.digest(of: parts)
    }

    /// A keyed hash of a random secret, 32 bytes: the database's record of a client's key.
    ///
    /// It is quick, so it is for secrets that can't be guessed; a password needs a slow hash.
    package func secretCode(of secret: [UInt8]) -> [UInt8] {
        hashes.secretCode(of: secret)
    }

    /// The card token of a card, in one of three shapes.
    ///
    /// Scrambled, it is as long as the card's number, with the first six digits, a scramble of letters and digits, and
    /// the last four; the scramble begins with a letter, so that no card token can be taken for a card number. In
    /// digits, it is as long too (but never shorter than ``VaultLimits/shortestDigitHandle``), ends in the last four,
    /// and fails the Luhn check. The third has sixteen digits, see ``SixteenDigitHandle``.
    ///
    /// - Parameters:
    ///   - shape: The shape; the card has another token in each.
    ///   - attempt: 0 first; the next if a candidate is already another card's.
    package func handle(
        for pan: PAN, merchant: MerchantID, shape: HandleShape = .scramble, attempt: Int
    ) -> VaultHandle {
        let bytes = hashes.handleBytes(of: pan, merchant: merchant, attempt: attempt)
        let text =
            switch shape {
            case .scramble: ScrambledHandle.text(around: pan, from: bytes)
            case .digits: DigitHandle.text(around: pan, from: bytes)
            case .sixteenDigits: SixteenDigitHandle.text(around: pan, from: bytes)
            }
        guard let handle = VaultHandle(text) else {
            preconditionFailure("a handle has 12 to 19 letters and digits")
        }
        return handle
    }
}
