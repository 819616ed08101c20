import Foundation
import LineHosts
import Testing

@Suite("A production server whose line is changed", .timeLimit(.minutes(20)))
struct ChangedLineTests {
    private static let databases = TortureDatabase.allCases.filter {
        $0 == .sqlite || SharedDatabase.isThere
    }

    @Test(
        "reaches the host's new address, also with the steps of earlier payments",
        arguments: databases)
    func moved(_ database: TortureDatabase) async throws {
        try await ProductionServer.lend(on: database) { production in
            let shop = VantivCardShop(production.server)
            let earlier = try await shop.pay(try dollars("10.00"), order: newName())
            #expect(earlier.isApproved, "\(earlier.text)")
            let place = URL(filePath: production.server.folder).deletingLastPathComponent().path
            let moved = try await LineHost.start(
                .worldpay, certificate: ("\(place)/localhost.pem", "\(place)/localhost.key"))
            let before = try await production.host.state().requests
            try await production.run([
                "line", "change", "worldpay", "--address",
                "https://localhost:\(moved.port)/vap/communicator/online",
            ])
            // The new host doesn't know the payment; that it was asked is the rule.
            _ = try await shop.capture(try dollars("4.00"), of: earlier)
            #expect(try await moved.state().requests > 0)
            let payment = try await shop.pay(try dollars("5.00"), order: newName())
            #expect(payment.isApproved, "\(payment.text)")
            #expect(try await moved.state().authorized == 500)
            #expect(try await production.host.state().requests == before)
        }
    }

    @Test(
        "trusts other roots, and sends as another user with another secret, from the next call on")
    func account() async throws {
        try await ProductionServer.lend(on: .sqlite) { production in
            let shop = VantivCardShop(production.server)
            let place = URL(filePath: production.server.folder).deletingLastPathComponent().path
            let secret = "\(place)/line.secret"
            try await production.run(["line", "change", "worldpay", "--system-roots"])
            let untrusted = try await shop.pay(try dollars("5.00"), order: newName())
            #expect(untrusted.text.contains("<response>100</response>"), "\(untrusted.text)")
            try await production.run([
                "line", "change", "worldpay", "--roots", "\(place)/localhost.pem", "--user",
                "TULIPS", "--secret-file", secret, "--report-group", "Tulips",
            ])
            let payment = try await shop.pay(try dollars("5.00"), order: newName())
            #expect(payment.isApproved, "\(payment.text)")
            let shown = try await production.run(["line", "show", "worldpay"]).output
            #expect(shown.contains("user TULIPS, report group Tulips"), "\(shown)")
            #expect(shown.contains("its own") && !shown.contains("kept until"), "\(shown)")
        }
    }
}
