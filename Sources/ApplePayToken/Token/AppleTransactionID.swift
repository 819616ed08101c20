import StrictCoding

/// Apple's identifier of one payment: 32 bytes, the same whatever the case of its hex digits.
///
/// Two spellings of one identifier are one value here, so that a change of case does not make a
/// spent token new.
///
/// Source: Apple, Payment token format reference, header.transactionId.
public struct AppleTransactionID: Sendable, Hashable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// An identifier of 32 bytes, or nil for any other length.
    ///
    /// The length is fixed because the signature covers transactionId and applicationData one
    /// behind the other, without their lengths: if both could vary, bytes could move between them
    /// under a good signature, and a spent token would come back under another identifier.
    public init?(bytes: [UInt8]) {
        guard bytes.count == TokenLimits.hashBytes else { return nil }
        self.bytes = bytes
    }

    /// An identifier from 64 hex digits of either case, or nil.
    public init?(hex: String) {
        guard let bytes = Hex.decode(hex) else { return nil }
        self.init(bytes: bytes)
    }

    /// 64 lower-case hex digits.
    public var value: String { Hex.encode(bytes) }

    /// The hex digits.
    public var description: String { value }
}
