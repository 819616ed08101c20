import Foundation
import Testing

@Suite("A data folder that doesn't exist", .timeLimit(.minutes(20)))
struct MissingFolderTests {
    @Test(
        "is refused with exit code 78, and isn't created",
        arguments: [
            "payments", "payment order-1", "batches", "profiles", "audit", "audit-log", "settle",
            "migrate",
            "merchant list", "merchant create roses --apple-merchant-id merchant.roses",
            "keys inventory", "keys init --shares 3 --threshold 2", "token mint", "simulator root",
            "backup x", "pay radial",
        ])
    func missing(command: String) async throws {
        try await TemporaryFolder.lend { place in
            let folder = "\(place.path)/typo"
            let words = command.split(separator: " ").map(String.init)
            let run = try await expect(78, words + ["--data", folder])
            #expect(run.errors.contains(folder), "\(run.errors)")
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }
}
