import Foundation
import StrictCoding

@testable import ISO8583

/// A message in a text file: its specification, its type, its fields, and its bytes, which pyiso8583 wrote.
///
/// A value in quotes is text; one behind an `x` is bytes in hexadecimal.
struct RecordedMessage: Sendable {
    let name: String
    let specification: String
    let message: Message
    let wire: [UInt8]

    struct Malformed: Error {
        let name: String
    }

    private init(_ file: URL) throws {
        name = file.deletingPathExtension().lastPathComponent
        let text = try String(contentsOf: file, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
        let parts = lines.split(separator: "wire", maxSplits: 1)
        guard parts.count == 2 else { throw Malformed(name: name) }
        var words: [String: String] = [:]
        for line in parts[0] {
            guard let space = line.firstIndex(of: " ") else { throw Malformed(name: name) }
            words[String(line[..<space])] = String(line[line.index(after: space)...])
        }
        guard let specification = words.removeValue(forKey: "specification"),
            let type = words.removeValue(forKey: "type").flatMap({ MessageType($0) }),
            let wire = Hex.decode(parts[1].joined())
        else { throw Malformed(name: name) }
        var message = Message(type)
        for (number, value) in words {
            guard let number = Int(number), let bytes = RecordedMessage.bytes(value) else {
                throw Malformed(name: name)
            }
            message[number] = bytes[...]
        }
        self.specification = specification
        self.message = message
        self.wire = wire
    }

    private static func bytes(_ value: String) -> [UInt8]? {
        if value.hasPrefix("x") { return Hex.decode(String(value.dropFirst())) }
        guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return nil }
        return Array(value.dropFirst().dropLast().utf8)
    }

    /// All files of the folder Messages.
    static func all() throws -> [RecordedMessage] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Messages")
        return try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }.map { try RecordedMessage($0) }
    }
}
