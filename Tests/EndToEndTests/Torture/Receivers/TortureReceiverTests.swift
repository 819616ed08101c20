import Crypto
import Foundation
import Testing

@Suite("The receivers of a torture find what is wrong", .timeLimit(.minutes(20)))
struct TortureReceiverTests {
    private static let secret = Data(repeating: 7, count: 32)

    /// Sends an event to a receiver that takes all.
    private func account(
        _ sent: [(id: String, body: String)], signedWith secret: Data = secret
    ) async throws -> TortureReceiver.Account {
        let receiver = try TortureReceiver(seed: 1, name: "test")
        defer { receiver.hangUp() }
        try receiver.trust("whsec_" + Self.secret.base64EncodedString())
        try receiver.heal()
        for (id, body) in sent {
            let code = HMAC<SHA256>.authenticationCode(
                for: Data("\(id).1795000000.\(body)".utf8), using: SymmetricKey(data: secret))
            let headers = [
                ("webhook-id", id), ("webhook-timestamp", "1795000000"),
                ("webhook-signature", "v1," + Data(code).base64EncodedString()),
            ]
            let port = receiver.port
            let reply = try await onThread {
                try HTTPConnection(port: port).exchange(
                    "POST", "/events", headers: headers, body: Array(body.utf8))
            }
            #expect(reply.status == 200)
        }
        return receiver.account
    }

    @Test("what comes as it is in the database is right, also twice")
    func right() async throws {
        let account = try await account([("evt_1", "a"), ("evt_2", "b"), ("evt_1", "a")])
        #expect(
            TortureReceivers.faults(
                of: account, ["evt_1": Data("a".utf8), "evt_2": Data("b".utf8)]) == [])
        #expect(account.requests == 3)
    }

    @Test("an event that is lost, made up, changed or signed wrongly is found")
    func wrong() async throws {
        let account = try await account([("evt_1", "a"), ("evt_2", "b"), ("evt_1", "c")])
        #expect(
            TortureReceivers.faults(of: account, ["evt_1": Data("c".utf8), "evt_3": Data()]) == [
                "event evt_1 has another body at a later try", "event evt_2 isn't in the database",
                "event evt_3 never came",
            ])
        let forged = try await self.account(
            [("evt_1", "a")], signedWith: Data(repeating: 8, count: 32))
        #expect(
            TortureReceivers.faults(of: forged, ["evt_1": Data("a".utf8)]) == [
                "event evt_1 has a signature that isn't valid", "event evt_1 never came",
            ])
    }
}
