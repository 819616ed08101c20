import Foundation
import Testing

@testable import CosterCommands
@testable import ShopSimulator

@Suite("coster audit, settle, payments and migrate", .timeLimit(.minutes(20)))
struct DatabaseCommandTests {
    @Test(
        "without a database, the command says to start a server",
        arguments: ["audit", "settle", "payments"])
    func noDatabase(_ command: String) async throws {
        try await TemporaryFolder.lend { place in
            let run = try await CommandRun.coster([command, "--data", "\(place.path)/absent"])
            #expect(run.ending == .exited(78))
            #expect(run.errors.contains("coster serve --sandbox"))
        }
    }

    @Test("migrate creates a database, and finds it created")
    func migrate() async throws {
        try await TemporaryFolder.lend { place in
            for _ in 0..<2 {
                let run = try await CommandRun.coster(["migrate", "--data", place.path])
                #expect(run.ending == .exited(0), "\(run.errors)")
            }
            #expect(
                try await CommandRun.coster(["audit", "--data", place.path]).ending == .exited(0))
        }
    }

    @Test("migrate distinguishes a new database, an updated one and an unchanged one")
    func migrateMessages() {
        let rows = [
            (0, "Created a new, empty database in here: schema version 7."),
            (6, "Updated the database in here from schema version 6 to 7."),
            (7, "The database in here is up to date: schema version 7."),
        ]
        for (found, message) in rows {
            #expect(MigrateCommand.message(on: "here", from: found, to: 7) == message)
        }
    }

    @Test("a database that a newer program wrote is left alone")
    func newerDatabase() async throws {
        try await TemporaryFolder.lend { place in
            _ = try await CommandRun.coster(["migrate", "--data", place.path])
            // SQLite keeps user_version in bytes 60 to 63 of the file, the highest first.
            let file = try FileHandle(
                forUpdating: URL(filePath: "\(place.path)/coster.sqlite"))
            try file.seek(toOffset: 62)
            try file.write(contentsOf: Data([0x7F]))
            try file.close()
            for command in [["audit"], ["settle"], ["serve", "--sandbox"]] {
                let run = try await CommandRun.coster(command + ["--data", place.path])
                #expect(run.ending == .exited(78), "\(run.errors)")
                #expect(!run.errors.isEmpty)
            }
        }
    }

    @Test("a file that is not a database is refused, not replaced")
    func noDatabase() async throws {
        try await TemporaryFolder.lend { place in
            let text = String(repeating: "these are no books\n", count: 300)
            let file = try place.write(text, to: "coster.sqlite")
            for command in [["audit"], ["serve", "--sandbox"]] {
                let run = try await CommandRun.coster(command + ["--data", place.path])
                #expect(run.ending == .exited(78), "\(run.errors)")
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        }
    }

    @Test("an empty file alone is a new database, and a lost one beside a master key")
    func emptyDatabase() async throws {
        try await TemporaryFolder.lend { place in
            let data = ["--data", place.path]
            let database = try place.write("", to: "coster.sqlite")
            _ = try place.write("", to: "master.key")
            for command in [
                ["audit"], ["payments"], ["migrate"], ["backup", "\(place.path)/backup"],
                ["serve", "--sandbox", "--listen", "127.0.0.1:0"],
            ] {
                let run = try await expect(78, command + data)
                #expect(run.errors.contains("books-damaged"), "\(command) \(run.errors)")
            }
            #expect(try Data(contentsOf: URL(filePath: database)).isEmpty)
            // Alone it is what a first start leaves that is cut off before all else.
            try FileManager.default.removeItem(atPath: "\(place.path)/master.key")
            try await expect(78, ["audit"] + data)
            try await expect(0, ["migrate"] + data)
            try await expect(0, ["audit"] + data)
        }
    }

    @Test("settle closes the batch beside a running server; a settled payment can be refunded")
    func settle() async throws {
        try await RunningServer.lend { server in
            let shop = RadialShop(server: server)
            let payment = try await shop.approved(try dollars("14.99"))
            let capture = try shop.settle("Debit", try dollars("14.99"), payment, isFinal: true)
            #expect(try await shop.send(capture).isAcknowledged)

            let first = try await CommandRun.coster(["settle", "--data", server.folder])
            #expect(first.ending == .exited(0), "\(first.errors)")
            #expect(first.output.contains("batch 1 closed: 1 capture, 0 refunds"))
            #expect(first.output.contains("14.99"))

            let refund = try shop.settle("Credit", try dollars("4.99"), payment)
            #expect(try await shop.send(refund).isAcknowledged)
            let second = try await CommandRun.coster(["settle", "--data", server.folder])
            #expect(second.output.contains("batch 2 closed: 0 captures, 1 refund\n"))
            #expect(second.output.contains("-"))
            let audit = try await CommandRun.coster(["audit", "--data", server.folder])
            #expect(audit.ending == .exited(0))
            #expect(audit.output.contains("0 breaches"))
            let list = try await CommandRun.coster(["payments", "--data", server.folder])
            #expect(list.output.contains(payment.order))
        }
    }

    @Test("payments has what was given to a card without a payment under refunded")
    func credits() async throws {
        try await RunningServer.lend(["COSTER_REFUND_BEYOND_CAPTURE": "true"]) { server in
            let shop = VantivTestShop(server: server)
            let sold = try await shop.approved(try dollars("20.00"), "sale").number
            let credit = shop.online("credit", shop.referenced(sold, try dollars("25.00")))
            try await shop.answered(credit, "000")
            let list = try await expect(0, ["payments", "--data", server.folder])
            let line = try #require(
                list.output.split(separator: "\n").first { $0.contains("credited") })
            #expect(line.contains("25.00"), "\(list.output)")
        }
    }

    @Test("settle writes a net that is more than an amount can be like any other")
    func largeNet() async throws {
        try await RunningServer.lend { server in
            let shop = RadialShop(server: server)
            let most = try dollars("9999999999.99")
            for _ in 0..<2 {
                let payment = try await shop.approved(most)
                let capture = try shop.settle("Debit", most, payment, isFinal: true)
                #expect(try await shop.send(capture).isAcknowledged)
            }
            let run = try await CommandRun.coster(["settle", "--data", server.folder])
            #expect(run.ending == .exited(0), "\(run.errors)")
            #expect(run.output.contains("  net 19999999999.98 USD"), "\(run.output)")
        }
    }
}
