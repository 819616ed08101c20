import AsyncHTTPClient
import Foundation
import NIOCore

/// The control port of a host: plain HTTP on this machine.
enum HostControl {
    /// A JSON reply, with names in snake case.
    static func get<Value: Decodable>(_ url: String) async throws -> Value {
        let reply = try await HTTPClient.shared.get(url: url).get()
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(
            Value.self, from: Data((reply.body ?? ByteBuffer()).readableBytesView))
    }

    static func post(_ url: String) async throws {
        _ = try await HTTPClient.shared.post(url: url).get()
    }
}
