import StrictCoding
import Foundation
import PaymentDomain
import Testing

/// An app that calls a server's relay and a sandbox's mint.
struct RelayApp: Sendable {
    let server: RunningServer
    var key = "cpk_sandbox"
    var bundle = "com.example"
    var headers: [(String, String)] = []

    func instaMed(_ form: String) async throws -> HTTPReply {
        try await post("/relay/instamed", "application/x-www-form-urlencoded", form)
    }

    func radial(_ xml: String) async throws -> HTTPReply {
        try await post("/relay/radial", "text/xml", xml)
    }

    func post(_ path: String, _ type: String, _ body: String) async throws -> HTTPReply {
        let fields =
            [
                ("Content-Type", type), ("Authorization", "Bearer \(key)"),
                ("Coster-Bundle-Identifier", bundle),
            ] + headers
        let port = server.port
        return try await onThread {
            try HTTPConnection(port: port).exchange(
                "POST", path, headers: fields, body: Array(body.utf8))
        }
    }

    func mint(_ json: String) async throws -> HTTPReply {
        try await post("/sandbox/apple-pay/token", "application/json", json)
    }

    /// The paymentData of a token that the sandbox mints.
    func minted(_ merchant: String) async throws -> String {
        let reply = try await mint(
            #"{"amount":"14.99","currency":"USD","merchantIdentifier":"\#(merchant)"}"#)
        #expect(reply.status == 200, "\(reply.text)")
        let outer = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        let inner = try #require(outer?["paymentData"])
        return String(
            decoding: try JSONSerialization.data(withJSONObject: inner), as: UTF8.self)
    }
}

@Suite("The relay of a server", .timeLimit(.minutes(20)))
struct RelayServerTests {
    @Test("an app saves a token and the merchant's own server pays with it; pages get nothing")
    func saved() async throws {
        try await RunningServer.lend { server in
            let shop = InstaMedTestShop(server: server)
            let app = RelayApp(server: server)
            let form = shop.saving(try server.token(try dollars("14.99")))
            let page = try await RelayApp(
                server: server, headers: [("Origin", "https://shop.example")]
            )
            .instaMed(form)
            #expect(page.status == 403 && page.text.contains("cross-site"))
            #expect(page.headers["access-control-allow-origin"] == nil)
            let preflight = try await onThread {
                try HTTPConnection(port: server.port).exchange(
                    "OPTIONS", "/relay/instamed", headers: [("Origin", "https://shop.example")])
            }
            #expect(preflight.status == 405)
            #expect(preflight.headers["access-control-allow-origin"] == nil)
            let saved = try await app.instaMed(form)
            let id = try #require(saved.field("applePayTokenID"), "\(saved.text)")
            let paid = try await shop.send(shop.paying(id, try dollars("14.99")))
            #expect(paid.field("responseCode") == "000", "\(paid.text)")
            for action in ["AuthCapt", "Void", "SimpleRefund"] {
                let refused = try await app.instaMed(shop.form(action, []))
                #expect(refused.text.contains("(action-unknown)"), "\(refused.text)")
            }
        }
    }

    @Test("a merchant's key is for its own apps, protocols and outlets, until it is removed")
    func ownKey() async throws {
        try await RunningServer.lend { server in
            _ = try await OwnMerchant.setUp(on: server)
            let merchant = OwnMerchant.name
            let words = ["--data", server.folder]
            let commands = ["merchant", "publishable-key"]
            let made = try await expect(
                0, commands + ["create", merchant, "--bundle-id", "com.example.flowers"] + words)
            let key = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
            let list = try await expect(0, commands + ["list", merchant] + words)
            #expect(list.output == "key\tapps\n\(key)\tcom.example.flowers\n")
            let show = try await expect(0, ["merchant", "show", merchant] + words)
            #expect(show.output.contains("relay  \(key)  (no secret)  for com.example.flowers"))

            let app = RelayApp(server: server, key: key, bundle: "com.example.flowers")
            let shop = RadialShop(server: server)
            let xml = shop.wallet(
                try server.token(try dollars("14.99")), nil, order: newName()
            ).body
            // The sandbox's token is no token of this merchant's.
            #expect(try await app.radial(xml).text.contains("WalletConfigurationException"))
            // The merchant has no client of InstaMed's protocol, and the sandbox's outlet isn't its own.
            let minted = try await app.minted(OwnMerchant.appleMerchantID)
            let form = InstaMedTestShop(server: server).form(
                "SaveApplePayToken",
                [
                    ("applePayMerchantID", OwnMerchant.appleMerchantID),
                    ("applePayTokenData", minted),
                ])
            #expect(try await app.instaMed(form).text.contains("(app-not-registered)"))
            try await expect(
                0,
                ["merchant", "credential", "create", merchant, "instamed", "--user", merchant]
                    + ["--merchant-id", "FLOWERS", "--terminal-id", "1"] + words)
            #expect(try await app.instaMed(form).text.contains("(outlet-unknown)"))
            let own = form.replacing("=SANDBOX", with: "=FLOWERS")
            #expect(try await app.instaMed(own).field("applePayTokenID") != nil)

            try await expect(0, commands + ["remove", merchant, key] + words)
            let removed = try await app.instaMed(own)
            #expect(removed.status == 401 && removed.headers["www-authenticate"] == "Bearer")
            #expect(removed.text.contains("(unauthorized)"))
            let again = try await expect(65, commands + ["remove", merchant, key] + words)
            #expect(again.errors.contains("refused: credential-unknown:"))
        }
    }
}
