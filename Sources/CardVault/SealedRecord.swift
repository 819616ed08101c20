/// Bytes sealed under a data key: worthless without it, and outside the row that they were sealed
/// for.
public struct SealedRecord: Sendable, Hashable {
    /// Which data key sealed it.
    public let keyID: String
    /// Nonce (12 bytes), ciphertext, tag (16 bytes).
    public let bytes: [UInt8]

    /// A sealed record, as the vault made it or the books kept it.
    public init(keyID: String, bytes: [UInt8]) {
        self.keyID = keyID
        self.bytes = bytes
    }
}
