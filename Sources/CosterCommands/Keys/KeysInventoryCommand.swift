import ArgumentParser
import CosterServer
import PaymentDomain
import PaymentEngine
import PaymentStorage

/// `coster keys inventory`: which keys there are, how old, and what lies under each.
struct KeysInventoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inventory",
        abstract: "List master keys and data keys: algorithms, ages, and records under each.",
        discussion: Examples.text(
            "It needs no key, and prints none.",
            ["coster keys inventory", "coster keys inventory --json"]))

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: JSONOutput

    func run() async throws {
        let store = try await database.open()
        let inventory: KeyInventory
        do {
            inventory = try await store.keyInventory()
        } catch {
            throw CosterFailure(
                .configuration,
                "The database can't be read (\(error.rawValue)). To check it, run: coster audit")
        }
        if output.json { return try JSONOutput.print(KeyInventoryFacts(inventory)) }
        inventory.table.print()
        for note in inventory.notes { Operator.tell(note.terminalSafe) }
    }
}

/// The inventory for a machine.
private struct KeyInventoryFacts: Encodable {
    let masterKeys: [Master]
    let keys: [Key]
    /// Records under keys that the database doesn't have, by table.
    let lost: [String: Int]
    /// The rotation that hasn't ended.
    let rotation: Rotation?

    struct Master: Encodable {
        let id: String
        let wrappedKeys: Int
        let shares: Int?
        let threshold: Int?
    }

    struct Key: Encodable {
        let id: String
        let purpose: String
        let merchant: String?
        let algorithm: String
        let generation: Int
        let createdAt: String
        let isRetiring: Bool
        /// How many records are encrypted under it, by table.
        let records: [String: Int]
    }

    struct Rotation: Encodable {
        let number: Int64
        let step: String
        let reencryptedRecords: Int
    }

    init(_ inventory: KeyInventory) {
        masterKeys = inventory.masters.map {
            Master(
                id: $0.id, wrappedKeys: Int($0.keys), shares: $0.shares?.count,
                threshold: $0.shares?.threshold)
        }
        keys = inventory.keys.map {
            Key(
                id: $0.id, purpose: $0.purpose.rawValue, merchant: $0.merchant?.value,
                algorithm: $0.algorithm, generation: Int($0.generation),
                createdAt: $0.createdAt.iso8601Seconds, isRetiring: $0.isRetiring,
                records: $0.rows.mapValues { Int($0) })
        }
        lost = inventory.lost.mapValues { Int($0) }
        rotation = inventory.rotation.map {
            Rotation(
                number: Int64($0.number), step: $0.step.rawValue,
                reencryptedRecords: Int($0.resealed))
        }
    }
}

extension KeyInventory {
    /// The keys for a person.
    fileprivate var table: TextTable {
        var table = TextTable(
            .init("key"), .init("purpose"), .init("merchant"), .init("algorithm"),
            .init("generation", isNumber: true), .init("created"), .init("state"), .init("records"))
        for master in masters {
            let shares = master.shares.map { "any \($0.threshold) of \($0.count) shares" }
            table.add(
                master.id, "master", "-", "AES-256-GCM", "-", "-", shares ?? "not split",
                "wraps \(master.keys.counted("key"))")
        }
        for key in keys {
            let counts = key.rows.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            table.add(
                key.id, key.purpose.rawValue, key.merchant?.value ?? "all", key.algorithm,
                String(key.generation), key.createdAt.iso8601Seconds,
                key.isRetiring ? "retiring" : "in use", counts.joined(separator: ", "))
        }
        return table
    }

    /// What needs a person's attention.
    fileprivate var notes: [String] {
        var notes = lost.sorted { $0.key < $1.key }.map {
            "Lost: \($0.value.counted("record")) of \($0.key) under keys that the database doesn't have."
        }
        if let rotation {
            notes.append(
                "Rotation \(rotation.number) hasn't ended: step \(rotation.step.rawValue), \(rotation.resealed.counted("record")) re-encrypted. To resume it, run: coster keys rotate"
            )
        }
        return masters.isEmpty ? ["The database has no keys yet."] + notes : notes
    }
}
