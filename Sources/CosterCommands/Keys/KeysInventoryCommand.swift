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
        discussion: "It needs no key, and shows none.")

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
        let store = try await database.open()
        let inventory: KeyInventory
        do {
            inventory = try await store.keyInventory()
        } catch {
            throw CosterFailure(
                .configuration,
                "The books cannot be read (\(error.rawValue)). Check them with coster audit.")
        }
        for line in KeyInventoryTable.lines(of: inventory, at: SystemClock.now()) {
            print(line.terminalSafe)
        }
    }
}

/// The inventory as lines of text.
enum KeyInventoryTable {
    private static let millisecondsPerDay: Int64 = 86_400_000

    static func lines(of inventory: KeyInventory, at now: Timestamp) -> [String] {
        var lines = inventory.masters.map { master in
            let shares = master.shares.map { "any \($0.threshold) of \($0.count) shares" }
            return
                "master key \(master.id)  AES-256-GCM  \(shares ?? "not split")  wraps \(master.keys) keys"
        }
        lines += inventory.keys.map { line(of: $0, at: now) }
        lines += inventory.lost.sorted { $0.key < $1.key }.map {
            "lost: \($0.value) records of \($0.key) are under keys that are not in the books"
        }
        if let rotation = inventory.rotation {
            lines.append(
                "rotation \(rotation.number) has not ended: step \(rotation.step.rawValue), \(rotation.resealed) records sealed anew; go on with coster keys rotate"
            )
        }
        return lines.isEmpty ? ["these books have no keys yet"] : lines
    }

    private static func line(of key: KeyInventory.Key, at now: Timestamp) -> String {
        let days = max(0, now.milliseconds(since: key.createdAt) / millisecondsPerDay)
        let rows = key.rows.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        let counts = rows.isEmpty ? "no records" : rows.joined(separator: ", ")
        return [
            "\(key.purpose.rawValue) key \(key.id)", key.merchant?.value ?? "all merchants",
            key.algorithm, "generation \(key.generation)",
            "made \(key.createdAt.iso8601Seconds), \(days) days old",
            key.isRetiring ? "retiring" : "in use", counts,
        ].joined(separator: "  ")
    }
}
