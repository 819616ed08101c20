import Merchants
import PaymentDomain
import Testing

@testable import CosterCommands
@testable import CosterOperations
@testable import CosterServer
@testable import ShopSimulator

@Suite("The origins of pages that may call for a merchant", .timeLimit(.minutes(20)))
struct OriginTests {
    @Test(
        "are kept as browsers send them",
        arguments: [
            ("https://shop.example", "https://shop.example"),
            ("HTTPS://Shop.Example/", "https://shop.example"),
            ("https://shop.example:443", "https://shop.example"),
            ("https://shop.example:8443", "https://shop.example:8443"),
            ("http://localhost:3000", "http://localhost:3000"),
            ("http://127.0.0.1:80", "http://127.0.0.1"),
        ])
    func taken(typed: String, text: String) throws {
        let origin = try WebOrigin(typed: typed)
        #expect(origin.text == text)
        let identity = try origin.identity(of: MerchantID("shop"))
        #expect(WebOrigin(identity) == origin && identity.isOpen)
    }

    @Test(
        "are a scheme, a host and a port, and nothing else",
        arguments: [
            "", "*", "null", "shop.example", "https://", "https://shop.example/path",
            "https://*.shop.example", "https://user@shop.example", "https://shop.example:0",
            "https://shop.example:65536", "https://shop.example:+1", "https://a..b",
            "https://a b", "ftp://shop.example", "https://shop.example:1:2",
            "https://" + String(repeating: "a", count: 128),
        ])
    func refused(typed: String) {
        #expect(throws: MerchantFault.badOrigin) { try WebOrigin(typed: typed) }
    }

    @Test("are added, listed and removed for one merchant, and the audit log has it")
    func commands() async throws {
        try await TemporaryFolder.lend { folder in
            func run(_ words: String...) async throws -> CommandRun {
                try await CommandRun.coster(words + ["--data", folder.path])
            }
            for name in ["shop", "other"] {
                let made = try await run(
                    "merchant", "create", name, "--apple-merchant-id", "merchant.com.\(name)")
                #expect(made.ending == .exited(0), "\(made.errors)")
                let added = try await run(
                    "merchant", "origin", "add", name, "https://Shop.example/")
                #expect(added.ending == .exited(0), "\(added.errors)")
                #expect(added.output == "Allowed pages of https://shop.example for \(name).\n")
            }
            let list = try await run("merchant", "origin", "list", "shop")
            #expect(list.output == "https://shop.example\n")
            let removed = try await run(
                "merchant", "origin", "remove", "shop", "https://shop.example")
            #expect(removed.ending == .exited(0), "\(removed.errors)")
            let again = try await run(
                "merchant", "origin", "remove", "shop", "https://shop.example")
            #expect(again.ending == .exited(65))
            #expect(again.errors.contains("origin-unknown"))
            #expect(try await run("merchant", "origin", "list", "shop").output.isEmpty)
            #expect(
                try await run("merchant", "origin", "list", "other").output
                    == "https://shop.example\n")
            let acts = try await run("audit-log").output
            #expect(acts.contains("origin-added") && acts.contains("origin-removed"))
        }
    }
}
