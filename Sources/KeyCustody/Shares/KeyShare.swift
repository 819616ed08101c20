import CardVault
import Crypto
import PaymentDomain

/// One of the shares into which a master key is split: some of them together give the key, and
/// fewer say nothing of it.
package struct KeyShare: Redacted, Hashable {
    /// Names the splitting that the share comes from: eight characters.
    package let setID: String
    /// Its number, from 1; its point on the polynomial.
    package let index: Int
    /// How many shares give the key.
    package let threshold: Int
    /// How many shares were made.
    package let count: Int
    /// One value for each byte of the key.
    let bytes: [UInt8]

    /// `KeyShare(2)`.
    package var redacted: String { "KeyShare(\(index))" }

    init(setID: String, index: Int, threshold: Int, count: Int, bytes: [UInt8]) {
        self.setID = setID
        self.index = index
        self.threshold = threshold
        self.count = count
        self.bytes = bytes
    }

    /// Splits a master key, with new random numbers.
    ///
    /// For each byte of the key there is a polynomial of its own: the byte is its value at 0, its
    /// other coefficients are random, and each share has its value at the share's number.
    ///
    /// - Parameters:
    ///   - count: How many shares there are, at most ``ShareLimits/shares``.
    ///   - threshold: How many give the key, from 2 to `count`.
    /// - Throws: ``ShareError/badCounts``.
    ///
    /// Source: A. Shamir, "How to share a secret", CACM 22 (1979).
    package static func split(
        _ master: MasterKey, into count: Int, threshold: Int
    ) throws(ShareError) -> [KeyShare] {
        guard (ShareLimits.fewestShares...ShareLimits.shares).contains(count),
            (ShareLimits.fewestShares...count).contains(threshold)
        else { throw .badCounts }
        var generator = SystemRandomNumberGenerator()
        let polynomials = master.withBytes { key in
            key.map { byte in
                [byte] + (1..<threshold).map { _ in generator.next() }
            }
        }
        let setID = ShareText.name(of: (0..<5).map { _ in generator.next() })
        return (1...count).map { index in
            KeyShare(
                setID: setID, index: index, threshold: threshold, count: count,
                bytes: polynomials.map {
                    GF256.value(of: $0, at: UInt8(truncatingIfNeeded: index))
                })
        }
    }

    /// The key that shares of one set give; a wrong one if they are fewer than its threshold.
    static func joined(_ shares: [KeyShare]) throws(VaultError) -> MasterKey {
        let bytes = (0..<VaultLimits.keyBytes).map { place in
            GF256.valueAtZero(
                through: shares.map { (UInt8(truncatingIfNeeded: $0.index), $0.bytes[place]) })
        }
        return try MasterKey(bytes: bytes)
    }

    /// A hash by which the share is known again.
    ///
    /// A plain one is enough: a share is as random as the key, so that nobody finds it by trying.
    var commitment: [UInt8] {
        var parts = LengthPrefixed(label: "coster key share 1")
        parts.append(setID)
        parts.append("\(threshold) of \(count)")
        parts.append(String(index))
        parts.append(bytes)
        return Array(SHA256.hash(data: parts.bytes))
    }
}
