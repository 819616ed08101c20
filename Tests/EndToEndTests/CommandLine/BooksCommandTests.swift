import Foundation
import Testing

@Suite("coster audit, settle, payments and migrate")
struct BooksCommandTests {
    @Test(
        "where there are no books, one is told to start a server",
        arguments: ["audit", "settle", "payments"])
    func noBooks(_ command: String) async throws {
        try await TemporaryFolder.lend { place in
            let run = try await CommandRun.coster([command, "--data", "\(place.path)/absent"])
            #expect(run.ending == .exited(78))
            #expect(run.errors.contains("coster serve --sandbox"))
        }
    }

    @Test("migrate makes books, and finds them made")
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

    @Test("books that a newer program wrote are left alone")
    func newerBooks() async throws {
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

    @Test("books that are no database are refused, not replaced")
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

    @Test("settle closes the batch beside a running server; a settled payment can be refunded")
    func settle() async throws {
        try await RunningServer.lend { server in
            let shop = RadialShop(server: server)
            let payment = try await shop.approved(try dollars("14.99"))
            let capture = try shop.settle("Debit", try dollars("14.99"), payment, isFinal: true)
            #expect(try await shop.send(capture).isAcknowledged)

            let first = try await CommandRun.coster(["settle", "--data", server.folder])
            #expect(first.ending == .exited(0), "\(first.errors)")
            #expect(first.output.contains("batch 1 closed: 1 captures, 0 refunds"))
            #expect(first.output.contains("14.99"))

            let refund = try shop.settle("Credit", try dollars("4.99"), payment)
            #expect(try await shop.send(refund).isAcknowledged)
            let second = try await CommandRun.coster(["settle", "--data", server.folder])
            #expect(second.output.contains("batch 2 closed: 0 captures, 1 refunds"))
            #expect(second.output.contains("-"))
            let audit = try await CommandRun.coster(["audit", "--data", server.folder])
            #expect(audit.ending == .exited(0))
            #expect(audit.output.contains("0 breaches"))
            let list = try await CommandRun.coster(["payments", "--data", server.folder])
            #expect(list.output.contains(payment.order))
        }
    }
}
