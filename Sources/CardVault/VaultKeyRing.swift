import Crypto
import PaymentDomain

/// The sealing keys: the current one, and the older ones that still open what they sealed.
struct VaultKeyRing: Redacted {
    /// Names the key that seals now.
    let currentID: String
    /// The key that seals now.
    let current: SymmetricKey
    /// The current key's generation.
    let generation: Int
    private let older: [String: SymmetricKey]

    /// A ring of one key.
    init(currentID: String, current: SymmetricKey, generation: Int = 1) {
        self.init(currentID: currentID, current: current, generation: generation, older: [:])
    }

    private init(
        currentID: String, current: SymmetricKey, generation: Int, older: [String: SymmetricKey]
    ) {
        self.currentID = currentID
        self.current = current
        self.generation = generation
        self.older = older
    }

    /// The ring with a newer key, which becomes the current one.
    func adding(
        _ key: SymmetricKey, id: String, generation: Int? = nil
    ) throws(VaultError) -> VaultKeyRing {
        guard older.count < VaultLimits.generations else { throw .tooLarge }
        var kept = older
        kept[currentID] = current
        return VaultKeyRing(
            currentID: id, current: key, generation: generation ?? self.generation + 1,
            older: kept)
    }

    /// The key of that name, or nil.
    func key(_ id: String) -> SymmetricKey? {
        id == currentID ? current : older[id]
    }

    /// `VaultKeyRing`.
    var redacted: String { "VaultKeyRing" }
}
