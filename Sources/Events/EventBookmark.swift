import StrictCoding

/// A place in a merchant's events, as its client keeps it.
///
/// The server proves that it gave the place to this merchant, behind this very change. A restored database may give the
/// change's number to another one, and reading on from there would miss events.
///
/// Layout: the change's number in 16 hex digits, then the first 16 bytes of the proof in 32.
package struct EventBookmark: Sendable, Hashable, CustomStringConvertible {
    private static let numberBytes = 8
    private static let proofBytes = 16

    /// The number of the last change that was read.
    package let number: Int64
    private let proof: [UInt8]

    package init(number: Int64, proof: [UInt8]) {
        self.number = number
        self.proof = Array(proof.prefix(Self.proofBytes))
    }

    /// Reads a bookmark; nil if the text isn't one.
    package init?(_ text: String) {
        guard text.utf8.count == 2 * (Self.numberBytes + Self.proofBytes),
            text == text.lowercased(), let bytes = Hex.decode(text)
        else { return nil }
        number = bytes.prefix(Self.numberBytes).reduce(0) { $0 << 8 | Int64($1) }
        proof = Array(bytes.dropFirst(Self.numberBytes))
    }

    /// The bookmark as clients keep it.
    package var description: String {
        Hex.encode(withUnsafeBytes(of: number.bigEndian) { Array($0) } + proof)
    }
}
