import Foundation
import PaymentDomain
import Programs
import Testing

@testable import Webhooks

/// The Python library of Standard Webhooks, if it is installed.
private enum ReceiverLibrary {
    /// Its path as it is: a link of the environment, which must not be followed.
    static let python = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: ".build/clients/bin/python").path
    static let isInstalled = FileManager.default.isExecutableFile(atPath: python)

    /// Prints for each delivery whether the library takes it.
    static let script = """
        import json, sys
        from standardwebhooks import Webhook, WebhookVerificationError
        for delivery in json.load(sys.stdin):
            try:
                Webhook(delivery["secret"]).verify(delivery["body"], delivery["headers"])
                print("accepted")
            except WebhookVerificationError as error:
                print(error)
        """
}

/// A delivery as the receiver has it.
private struct Delivery: Encodable {
    var title: String
    var secret: String
    var headers: [String: String]
    var body: String
    /// What the library says.
    var verdict = "accepted"

    func changed(_ title: String, _ verdict: String, _ change: (inout Delivery) -> Void) -> Self {
        var other = self
        other.title = title
        other.verdict = verdict
        change(&other)
        return other
    }
}

@Suite("Receivers with Standard Webhooks' Python library", .timeLimit(.minutes(5)))
struct ReceiverLibraryTests {
    /// The library compares with the machine's clock.
    private static let now = Timestamp(seconds: Int64(Date().timeIntervalSince1970))
    private static let body = #"{"type":"payment.captured","data":{"name":"Zoë"}}"#

    private static func delivery(
        _ title: String, _ secrets: [WebhookSecret], at time: Timestamp = now,
        verdict: String = "accepted"
    ) throws -> Delivery {
        let message = try #require(WebhookMessage(id: "evt_1", body: Array(body.utf8)))
        let headers = StandardRendering().headers(of: message, with: secrets, at: time)
            .map { ($0.name, $0.value) }
        return Delivery(
            title: title, secret: secrets.last?.verifier ?? "",
            headers: Dictionary(uniqueKeysWithValues: headers), body: body, verdict: verdict)
    }

    private static func deliveries() throws -> [Delivery] {
        let (old, new) = (WebhookSecret(.hmac), WebhookSecret(.hmac))
        let good = try delivery("signed", [old])
        let noMatch = "No matching signature found"
        return [
            good,
            try delivery("signed with the new secret too", [new, old]),
            try delivery("signed with Ed25519 too", [WebhookSecret(.ed25519), old]),
            try delivery(
                "too old", [old], at: now.adding(seconds: -400),
                verdict: "Message timestamp too old"),
            try delivery(
                "too new", [old], at: now.adding(seconds: 400),
                verdict: "Message timestamp too new"),
            good.changed("another secret", noMatch) { $0.secret = new.verifier },
            good.changed("another body", noMatch) { $0.body += " " },
            good.changed("another identifier", noMatch) { $0.headers["webhook-id"] = "evt_2" },
            good.changed("another time", noMatch) {
                $0.headers["webhook-timestamp"] = String(now.seconds - 1)
            },
            good.changed("no signature", "Missing required headers") {
                $0.headers["webhook-signature"] = nil
            },
        ]
    }

    @Test(
        "it accepts what we send, and refuses what was changed",
        .enabled(
            if: ReceiverLibrary.isInstalled,
            "needs the library that scripts/install-clients installs"
        ))
    func verdicts() throws {
        let deliveries = try Self.deliveries()
        let ending = try Program(ReceiverLibrary.python).run(
            ["-c", ReceiverLibrary.script], input: Array(try JSONEncoder().encode(deliveries)))
        let complaints = String(decoding: ending.complaints, as: UTF8.self)
        #expect(ending.status == 0, "\(complaints)")
        let verdicts = String(decoding: ending.output, as: UTF8.self).split(separator: "\n")
        try #require(verdicts.count == deliveries.count)
        for (delivery, verdict) in zip(deliveries, verdicts) {
            #expect(delivery.verdict == verdict, "\(delivery.title)")
        }
    }
}
