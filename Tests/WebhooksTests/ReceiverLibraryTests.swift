import Foundation
import PaymentDomain
import Testing
import WebhookFixtures

@testable import Webhooks

/// A delivery, and what the library says.
private struct DeliveryRow {
    let title: String
    var delivery: ReceiverLibrary.Delivery
    var verdict = "accepted"

    func changed(
        _ title: String, _ change: (inout ReceiverLibrary.Delivery) -> Void
    ) -> DeliveryRow {
        var other = DeliveryRow(
            title: title, delivery: delivery, verdict: "No matching signature found")
        change(&other.delivery)
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
    ) throws -> DeliveryRow {
        let message = try #require(WebhookMessage(id: "evt_1", body: Array(body.utf8)))
        let headers = StandardRendering().headers(of: message, with: secrets, at: time)
            .map { ($0.name, $0.value) }
        return DeliveryRow(
            title: title,
            delivery: ReceiverLibrary.Delivery(
                secret: secrets.last?.verifier ?? "",
                headers: Dictionary(uniqueKeysWithValues: headers), body: body),
            verdict: verdict)
    }

    private static func deliveries() throws -> [DeliveryRow] {
        let (old, new) = (WebhookSecret(.hmac), WebhookSecret(.hmac))
        let good = try delivery("signed", [old])
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
            good.changed("another secret") { $0.secret = new.verifier },
            good.changed("another body") { $0.body += " " },
            good.changed("another identifier") { $0.headers["webhook-id"] = "evt_2" },
            good.changed("another time") {
                $0.headers["webhook-timestamp"] = String(now.seconds - 1)
            },
            DeliveryRow(
                title: "no signature",
                delivery: good.changed("") { $0.headers["webhook-signature"] = nil }.delivery,
                verdict: "Missing required headers"),
        ]
    }

    @Test(
        "it accepts what we send, and refuses what was changed",
        .enabled(if: ReceiverLibrary.isInstalled, ReceiverLibrary.absence))
    func verdicts() throws {
        let rows = try Self.deliveries()
        let verdicts = try ReceiverLibrary.verdicts(on: rows.map(\.delivery))
        for (row, verdict) in zip(rows, verdicts) {
            #expect(row.verdict == verdict, "\(row.title)")
        }
    }
}
