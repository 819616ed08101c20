import Synchronization

/// The verified chains, by the exact bytes of their two certificates.
///
/// A verification costs three signature checks, one of them on P-384, and Apple signs with the same few certificates
/// for years. Only verified chains are kept, so an attacker can't fill this with chains of his own. Facts about one
/// token, its signing time above all, are never kept.
final class ChainCache: Sendable {
    private struct Entry {
        let certificates: [UInt8]
        let chain: VerifiedChain
    }

    private let entries = Mutex<[Entry]>([])

    init() {}

    /// The proven chain of these certificates, if it is known.
    func chain(of bytes: [UInt8], in range: Range<Int>) -> VerifiedChain? {
        let certificates = bytes[range]
        return entries.withLock { entries in
            entries.first { isSame($0.certificates, certificates) }?.chain
        }
    }

    /// Keeps a verified chain, in place of the oldest if it is full.
    func remember(_ chain: VerifiedChain, of bytes: [UInt8], in range: Range<Int>) {
        let certificates = Array(bytes[range])
        entries.withLock { entries in
            guard !entries.contains(where: { $0.certificates == certificates }) else { return }
            if entries.count >= TokenLimits.rememberedChains { entries.removeFirst() }
            entries.append(Entry(certificates: certificates, chain: chain))
        }
    }
}

/// Compares eight bytes at a time; two kilobytes are compared for every token.
private func isSame(_ left: [UInt8], _ right: ArraySlice<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return left.withUnsafeBytes { left in
        right.withUnsafeBytes { right in
            var index = 0
            while left.count - index >= 8 {
                let words = (
                    left.loadUnaligned(fromByteOffset: index, as: UInt64.self),
                    right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                )
                guard words.0 == words.1 else { return false }
                index += 8
            }
            return left[index...].elementsEqual(right[index...])
        }
    }
}
