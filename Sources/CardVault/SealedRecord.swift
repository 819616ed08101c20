/// Bytes sealed under a data key: worthless without it, and outside the row that they were sealed
/// for.
package struct SealedRecord: Sendable, Hashable {
    /// Which data key sealed it.
    package let keyID: String
    /// Nonce (12 bytes), ciphertext, tag (16 bytes).
    package let bytes: [UInt8]

    /// A sealed record, from the vault or from the database.
    package init(keyID: String, bytes: [UInt8]) {
        self.keyID = keyID
        self.bytes = bytes
    }
}
