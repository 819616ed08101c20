import Database
import Foundation
import PaymentDomain
import PaymentStorage
import StorageKit
import Testing

@testable import CosterServer

@Suite("A server with a line that can't be used now", .timeLimit(.minutes(20)))
struct UnusableLineTests {
    /// What says in each protocol that nothing was done, and that the request may be sent again later.
    private static let tryAgain = [
        "vantiv": "<response>108</response>", "cardconnect": "\"respcode\":\"61\"",
        "instamed": "errorCode=503", "radial": "store-unavailable",
    ]

    @Test(
        "refuses its payments with each protocol's word for trying again, and goes on when it is back",
        arguments: [
            "configuration = '{}'",
            #"configuration = replace(configuration, '"roots":"', '"roots":"x')"#,
        ])
    func unusable(change: String) async throws {
        try await ProductionServer.lend(on: .sqlite) { production in
            let amount = try dollars("5.00")
            let earlier = try await VantivCardShop(production.server).pay(amount, order: newName())
            #expect(earlier.isApproved, "\(earlier.text)")
            let before = try await production.host.state().requests
            let kept = try await Self.configuration(production)
            try await Self.execute(production, "UPDATE lines SET \(change)")
            try await Self.reload(production, "tulips")
            for shop in production.shops {
                let refused = try await shop.pay(amount, order: newName())
                let words = Self.tryAgain[shop.name] ?? "?"
                #expect(refused.text.contains(words), "\(shop.name) \(refused.text)")
            }
            let capture = try await VantivCardShop(production.server).capture(amount, of: earlier)
            #expect(capture.text.contains("<response>108</response>"), "\(capture.text)")
            #expect(try await production.database.payments().count == 1)
            #expect(try await production.host.state().requests == before)
            try await Self.execute(production, "UPDATE lines SET configuration = ?", kept)
            try await Self.reload(production, "roses")
            let taken = try await VantivCardShop(production.server).capture(amount, of: earlier)
            #expect(taken.isApproved, "\(taken.text)")
        }
    }

    private static func configuration(_ production: ProductionServer) async throws -> String {
        let store = try await SQLPaymentStore(folder: production.server.folder)
        let text = try await store.first("SELECT configuration FROM lines") { try $0.text() }
        try store.close()
        return try #require(text)
    }

    private static func execute(
        _ production: ProductionServer, _ sql: String, _ values: String...
    ) async throws {
        let store = try await SQLPaymentStore(folder: production.server.folder)
        let values = values.map(\.sqlValue)
        try await store.write { db in _ = try db.change(sql, values) }
        try store.close()
    }

    /// Has the server read the database again.
    private static func reload(_ production: ProductionServer, _ merchant: String) async throws {
        try await production.run([
            "merchant", "create", merchant, "--apple-merchant-id",
            "merchant.com.example.\(merchant)",
        ])
    }

    @Test(
        "warns of it in the log at the start, and at each change",
        arguments: [
            (
                FindingKind.lineSecretClosed, #""line":"east""#,
                "UPDATE line_credentials SET sealed_secret = zeroblob(100)"
            ),
            (
                .lineCertificateRefused, #""line":"east""#,
                #"UPDATE lines SET configuration = replace(configuration, '"user"', '"roots":"x","user"')"#
            ),
            (.routeUnreadable, #""merchant":"shop""#, "UPDATE routes SET network = 'telex'"),
        ])
    func log(finding: FindingKind, subject: String, change: String) async throws {
        try await DoctorFixture.lend { fixture in
            try await DoctorRow.createLine(fixture, to: "https://acquirer.example/")
            try await fixture.spoil(change)
            let server = try await RunningServer.start(fixture.folder.path)
            try await expect(
                0,
                [
                    "merchant", "create", "tulips", "--apple-merchant-id",
                    "merchant.com.example.tulips", "--data", server.folder,
                ])
            #expect(await server.stop() == .exited(0))
            let log = try String(
                contentsOfFile: RunningServer.logFile(server.folder), encoding: .utf8)
            let warnings = log.split(separator: "\n").filter {
                $0.contains(finding.rawValue)
            }
            #expect(warnings.count >= 2, "\(log)")
            #expect(warnings.allSatisfy { $0.contains(subject) }, "\(warnings)")
        }
    }
}
