import PaymentDomain

/// Where card data is sealed and opened, and where the names that stand for cards come from.
///
/// It keeps no rows: what it seals goes to the books, and comes back from there. Copies share their
/// keys, so that a running server uses new ones at once, wherever it holds the vault.
public struct CardVault: Redacted {
    private let keys: KeysInUse
    private let hashes: VaultHashes
    /// Names the key for hashes, by which the books of this vault are told from others: no rotation replaces it.
    public let hashingKeyID: String

    /// A vault with these keys.
    public init(keys: VaultKeys) {
        self.keys = KeysInUse(keys)
        hashes = keys.hashes
        hashingKeyID = keys.hashingKeyID
    }

    /// Takes other sealing keys of the same books into use, in every copy of this vault.
    ///
    /// A key that is no longer among them still opens until the next replacement. The key for
    /// hashes never changes.
    public func replace(_ keys: VaultKeys) {
        self.keys.replace(with: keys)
    }

    /// Whether a key of this name opens records here.
    public func hasKey(_ id: String) -> Bool { keys.key(id) != nil }

    /// Opens what a key sealed from now on, in every copy of this vault; which key seals stays as it
    /// is until ``replace(_:)``.
    ///
    /// - Parameters:
    ///   - id: The key's name.
    ///   - others: Keys of the same books, among which it is.
    public func takeUp(_ id: String, of others: VaultKeys) {
        keys.add(others.sealing[id])
    }

    /// `CardVault`.
    public var redacted: String { "CardVault" }

    /// Names the key that seals a merchant's records now; records under another name are due for
    /// ``resealed(_:for:)``.
    public func currentKeyID(of merchant: MerchantID) -> String? {
        keys.current(of: merchant)?.id
    }

    /// Seals bytes for one row.
    ///
    /// - Throws: ``VaultError/noKey`` where the merchant has none, ``VaultError/tooLarge``.
    public func seal(
        _ bytes: [UInt8], for binding: SealBinding
    ) throws(VaultError) -> SealedRecord {
        guard let current = keys.current(of: binding.merchant) else { throw .noKey }
        let sealed = try AuthenticatedCipher.seal(
            bytes, under: current.key, binding: binding.bytes(keyID: current.id))
        return SealedRecord(keyID: current.id, bytes: sealed)
    }

    /// Opens a record in the row that it was sealed for.
    ///
    /// - Throws: ``VaultError/unknownKey``, ``VaultError/doesNotOpen``.
    public func open(
        _ record: SealedRecord, for binding: SealBinding
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
    public func resealed(
        _ record: SealedRecord, for binding: SealBinding
    ) throws(VaultError) -> SealedRecord {
        guard record.keyID != currentKeyID(of: binding.merchant) else { return record }
        return try seal(try open(record, for: binding), for: binding)
    }

    /// A keyed hash of the whole number: the same card of the same merchant gives the same 32
    /// bytes.
    public func fingerprint(of pan: PAN, merchant: MerchantID) -> [UInt8] {
        hashes.fingerprint(of: pan, merchant: merchant)
    }

    /// A keyed digest of parts, each told from the next, 32 bytes: how a repeated request is
    /// recognised without its body being kept.
    public func digest(of parts: [[UInt8]]) -> [UInt8] {
        hashes.digest(of: parts)
    }

    /// A keyed hash of a secret that was drawn at random, 32 bytes: what the books keep of a
    /// client's key in place of it.
    ///
    /// It is quick, so it is for secrets that cannot be guessed; a password needs a slow hash.
    public func secretCode(of secret: [UInt8]) -> [UInt8] {
        hashes.secretCode(of: secret)
    }

    /// What stands for a card outside, in one of three shapes.
    ///
    /// Scrambled, it is as long as the card's number, with the first six digits, a scramble of
    /// letters and digits, and the last four; the scramble begins with a letter, so that no handle
    /// can be taken for a card number. In digits, it is as long too (but never shorter than
    /// ``VaultLimits/shortestDigitHandle``), ends in the last four, and fails the Luhn check. The
    /// third is CardSecure's, see ``CardSecureHandle``.
    ///
    /// - Parameters:
    ///   - shape: The shape; each has a name of its own for the card.
    ///   - attempt: 0 first; the next where a candidate already stands for another card.
    ///
    /// Source: Radial, PaymentAccountUniqueId (1 to 22 characters, beside an isToken flag); Vantiv,
    /// tokens.
    public func handle(
        for pan: PAN, merchant: MerchantID, shape: HandleShape = .scramble, attempt: Int
    ) -> VaultHandle {
        let bytes = hashes.handleBytes(of: pan, merchant: merchant, attempt: attempt)
        let text =
            switch shape {
            case .scramble: ScrambledHandle.text(around: pan, from: bytes)
            case .digits: DigitHandle.text(around: pan, from: bytes)
            case .cardSecure: CardSecureHandle.text(around: pan, from: bytes)
            }
        guard let handle = VaultHandle(text) else {
            preconditionFailure("a handle has 12 to 19 letters and digits")
        }
        return handle
    }
}
