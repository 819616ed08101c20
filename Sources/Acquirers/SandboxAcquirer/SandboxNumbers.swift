import PaymentDomain

/// The numbers that an issuer and a network would make up, derived from the operation: no clock, no
/// chance, and the same again for a repetition.
enum SandboxNumbers {
    /// Six digits.
    static func authorizationCode(for id: OperationID) -> String {
        String(hash("code " + id.value) % 1_000_000).withLeadingZeros(to: 6)
    }

    /// Fifteen digits.
    static func networkReference(for id: OperationID) -> String {
        String(hash("reference " + id.value) % 1_000_000_000_000_000).withLeadingZeros(to: 15)
    }

    /// Source: FNV-1a, 64 bits. It spreads well, and nothing secret depends on it.
    private static func hash(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return hash
    }
}
