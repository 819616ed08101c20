import Foundation

/// A genuine token of Apple's with a published key, from the vectors beside the repository.
struct GenuineToken: Decodable {
    struct Header: Decodable {
        let ephemeralPublicKey: String?
        let wrappedKey: String?
        let transactionId: String
    }

    let data: String
    let signature: String
    let header: Header

    static let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("shared/vectors/apple-pay")

    static let isAvailable = FileManager.default.fileExists(atPath: folder.path)

    static func named(_ name: String) throws -> GenuineToken {
        let file = folder.appendingPathComponent("\(name).token.json")
        return try JSONDecoder().decode(GenuineToken.self, from: try Data(contentsOf: file))
    }

    static func file(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }
}

/// Reads base64 that may lack its padding, as two of the genuine tokens do.
func bytes(base64 text: String) throws -> [UInt8] {
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: text + padding) else {
        throw CocoaError(.coderInvalidValue)
    }
    return Array(data)
}
