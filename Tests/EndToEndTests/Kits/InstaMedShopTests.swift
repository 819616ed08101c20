import AppleSimulator
import Foundation
import PaymentDomain
import Testing

private let instaMedShop =
    Places.repository.appending(path: ".build-kits/fakes/.build/debug/InstaMedShopRun").path

/// InstaMed's sample app, as `scripts/kit-fakes` builds it: sheet, token, SaveApplePayToken by the relay, AuthCapt.
@Suite(
    "The flow of InstaMed's sample against a sandbox server", .server(),
    .timeLimit(.minutes(20)),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: instaMedShop),
        "scripts/kit-fakes .build-kits/fakes builds the app, as make test does"))
struct InstaMedShopTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    @Test(
        "the practice's answer is the sheet's tick or cross",
        arguments: [
            ("14.99", "sheet: tick\napp: 000\n"), ("7000.51", "sheet: cross\napp: 001\n"),
            // Held, but no answer comes.
            ("7100.01", "sheet: cross\napp: unknown\n"),
        ])
    func outcomes(amount: String, seen: String) async throws {
        let token = try server.token(try dollars(amount))
        #expect(try await run(amount, token.json).output == seen)
    }

    @Test("a merchant identifier that isn't the token's is refused when the token is saved")
    func wrongMerchant() async throws {
        let token = try server.token(try dollars("14.99"))
        let seen = try await run("14.99", token.json, merchant: "merchant.another.shop").output
        #expect(seen == "sheet: cross\napp: refused\n")
    }

    @Test("without a server, or with a simulator's empty token, nothing is sent")
    func notSent() async throws {
        let token = try server.token(try dollars("14.99"))
        let away = try await run("14.99", token.json, server: "http://127.0.0.1:1").output
        #expect(away == "sheet: cross\napp: notSent\n")
        let simulated = try await run("14.99", "").output
        #expect(simulated == "sheet: cross\napp: simulatorToken\n")
    }

    @Test("a total below zero can't be submitted: the app shows its card form")
    func cardForm() async throws {
        #expect(try await run("-0.01", "").output == "app: card form\n")
    }

    private func run(
        _ amount: String, _ paymentData: String,
        merchant: String = RunningServer.merchantIdentifier,
        server url: String? = nil
    ) async throws -> CommandRun {
        try await CommandRun.run(
            instaMedShop, [url ?? "http://127.0.0.1:\(server.port)", amount, merchant],
            input: paymentData)
    }
}
