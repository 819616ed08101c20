import Foundation
import LineHosts
import Programs
import Testing
import WebhookFixtures

@Suite("Events at a merchant's endpoint", .timeLimit(.minutes(20)))
struct WebhookTests {
    @Test("an endpoint gets each event of its kinds once, signed with the secret that was shown")
    func delivered() async throws {
        try await WebhookOffice.lend { office in
            try await office.pay()
            let all = try await office.create(office.receiver.url("/status/200"))
            let captures = try await office.create(
                office.receiver.url("/status/204"), "--events payment.captured --ed25519")
            try await office("webhook test \(all.id)")
            try await office.pay()
            try await office("settle")
            let found = try await office.received(atLeast: 4, at: "/status/200")
            // A payment before the endpoint has no delivery; its batch has.
            #expect(
                found.map(\.kind).sorted() == [
                    "batch.closed", "endpoint.test", "payment.authorized", "payment.captured",
                ])
            for request in found {
                #expect(try request.isSigned(with: all.secret))
                #expect(request.headers["content-type"] == "application/json")
            }
            let others = try await office.received(atLeast: 1, at: "/status/204")
            #expect(others.map(\.kind) == ["payment.captured"])
            #expect(try others.allSatisfy { try $0.isSigned(by: captures.secret) })
            let deliveries = try await office.deliveries()
            #expect(deliveries.count == 4)
            #expect(deliveries.allSatisfy { $0["state"] as? String == "delivered" })
            let event = try #require(others.first?.id)
            #expect(try await office.deliveries("--event \(event)").count == 2)
            try await office("webhook resend \(event) --endpoint \(captures.id)")
            #expect(
                Set(try await office.received(atLeast: 2, at: "/status/204").map(\.id)).count == 1)
        }
    }

    @Test(
        "the library that receivers use accepts each event, and refuses one that was changed",
        .enabled(if: ReceiverLibrary.isInstalled, ReceiverLibrary.absence))
    func library() async throws {
        try await WebhookOffice.lend { office in
            let endpoint = try await office.create(office.receiver.url("/status/200"))
            try await office.pay()
            var deliveries = try await office.received(atLeast: 2).map {
                ReceiverLibrary.Delivery(
                    secret: endpoint.secret, headers: $0.headers, body: $0.body)
            }
            for delivery in deliveries {
                var changed = delivery
                changed.body = delivery.body.replacing("1499", with: "1498")
                #expect(changed.body != delivery.body)
                deliveries.append(changed)
            }
            let verdicts = try ReceiverLibrary.verdicts(on: deliveries)
            #expect(
                verdicts == [
                    "accepted", "accepted", "No matching signature found",
                    "No matching signature found",
                ])
        }
    }

    @Test("a login has no overlap, and a command that names one is refused")
    func loginOverlap() async throws {
        try await WebhookOffice.lend { office in
            let made = try await office.create(
                office.receiver.url("/status/200"), "--format instamed")
            let refused = try await office("webhook rotate \(made.id) --overlap-hours 1", 64)
            #expect(refused.errors.contains("Leave out --overlap-hours."))
            let rotated = try await office("webhook rotate \(made.id)")
            #expect(rotated.errors.contains("The secret before it is erased."))
            try await office("webhook rotate \(made.id) --overlap-hours 0")
        }
    }

    @Test("during an overlap both secrets sign, and none is anywhere in the clear")
    func rotation() async throws {
        try await WebhookOffice.lend { office in
            let old = try await office.create(office.receiver.url("/status/200"))
            let new = try await office("webhook rotate \(old.id) --json").json["secret"]
            let secret = try #require(new as? String)
            try await office.pay("radial")
            let both = try #require(
                try await office.received(atLeast: 1).first)
            #expect(try both.isSigned(with: old.secret) && both.isSigned(with: secret))
            try await office("webhook rotate \(old.id) --overlap-hours 0")
            try await office("webhook test \(old.id)")
            let last = try #require(try await office.received(atLeast: 2).last)
            #expect(try !last.isSigned(with: old.secret) && !last.isSigned(with: secret))
            #expect(last.signatures.count == 1)
            #expect(try await office("keys rotate").output.contains("Rotation complete"))
            try await office("webhook disable \(old.id)")
            try await office("webhook enable \(old.id)")
            try await office.pay("radial")
            _ = try await office.received(atLeast: 3)
            try await office("webhook remove \(old.id)")
            try await office.pay("radial")
            #expect(try await office("webhook list").output.split(separator: "\n").count == 1)
            try await office("audit")
            let log = try await office("audit-log --limit 100").output
            for kind in [
                "created", "secret-rotated", "tested", "disabled", "enabled", "removed",
            ] { #expect(log.contains("webhook-\(kind)"), "\(kind)") }
            for file in try TemporaryFolder(path: office.server.folder).files() {
                for secret in [old.secret, secret] {
                    #expect(file.bytes.range(of: Data(secret.dropFirst(6).utf8)) == nil)
                }
            }
            #expect(try await office.receiver.received().count == 3)
        }
    }

    /// What an endpoint does, and what its operator sees of the first try.
    private static let misbehaviours: [(path: String, answer: String)] = [
        ("/status/500", "500"), ("/status/404", "404"), ("/redirect", "302"),
        ("/hang", "deadline"), ("/drip", "deadline"), ("/large", "reply-too-long"),
        ("/headers", "reply-malformed"), ("/cut", "disconnected"),
    ]

    @Test("an endpoint that misbehaves is tried again later, and delays no other")
    func misbehaving() async throws {
        try await WebhookOffice.lend { office in
            let good = try await office.create(office.receiver.url("/status/200"))
            var expected: [String: String] = [:]
            for (path, answer) in Self.misbehaviours {
                expected[try await office.create(office.receiver.url(path)).id] = answer
            }
            let closed = try await office.create("http://127.0.0.1:\(try FreePort.find())/")
            expected[closed.id] = "unreachable"
            try await office.pay("radial")
            _ = try await office.received(atLeast: 1, at: "/status/200")
            let taken = try await office.deliveries("--endpoint \(good.id)")
            #expect(taken.first?["state"] as? String == "delivered")
            var answers: [String: String] = [:]
            try await office.wait {
                for delivery in try await office.deliveries() {
                    guard let id = delivery["endpoint"] as? String, expected[id] != nil,
                        answers[id] == nil
                    else { continue }
                    let status = (delivery["last_status"] as? Int).map { String($0) }
                    answers[id] = status ?? delivery["last_error"] as? String
                }
                return answers.count == expected.count
            }
            #expect(answers == expected)
            #expect(try await office.received(atLeast: 1, at: "/redirect").count >= 1)
            let states = try await office.deliveries().map { $0["state"] as? String }
            #expect(Set(states) == ["delivered", "retrying"])
        }
    }

    @Test("an endpoint that answers 410 is disabled; one that was down gets what is sent again")
    func outage() async throws {
        try await TemporaryFolder.lend { folder in
            try await WebhookOffice.lend { office in
                let gone = try await office.create(office.receiver.url("/status/410"))
                let late = try await WebhookReceiver.start(log: "\(folder.path)/late")
                let endpoint = try await office.create(late.url("/status/200"))
                await late.stop()
                try await office.pay("radial")
                try await office.wait {
                    try await !office.deliveries("--endpoint \(endpoint.id) --state retrying")
                        .isEmpty
                }
                let again = try await WebhookReceiver.start(
                    port: late.port, log: "\(folder.path)/late")
                // The next try may be minutes away.
                let missed = try await office.deliveries("--endpoint \(endpoint.id)")
                for case let event as String in missed.map({ $0["event"] }) {
                    try await office("webhook resend \(event)")
                }
                try await office.wait { try await !again.received().isEmpty }
                let request = try #require(try await again.received().first)
                #expect(try request.isSigned(with: endpoint.secret))
                let list = try await office("webhook list").output
                #expect(list.contains("\(gone.id)\tsandbox\tdisabled: gone"))
                await again.stop()
            }
        }
    }

    @Test("TLS with a certificate that nobody trusts is a failure")
    func tls() async throws {
        try await TemporaryFolder.lend { folder in
            let files = try HostCertificate.make(in: folder.path)
            let receiver = try await WebhookReceiver.start(certificate: files)
            try await WebhookOffice.lend { office in
                let endpoint = try await office.create("https://localhost:\(receiver.port)/")
                let run = try await office("webhook test \(endpoint.id) --json", 69)
                #expect(run.json["error"] as? String == "tls-failed")
                #expect(run.json["is_delivered"] as? Bool == false)
            }
            await receiver.stop()
        }
    }
}
