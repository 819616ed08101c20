import Foundation
import SQLiteDatabase
import Testing

@Suite("A backup of an open database", .timeLimit(.minutes(5)))
struct OnlineBackupTests {
    private let folder = NSTemporaryDirectory() + "copy-\(UUID().uuidString)"
    private var source: String { folder + "/source" }
    private var target: String { folder + "/target" }

    @Test("that fails leaves no file behind")
    func failed() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(repeating: 7, count: 8_192).write(to: URL(fileURLWithPath: source))
        #expect(throws: OnlineBackupError.unreadable(.corrupt)) {
            try OnlineBackup.make(of: source, at: target) { _ in }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["source"])
    }

    @Test("takes the place of no file")
    func taken() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data("kept".utf8).write(to: URL(fileURLWithPath: target))
        #expect(throws: OnlineBackupError.unwritable) {
            try OnlineBackup.make(of: source, at: target) { _ in }
        }
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "kept")
    }
}
