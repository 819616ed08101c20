/// Compares what is kept of secrets.
package enum SecretBytes {
    /// Whether two hashes are the same; all bytes are looked at, wherever they differ.
    package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        one.count == other.count
            && zip(one, other).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}
