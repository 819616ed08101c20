import CardVault
import Foundation
import Testing

@testable import KeyCustody

@Suite("The file of the master key", .timeLimit(.minutes(5)))
struct MasterKeyFileTests {
    private static let digits = String(repeating: "0a", count: 32)

    /// What a file holds, and how it is refused; nil if it isn't.
    struct Row: Sendable, CustomTestStringConvertible {
        let title: String
        var content: String? = digits
        var mode = 0o600
        var refused: (@Sendable (String) -> KeyCustodyError)?

        var testDescription: String { title }
    }

    static let rows = [
        Row(title: "64 hex digits"),
        Row(title: "with spaces and line ends around them", content: " \(digits)\r\n"),
        Row(title: "in capitals", content: digits.uppercased()),
        Row(
            title: "one digit less", content: String(digits.dropLast()),
            refused: { .fileMalformed($0) }),
        Row(title: "one digit more", content: digits + "0", refused: { .fileMalformed($0) }),
        Row(
            title: "a letter beyond f", content: "g" + digits.dropFirst(),
            refused: { .fileMalformed($0) }),
        Row(title: "an empty file", content: "", refused: { .fileUnreadable($0) }),
        Row(title: "no file", content: nil, refused: { .fileUnreadable($0) }),
        Row(title: "a file that a group may read", mode: 0o640, refused: { .fileOpenToOthers($0) }),
        Row(title: "a file that all may read", mode: 0o604, refused: { .fileOpenToOthers($0) }),
    ]

    @Test(
        "a master key file is read if it holds 64 hex digits for its owner alone", arguments: rows)
    func read(_ row: Row) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("coster-key-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("master.key").path
        if let content = row.content {
            try Data(content.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes(
                [.posixPermissions: row.mode], ofItemAtPath: path)
        }
        guard let refused = row.refused else {
            let expected = try MasterKey(bytes: [UInt8](repeating: 10, count: 32)).id
            #expect(try MasterKeyFile.read(path).id == expected)
            return
        }
        #expect(throws: refused(path)) { try MasterKeyFile.read(path) }
        #expect(
            !refused(path).message.contains("keys init"),
            "a new key opens nothing of a database that has data")
    }
}
