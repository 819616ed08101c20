import Foundation
import PaymentDomain
import Webhooks

extension RefusalRow {
    /// Endpoints of events.
    static let webhooks: [RefusalRow] = [
        webhook(.badURL, "no URL", "--url shop.example"),
        webhook(.plainHTTP, "plain HTTP beside a live line", "--url http://127.0.0.1:9/") {
            try await DoctorRow.createLine($0, to: "https://localhost:9/", mode: .live, rules: [])
        },
        webhook(.portRefused, "the port of SSH", "--url https://93.184.215.14:22/"),
        webhook(.hostUnresolved, "a name without an address", "--url https://shop.invalid/"),
        webhook(.addressRefused, "a private address", "--url https://10.0.0.1/"),
        webhook(
            .addressRefused, "the metadata of a cloud", "--url https://169.254.169.254/latest"),
        webhook(.badKind, "a kind that isn't in the catalogue", "--events payment.captured,x"),
        webhook(.badSecret, "a login for the standard form", "--login"),
        RefusalRow(WebhookFault.badSecret.code, "a secret of nine bytes") { fixture in
            let file = try fixture.place.write("whsec_YWJjYWJjYWJj\n", to: "secret")
            return create("--secret-file \(file)")
        },
        webhook(.webhookExists, "a URL that the merchant has an endpoint with") {
            try await $0.run(create())
        },
        webhook(.tooManyWebhooks, "a seventeenth endpoint", "--url http://127.0.0.1:9/17") {
            for number in 1...WebhookLimits.endpoints {
                try await $0.run(create("--url http://127.0.0.1:9/\(number)"))
            }
        },
        RefusalRow(WebhookFault.webhookUnknown.code, "an ID that no endpoint has") { _ in
            ["webhook", "show", "wh_4f2ksd81mzq07ahx3c9t"]
        },
        RefusalRow(WebhookFault.webhookUnknown.code, "a removed endpoint") { fixture in
            let id = try await created(fixture)
            try await fixture.run(["webhook", "remove", id])
            return ["webhook", "enable", id]
        },
        RefusalRow(WebhookFault.webhookDisabled.code, "a second time") { fixture in
            let id = try await created(fixture)
            try await fixture.run(["webhook", "disable", id])
            return ["webhook", "disable", id]
        },
        RefusalRow(WebhookFault.noTest.code, "a form without a test") { fixture in
            ["webhook", "test", try await created(fixture, "--format radial")]
        },
    ]

    /// Creates an endpoint of the shop; a later option replaces an earlier one of its name.
    private static func create(_ words: String = "") -> [String] {
        "webhook create --merchant shop --url http://127.0.0.1:9/ \(words)"
            .split(separator: " ").map(String.init)
    }

    private static func created(
        _ fixture: DoctorFixture, _ words: String = ""
    ) async throws -> String {
        try await fixture.run(create(words + " --json")).json["id"] as? String ?? ""
    }

    /// An endpoint that can't be created.
    private static func webhook(
        _ fault: WebhookFault, _ cause: String, _ words: String = "",
        _ prepare: @escaping @Sendable (DoctorFixture) async throws -> Void = { _ in }
    ) -> RefusalRow {
        RefusalRow(fault.code, cause) { fixture in
            try await prepare(fixture)
            return create(words)
        }
    }
}
