import Database
import Foundation
import PaymentStorage
import Testing

@testable import PostgreSQLDatabase

@Suite("A pooler in front of a database", .timeLimit(.minutes(5)))
struct PoolerTests {
    @Test("that accepts us and has no connection left for us is abandoned, with the reason")
    func noConnectionLeft() async throws {
        let host = try SilentHost(listens: true)
        let url = "postgres://u:5ec12e7@127.0.0.1:\(host.port)/x"
        let address = try #require(
            PostgreSQLAddress("\(url)?sslmode=disable&target_session_attrs=any"))
        let listener = host.descriptor
        Thread.detachNewThread { letIn(listener) }
        let error = await #expect(throws: SchemaError.self) {
            try await SQLPaymentStore(database: address, mayMigrate: false)
        }
        guard case .cannotOpen(.unavailable, let reason?)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("first statement") && reason.contains("pooler"), "\(reason)")
        #expect(reason.contains("\(host.port)") && !reason.contains("5ec12e7"), "\(reason)")
        withExtendedLifetime(host) {}
    }
}

/// Lets one client in, and answers nothing more until it has gone.
private func letIn(_ listener: Int32) {
    let client = accept(listener, nil, nil)
    guard client >= 0 else { return }
    defer { close(client) }
    var said = [UInt8](repeating: 0, count: 1024)
    guard read(client, &said, said.count) > 0 else { return }
    // Source: PostgreSQL, "Message Formats": AuthenticationOk, ReadyForQuery in no transaction.
    let welcome: [UInt8] = [0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5A, 0, 0, 0, 5, 0x49]
    guard write(client, welcome, welcome.count) == welcome.count else { return }
    while read(client, &said, said.count) > 0 {}
}
