import KeyCustody
import CardVault
import CosterServer
import Foundation
import PaymentDomain
import PaymentStorage

/// The source from which a server would take the master key, and the result of looking there.
enum MasterKeyState: Sendable {
    case key(MasterKey)
    /// Custodians have it.
    case shared
    /// There isn't one yet, as in a new database.
    case notYet
    /// No usable one was found.
    case unusable
}

/// The master key as a server would find it.
enum MasterKeyCheck {
    /// Looks as a server does: in the file, the environment, shares, the sandbox's own file.
    ///
    /// - Parameters:
    ///   - isSplit: Whether the database knows of shares.
    ///   - isNew: Whether the database has no key yet.
    static func standing(
        _ settings: Settings, _ surroundings: DoctorEnvironment, folder: DataFolder,
        isSplit: Bool, isNew: Bool
    ) -> (MasterKeyState, [Finding]) {
        if let path = settings.masterKeyFile { return read(path) }
        switch surroundings.environmentKey {
        case .success(let key?): return (.key(key), [])
        case .success(nil): break
        case .failure:
            let name = "the variable \(MasterKeyEnvironment.variable)"
            return (.unusable, [Finding(.masterKeyMalformed, name)])
        }
        if isSplit { return (.shared, [Finding(.masterKeyShared, folder.path)]) }
        let hasOwn = FileFacts.of(folder.masterKey, name: "master.key") != nil
        guard settings.isSandbox else {
            let finding =
                hasOwn
                ? Finding(.sandboxFolder, folder.path)
                : Finding(.masterKeyMissing, "the setting master-key-file")
            return (.unusable, [finding])
        }
        if hasOwn { return read(folder.masterKey) }
        // The first start of a sandbox makes one, which would open nothing in a database that has keys.
        return isNew
            ? (.notYet, []) : (.unusable, [Finding(.masterKeyMissing, folder.masterKey)])
    }

    /// The path for the file of the key, whether or not it exists.
    static func path(_ settings: Settings, folder: DataFolder) -> String {
        settings.masterKeyFile ?? folder.masterKey
    }

    private static func read(_ path: String) -> (MasterKeyState, [Finding]) {
        guard let facts = FileFacts.of(path, name: path, followsLinks: true), !facts.isFolder,
            let bytes = try? Files.bytes(path, limit: Files.keyLimit)
        else { return (.unusable, [Finding(.masterKeyUnreadable, path)]) }
        let findings = facts.isOpenToOthers ? [Finding(.masterKeyOpen, path)] : []
        guard let key = MasterKeyFile.key(hexDigits: String(decoding: bytes, as: UTF8.self))
        else { return (.unusable, findings + [Finding(.masterKeyMalformed, path)]) }
        return (.key(key), findings)
    }
}

/// The keys in the database.
struct KeptKeys: Sendable {
    var wrapped: [WrappedKey] = []
    var rotation: RotationRecord?
    /// The master keys that rotations left behind.
    var formerMasters: Set<String> = []

    /// The kept keys, opened: a vault of those that do, and the names of those that do not.
    struct Opened: Sendable {
        var vault: CardVault?
        var damaged: Set<String> = []
    }

    /// The problems of the stored keys, whatever the master key is.
    var findings: [Finding] {
        guard let rotation else { return [] }
        return [
            Finding(
                .rotationUnfinished,
                "rotation \(rotation.number), begun \(rotation.startedAt.iso8601Seconds)")
        ]
    }

    /// Opens them.
    func opened(with master: MasterKey) -> (Opened, [Finding]) {
        guard !wrapped.isEmpty else { return (Opened(), []) }
        let ours = wrapped.filter { $0.masterID == master.id }
        guard !ours.isEmpty else {
            let isFormer = formerMasters.contains(master.id)
            let condition = isFormer ? FindingKind.masterKeyFormer : .masterKeyWrong
            return (Opened(), [Finding(condition, "master key \(master.id)")])
        }
        let damaged = Set(ours.filter { !KeptKeys.opens($0, with: master) }.map(\.id))
        var findings = damaged.sorted().map { Finding(.keyDamaged, "key \($0)") }
        let lost = Set(wrapped.map(\.id)).subtracting(ours.map(\.id))
        findings += lost.sorted().map { Finding(.keyLost, "key \($0)") }
        if !ours.contains(where: { $0.purpose == .hashing }) {
            findings.append(Finding(.keyLost, "the key for hashes"))
        }
        let whole = ours.filter { !damaged.contains($0.id) }
        // Their problems are reported above; the others may still open their records.
        let keys = try? VaultKeys.opened(master: master, existing: whole)
        return (Opened(vault: keys.map { CardVault(keys: $0) }, damaged: damaged), findings)
    }

    /// Only wrapping a key again shows whether it opens without lending it.
    private static func opens(_ key: WrappedKey, with master: MasterKey) -> Bool {
        do {
            _ = try key.rewrapped(from: master, under: MasterKey.made())
            return true
        } catch {
            return false
        }
    }
}
