import CardVault
import Crypto

/// A share as a custodian keeps it: `coster-share-1-SETNAME8-3of5-2-XXXX-XXXX-…`.
///
/// The groups hold the share's 32 bytes as 52 characters, and then eight characters of a hash over everything before,
/// so that a typing error is found before anyone suspects the key. The characters are digits and capitals without I, L,
/// O and U, which are easily confused; small letters are read as capitals.
package enum ShareText {
    private static let start = "COSTER-SHARE-1-"
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let groupLength = 4
    private static let checkCharacters = 8
    private static let nameCharacters = 8

    package static func text(of share: KeyShare) -> String {
        let head =
            "\(start)\(share.setID)-\(share.threshold)OF\(share.count)-\(share.index)"
        let body = name(of: share.bytes)
        let all = Array((body + check(head: head, body: body)).utf8)
        let groups = stride(from: 0, to: all.count, by: groupLength).map {
            String(decoding: all[$0..<min($0 + groupLength, all.count)], as: UTF8.self)
        }
        // The words in small letters, so that they are not taken for a part of the secret.
        let words = "coster-share-1-\(share.setID)-\(share.threshold)of\(share.count)-"
        return words + "\(share.index)-" + groups.joined(separator: "-")
    }

    /// Reads a share; spaces around it do not matter, everything else does.
    ///
    /// - Throws: ``ShareError/mistyped``.
    package static func share(_ text: String) throws(ShareError) -> KeyShare {
        let line = trimmed(text)
        guard line.count <= ShareLimits.shareCharacters else { throw .mistyped }
        let capitals = String(decoding: line.map(capital), as: UTF8.self)
        guard capitals.hasPrefix(start) else { throw .mistyped }
        let parts = capitals.dropFirst(start.utf8.count).split(
            separator: "-", omittingEmptySubsequences: false)
        guard parts.count > 3, let counts = counts(parts[1]), let index = number(parts[2]),
            (1...counts.count).contains(index),
            bytes(of: parts[0], count: nameCharacters * 5 / 8) != nil,
            let groups = joined(parts[3...])
        else { throw .mistyped }
        let body = groups.dropLast(checkCharacters)
        let setID = String(parts[0])
        let head = "\(start)\(setID)-\(counts.threshold)OF\(counts.count)-\(index)"
        guard let bytes = bytes(of: body, count: VaultLimits.keyBytes),
            check(head: head, body: String(body)) == String(groups.suffix(checkCharacters))
        else { throw .mistyped }
        return KeyShare(
            setID: setID, index: index, threshold: counts.threshold, count: counts.count,
            bytes: bytes)
    }

    /// Bytes in our characters, five bits each; the last is filled up with zeros.
    static func name(of bytes: [UInt8]) -> String {
        var characters: [UInt8] = []
        var bits = 0
        var waiting = 0
        for byte in bytes {
            waiting = (waiting << 8 | Int(byte)) & 0xFFF
            bits += 8
            while bits >= 5 {
                bits -= 5
                characters.append(alphabet[waiting >> bits & 31])
            }
        }
        if bits > 0 { characters.append(alphabet[waiting << (5 - bits) & 31]) }
        return String(decoding: characters, as: UTF8.self)
    }

    /// The bytes of ``name(of:)``, exactly so many, or nil.
    private static func bytes(of text: Substring, count: Int) -> [UInt8]? {
        guard text.utf8.count == (count * 8 + 4) / 5 else { return nil }
        var bytes: [UInt8] = []
        var bits = 0
        var waiting = 0
        for character in text.utf8 {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            waiting = (waiting << 5 | value) & 0xFFF
            bits += 5
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: waiting >> bits))
        }
        // The padding bits of the last character must be zero.
        guard waiting & ((1 << bits) - 1) == 0 else { return nil }
        return bytes
    }

    private static func check(head: String, body: String) -> String {
        let hash = SHA256.hash(data: Array((head + "-" + body).utf8))
        return name(of: Array(hash.prefix(checkCharacters * 5 / 8)))
    }

    /// The groups as one, or nil if one has the wrong length.
    private static func joined(_ groups: ArraySlice<Substring>) -> Substring? {
        guard groups.allSatisfy({ $0.utf8.count == groupLength }) else { return nil }
        return Substring(groups.joined())
    }

    /// `3OF5`.
    private static func counts(_ text: Substring) -> (threshold: Int, count: Int)? {
        let parts = text.split(separator: "OF", omittingEmptySubsequences: false)
        guard parts.count == 2, let threshold = number(parts[0]), let count = number(parts[1]),
            (ShareLimits.fewestShares...ShareLimits.shares).contains(count),
            (ShareLimits.fewestShares...count).contains(threshold)
        else { return nil }
        return (threshold, count)
    }

    /// One or two digits without a zero in front.
    private static func number(_ text: Substring) -> Int? {
        guard (1...2).contains(text.utf8.count), text.utf8.first != UInt8(ascii: "0"),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }

    private static func capital(_ byte: UInt8) -> UInt8 {
        (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
    }

    private static func trimmed(_ text: String) -> ArraySlice<UInt8> {
        let space: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        var bytes = Array(text.utf8.prefix(ShareLimits.shareCharacters * 2))[...]
        bytes = bytes.drop(while: space)
        while let last = bytes.last, space(last) { bytes.removeLast() }
        return bytes
    }
}
