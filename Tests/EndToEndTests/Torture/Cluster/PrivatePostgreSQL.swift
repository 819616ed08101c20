import Foundation
import PaymentDomain

/// A PostgreSQL of the torture's own, which it may crash.
struct PrivatePostgreSQL: Sendable {
    /// Whether this machine has its programs.
    static var isThere: Bool {
        // Where the folder cannot be read there is none.
        let versions = try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")
        return versions?.isEmpty == false
    }

    let url: String
    private let folder: String

    /// Starts one in a folder that its user may reach, and removes it in the end.
    ///
    /// - Parameter lines: What else its configuration says.
    static func lend(
        _ lines: [String] = [], _ body: (PrivatePostgreSQL) async throws -> Void
    ) async throws {
        let places = ["/dev/shm", FileManager.default.temporaryDirectory.path]
        let place = places.first { FileManager.default.isWritableFile(atPath: $0) } ?? places[1]
        let folder = "\(place)/coster-torture-\(PaymentID().value)"
        let url = try await script("postgres-start", [folder] + lines)
        let database = PrivatePostgreSQL(url: url, folder: folder)
        do {
            try await body(database)
        } catch {
            await database.end()
            throw error
        }
        await database.end()
    }

    /// Crashes it, and starts it again.
    func crash() async throws {
        _ = try await PrivatePostgreSQL.script("postgres-stop", [folder, "immediate"])
        _ = try await PrivatePostgreSQL.script("postgres-start", [folder])
    }

    private func end() async {
        // What cannot be stopped or removed is a temporary server still, and no reason to fail a test.
        _ = try? await PrivatePostgreSQL.script("postgres-stop", [folder, "immediate"])
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static func script(_ name: String, _ arguments: [String]) async throws -> String {
        let run = try await CommandRun.run(
            Places.repository.appending(path: "scripts/\(name)").path, arguments)
        guard run.ending == .exited(0) else { throw ScriptFailed(name: name, errors: run.errors) }
        return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// A script did not do what it is for.
struct ScriptFailed: Error {
    let name: String
    let errors: String
}
