import Synchronization

/// The chains that were proven, by the exact bytes of their two certificates.
///
/// A proof costs three signature checks, one of them on P-384, and Apple signs with the same few
/// certificates for years. Only proven chains are kept, so nobody but Apple can fill this. What
/// depends on a token, its signing time above all, is never kept.
final class ChainCache: Sendable {
    private struct Entry {
        let certificates: [UInt8]
        let chain: ProvenChain
    }

    private let entries = Mutex<[Entry]>([])

    init() {}

    /// The proven chain of these certificates, if it is known.
    func chain(of bytes: [UInt8], in range: Range<Int>) -> ProvenChain? {
        let certificates = bytes[range]
        return entries.withLock { entries in
            entries.first {
                $0.certificates.count == certificates.count
                    && $0.certificates.elementsEqual(certificates)
            }?.chain
        }
    }

    /// Keeps a proven chain; the oldest goes where there is no room.
    func remember(_ chain: ProvenChain, of bytes: [UInt8], in range: Range<Int>) {
        let certificates = Array(bytes[range])
        entries.withLock { entries in
            guard !entries.contains(where: { $0.certificates == certificates }) else { return }
            if entries.count >= TokenLimits.rememberedChains { entries.removeFirst() }
            entries.append(Entry(certificates: certificates, chain: chain))
        }
    }
}
