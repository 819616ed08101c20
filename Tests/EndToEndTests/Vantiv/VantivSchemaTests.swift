import Foundation
import PaymentDomain
import Testing

/// Expects that replies validate against a release's schema.
func expectValid(
    _ replies: [HTTPReply], release: String, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    try await TemporaryFolder.lend { place in
        let files = try replies.enumerated().map { index, reply in
            try place.write(reply.text, to: "reply-\(index).xml")
        }
        let run = try await CommandRun.run(
            Places.xmllint,
            ["--nonet", "--noout", "--schema", Places.vantivSchema(release)] + files)
        #expect(run.ending == .exited(0), "\(run.errors)", sourceLocation: sourceLocation)
    }
}

@Suite(
    "Vantiv over HTTP: every release", .timeLimit(.minutes(20)),
    .server(["COSTER_ACQUIRER_TIMEOUT_SECONDS": "2"]),
    .enabled(if: Places.canValidateVantiv, "xmllint or the schemas are not here"))
struct VantivSchemaTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    /// The releases that have a schema.
    static let releases = [
        "8.29", "8.31", "9.3", "9.14", "10.8", "11.4", "12.0", "12.34",
    ]

    @Test("a payment's whole life, each reply valid in its release", arguments: releases)
    func wholeLife(_ release: String) async throws {
        let shop = VantivTestShop(server: server, version: release)
        var replies = try await payments(shop)
        replies += try await afterwards(shop)
        replies += try await refusals(shop)
        try await expectValid(replies, release: release)
    }

    private func payments(_ shop: VantivTestShop) async throws -> [HTTPReply] {
        var replies: [HTTPReply] = []
        for (transaction, amount, code) in [
            ("authorization", "10.99", "000"), ("authorization", "7000.51", "110"),
            ("authorization", "7100.02", "370"), ("authorization", "7100.04", "100"),
            ("sale", "10.99", "000"), ("sale", "7000.05", "349"),
        ] {
            let amount = try dollars(amount)
            let start = shop.order(newName(), amount)
            let wallet = shop.applePay(try server.token(amount))
            replies.append(
                try await shop.answered(shop.online(transaction, start + wallet), code).reply)
            let id = try await shop.registration(try server.token(amount), order: newName())
            let paypage = shop.online(
                transaction, shop.order(newName(), amount) + shop.paypage(id))
            replies.append(try await shop.answered(paypage, code).reply)
        }
        let card = shop.card("4012888888881881", code: "123")
        for (transaction, between) in [
            ("forceCapture", ""),
            (
                "captureGivenAuth",
                "<authInformation><authDate>2026-11-20</authDate><authCode>V12345</authCode>"
                    + "</authInformation>"
            ),
        ] {
            let content =
                "<orderId>\(newName())</orderId>\(between)<amount>1500</amount>"
                + "<orderSource>ecommerce</orderSource>\(card)"
            replies.append(try await shop.answered(shop.online(transaction, content), "000").reply)
        }
        return replies
    }

    private func afterwards(_ shop: VantivTestShop) async throws -> [HTTPReply] {
        var replies: [HTTPReply] = []
        func send(
            _ transaction: String, _ content: String, _ code: String, _ more: String = ""
        ) async throws -> String {
            let answered = try await shop.answered(
                shop.online(transaction, content, attributes: more), code)
            replies.append(answered.reply)
            return answered.number
        }
        let part = " partial=\"true\""
        let hold = try await shop.approved(try dollars("20.00")).number
        let captured = try await send(
            "capture", shop.referenced(hold, try dollars("12.00")), "000", part)
        _ = try await send("capture", shop.referenced(hold, try dollars("20.01")), "835", part)
        _ = try await send("capture", shop.referenced(hold, try dollars("8.01")), "111", part)
        let credited = try await send(
            "credit", shop.referenced(captured, try dollars("5.00")), "000")
        _ = try await send("credit", shop.referenced(captured, try dollars("7.01")), "365")
        _ = try await send("void", shop.referenced(credited), "000")
        _ = try await send("void", shop.referenced(captured), "000")
        _ = try await send("void", shop.referenced(captured), "360")
        _ = try await send("authReversal", shop.referenced(hold, try dollars("5.00")), "000")
        _ = try await send("authReversal", shop.referenced(hold), "000")
        _ = try await send("authReversal", shop.referenced(hold), "111")
        let gift =
            "<orderId>\(newName())</orderId><amount>1200</amount>"
            + "<orderSource>ecommerce</orderSource>" + shop.card("4012888888881881")
        let given = try await send("credit", gift, "000")
        _ = try await send("void", shop.referenced(given), "000")
        let number = "<orderId>1</orderId><accountNumber>5555555555554444</accountNumber>"
        let first = try await shop.send(shop.online("registerTokenRequest", number))
        #expect(["801", "802"].contains(first.element("response")))
        _ = try await send("registerTokenRequest", number, "802")
        let token = try #require(first.element(shop.token))
        let stored =
            shop.order(newName(), try dollars("15.00"), source: "recurring")
            + "<token><\(shop.token)>\(token)</\(shop.token)><expDate>1249</expDate></token>"
        _ = try await send("sale", stored, "000")
        return replies + [first]
    }

    private func refusals(_ shop: VantivTestShop) async throws -> [HTTPReply] {
        let unknown = shop.referenced("123456789012345999", try dollars("1.50"))
        var replies: [HTTPReply] = []
        for transaction in ["capture", "credit", "authReversal"] {
            replies.append(
                try await shop.answered(shop.online(transaction, unknown), "360").reply)
        }
        var stranger = shop
        stranger.password = "wrong"
        for body in [
            stranger.online("void", shop.referenced("123456789012345999")),
            shop.online("void", shop.referenced("12.5")), shop.online("void", "<unheardOf/>"),
            shop.online("void", shop.referenced("1")).replacing(
                "version=\"\(shop.version)", with: "version=\"7.1"),
        ] {
            let reply = try await shop.send(body)
            #expect(reply.status == 200)
            #expect(reply.attribute("response") == "1", "\(reply.text)")
            #expect(reply.attribute("message")?.isEmpty == false)
            replies.append(reply)
        }
        return replies
    }

    /// A request that a real client sent, and the release whose schema its version is held to.
    struct Recorded: Sendable, CustomTestStringConvertible {
        let file: String
        let release: String

        var testDescription: String { file }

        /// Source: the folders are named after client and version; 12.33, whose replies have `location`, and 12.50 are held
        /// to 12.34.
        private static let releases = [
            "activemerchant-9.14": "9.14", "sdk-php-12.33": "12.34", "sdk-python-11.4.0": "11.4",
            "sdk-python-12.50.0": "12.34", "sdk-python-8.31.0": "8.31",
            "sdk-python-9.14.0": "9.14",
        ]

        static let all: [Recorded] = releases.flatMap { folder, release in
            let path = "\(Places.vantivRequests)/\(folder)"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            return names.map { Recorded(file: "\(folder)/\($0)", release: release) }
        }.sorted { $0.file < $1.file }
    }

    @Test("every request that a real client sent is understood and answered")
    func recorded() async throws {
        #expect(!Recorded.all.isEmpty)
        let shop = VantivTestShop(server: server)
        for recorded in Recorded.all {
            let body = try String(
                contentsOfFile: "\(Places.vantivRequests)/\(recorded.file)", encoding: .utf8
            )
            .replacing("<user>testuser</user>", with: "<user>\(shop.user)</user>")
            .replacing(
                "<password>testpass</password>", with: "<password>\(shop.password)</password>")
            let reply = try await shop.send(body)
            #expect(reply.status == 200, "\(recorded.file)")
            #expect(reply.attribute("response") == "0", "\(recorded.file): \(reply.text)")
            #expect(reply.element("response")?.utf8.count == 3, "\(recorded.file)")
            try await expectValid([reply], release: recorded.release)
        }
    }
}
