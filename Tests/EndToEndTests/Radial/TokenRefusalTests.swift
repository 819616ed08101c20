import AppleSimulator
import Foundation
import PaymentDomain
import Testing

@Suite("Radial over HTTP: refused and replayed tokens", .timeLimit(.minutes(20)), .server())
struct TokenRefusalTests {
    private let shop: RadialShop

    init() throws {
        shop = RadialShop(server: try #require(RunningServer.ofSuite))
    }

    private func expectRefused(
        _ message: RadialMessage, _ status: Int, _ fault: String, _ reason: String,
        order: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let reply = try await shop.send(message)
        #expect(reply.status == status, sourceLocation: sourceLocation)
        #expect(reply.faultCode == fault, sourceLocation: sourceLocation)
        #expect(reply.faultReason == reason, sourceLocation: sourceLocation)
        let both = try await EachDatabase.read(shop.server.folder)
        #expect(both.payments(of: order).isEmpty, sourceLocation: sourceLocation)
    }

    @Test(
        "a token is good for five minutes, and not before its time",
        arguments: [(-360, "stale-signing-time"), (360, "future-signing-time")])
    func age(seconds: Int, reason: String) async throws {
        let amount = try dollars("10.00")
        let order = newName()
        let moment = presentTime().adding(seconds: Int64(seconds))
        try await expectRefused(
            shop.wallet(try shop.token(amount, at: moment), amount, order: order), 400,
            "InvalidWalletPaymentException", reason, order: order)
    }

    @Test("a token for another merchant is refused")
    func foreignMerchant() async throws {
        let store = SimulatedAppleStore(directory: shop.server.folder)
        let device = SimulatedDevice(
            apple: try store.apple(), merchant: try store.merchant("merchant.another.shop"))
        let amount = try dollars("10.00")
        let order = newName()
        let token = try device.pay(SimulatedOrder(amount: amount, at: presentTime()))
        try await expectRefused(
            shop.wallet(token, amount, order: order), 400, "WalletConfigurationException",
            "unknown-key", order: order)
    }

    @Test("a token that someone else's root signed is refused")
    func foreignRoot() async throws {
        let device = SimulatedDevice(
            apple: try SimulatedApple.create(), merchant: shop.server.device.merchant)
        let amount = try dollars("10.00")
        let order = newName()
        let token = try device.pay(SimulatedOrder(amount: amount, at: presentTime()))
        try await expectRefused(
            shop.wallet(token, amount, order: order), 400, "InvalidWalletPaymentException",
            "untrusted-root", order: order)
    }

    @Test("a token with one bit changed is refused, whichever part it is in")
    func oneBit() async throws {
        let amount = try dollars("10.00")
        let changes: [(inout SimulatedTokenParts) -> Void] = [
            { $0.data[5] ^= 1 }, { $0.transactionID[0] ^= 1 },
            { $0.signature[$0.signature.count - 20] ^= 1 },
        ]
        for change in changes {
            var token = try shop.token(amount)
            change(&token.parts)
            let order = newName()
            let reply = try await shop.send(shop.wallet(token, amount, order: order))
            #expect(reply.status == 400)
            #expect(reply.faultCode == "InvalidWalletPaymentException")
            #expect(try await EachDatabase.read(shop.server.folder).payments(of: order).isEmpty)
        }
    }

    @Test("a token pays once, whatever the second request is called")
    func replayed() async throws {
        let amount = try dollars("10.00")
        let token = try shop.token(amount)
        let first = try await shop.send(shop.wallet(token, amount, order: newName()))
        #expect(first.element("AuthorizationResponseCode") == "AP01")
        let order = newName()
        try await expectRefused(
            shop.wallet(token, amount, order: order), 409, "DuplicateWalletPaymentException",
            "replayed", order: order)
    }

    @Test("a token whose payment was declined is spent too")
    func declinedIsSpent() async throws {
        let amount = try dollars("7000.05")
        let token = try shop.token(amount)
        let first = try await shop.send(shop.wallet(token, amount, order: newName()))
        #expect(first.element("AuthorizationResponseCode") == "ND01")
        let order = newName()
        try await expectRefused(
            shop.wallet(token, amount, order: order), 409, "DuplicateWalletPaymentException",
            "replayed", order: order)
    }

    @Test(
        "the sample requests of Radial's documents are read, and refused as long past",
        .enabled(if: Places.hasSeeds, "the documents are not beside the repository"),
        arguments: ["000_e9376cf2c975b4d7.txt", "003_03ffe13aa5be712f.txt"])
    func samples(_ name: String) async throws {
        let document = try String(
            contentsOf: Places.shared.appending(path: "seeds/\(name)"), encoding: .utf8)
        let end = "</CreditCardAuthRequest>"
        let start = try #require(document.firstRange(of: "<CreditCardAuthRequest xmlns="))
        let stop = try #require(document[start.lowerBound...].firstRange(of: end))
        let message = RadialMessage(
            path: "creditcard/auth/DW.xml",
            body: String(document[start.lowerBound..<stop.upperBound]))
        let reply = try await shop.send(message)
        #expect(reply.status == 400)
        #expect(reply.faultCode == "InvalidWalletPaymentException")
        #expect(reply.faultReason == "stale-signing-time")
    }
}
