import AppleSimulator
import Foundation
import PaymentDomain
import Testing

private let boltShop =
    Places.repository.appending(path: ".build-kits/fakes/.build/debug/BoltShopRun").path

/// An app with BMS names, as `scripts/kit-fakes` builds it: sheet, token, CardSecure, bridge, gateway, delegate.
@Suite(
    "Bolt's integrated flow against a sandbox server", .server(), .timeLimit(.minutes(20)),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: boltShop),
        "scripts/kit-fakes .build-kits/fakes builds the app, as make test does"))
struct BoltShopTests {
    /// An amount, and what the customer and the app see.
    struct Row: Sendable, CustomTestStringConvertible {
        let amount: String
        let seen: String
        var testDescription: String { "\(amount): \(seen.replacing("\n", with: ", "))" }

        init(_ amount: String, _ seen: String) {
            self.amount = amount
            self.seen = seen
        }
    }

    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    @Test(
        "the gateway's answer is the sheet's tick or cross, and the delegate's result",
        arguments: [
            Row("14.99", "sheet: tick\napp: paid; paid\n"),
            Row("7000.00", "sheet: tick\napp: paid; paid\n"),
            Row("7000.51", "sheet: cross\napp: declined; declined\n"),
            // CardPointe's 51: declined.
            Row("1051.00", "sheet: cross\napp: declined; declined\n"),
            // CardPointe's 28: retry. The gateway doesn't know.
            Row("1028.00", "sheet: cross\napp: ; unknown\n"),
            // Held, but no answer comes.
            Row("7100.01", "sheet: cross\napp: ; unknown\n"),
        ])
    func outcomes(row: Row) async throws {
        let token = try server.token(try dollars(row.amount))
        #expect(try await run(row.amount, token.json).output == row.seen)
    }

    @Test("another merchant's token is refused by CardSecure: failed, no result")
    func wrongMerchant() async throws {
        let store = SimulatedAppleStore(directory: server.folder)
        let phone = SimulatedDevice(
            apple: try store.apple(), merchant: try store.merchant("merchant.another.shop"))
        let token = try phone.pay(
            SimulatedOrder(amount: try dollars("14.99"), at: presentTime()))
        #expect(
            try await run("14.99", token.json).output == "sheet: cross\napp: ; failed\n")
    }

    @Test("a token pays once: the second attempt fails")
    func replay() async throws {
        let token = try server.token(try dollars("14.99"))
        #expect(try await run("14.99", token.json).output == "sheet: tick\napp: paid; paid\n")
        let again = try await run("14.99", token.json).output
        #expect(again.hasPrefix("sheet: cross\n") && !again.contains("app: paid"))
    }

    @Test("no network: failed, no result")
    func noNetwork() async throws {
        let token = try server.token(try dollars("14.99"))
        let run = try await run("14.99", token.json, server: "http://127.0.0.1:1")
        #expect(run.output == "sheet: cross\napp: ; failed\n")
    }

    @Test("a simulator's empty token is replaced by one of the sandbox's, which pays")
    func simulator() async throws {
        let run = try await run("14.99", "")
        #expect(run.output == "sheet: tick\napp: paid; paid\n")
        #expect(
            run.errors == "CCCSDK: The simulator's empty token was replaced by a sandbox token.\n")
    }

    @Test("without a total there is no button, and the vendor's line is logged")
    func missingTotal() async throws {
        let run = try await run("0", "")
        #expect(run.output == "no button\n")
        #expect(run.errors.contains("CCCSDK: total not set or <= $0."))
    }

    @Test("no token, card number or reference is in the app's log")
    func log() async throws {
        let token = try server.token(try dollars("14.99"))
        #expect(try await run("14.99", token.json).errors.isEmpty)
    }

    private func run(
        _ amount: String, _ paymentData: String, server url: String? = nil
    ) async throws -> CommandRun {
        try await CommandRun.run(
            boltShop, [url ?? "http://127.0.0.1:\(server.port)", amount], input: paymentData)
    }
}
