import AppleSimulator
import Crypto
import Foundation
import PaymentDomain
import Testing

@Suite("Card data and secrets stay where they belong")
struct LeakTests {
    private static let cryptogram: [UInt8] = Array("coster-proof-bytes-1".utf8)
    private static let otherCryptogram: [UInt8] = Array("coster-proof-bytes-2".utf8)
    private static let keyedNumbers = ["4012888888881881", "371449635398431"]
    private static let mistypedNumber = "4012888888881882"
    private static let securityCode = "7391"

    @Test("the scan finds what is planted, in every form and at every alignment")
    func scanFinds() {
        let secret = Secret("it", "4012888888881881")
        let scan = SecretScan([secret])
        for (name, bytes) in secret.forms {
            let planted = Data("before".utf8) + Data(bytes) + Data("after".utf8)
            #expect(scan.findings(in: planted, named: "here").contains("\(name) is in here"))
        }
        for offset in 0..<5 {
            let body = String(repeating: "x", count: offset) + "4012888888881881 and more"
            let text = Data(body.utf8).base64EncodedData()
            #expect(!scan.findings(in: text, named: "base64").isEmpty, "\(offset)")
        }
        #expect(scan.findings(in: Data("4012888888881880".utf8), named: "here").isEmpty)
    }

    @Test("after payments of all kinds no file, log, page or reply holds any of it")
    func nothingLeaks() async throws {
        try await TemporaryFolder.lend { place in
            let server = try await RunningServer.start(
                place.path, ["COSTER_ACQUIRER_TIMEOUT_SECONDS": "2"])
            let replies = try await payEveryWay(RadialShop(server: server))
            let pages = [try await server.get("/metrics"), try await server.get("/health/ready")]
            let secrets = try Self.secrets(server)
            let scan = SecretScan(secrets)

            var findings = try files(place, scan)
            for (index, reply) in (replies + pages).enumerated() {
                findings += scan.findings(in: Data(reply.body), named: "reply \(index)")
            }
            _ = try await BothBooks.settled(server)
            #expect(await server.stop() == .exited(0))
            findings += try files(place, scan)
            findings += scan.findings(in: Data(server.output), named: "standard output")
            #expect(findings.isEmpty)
        }
    }

    /// What is found in the data folder, but where keys are kept; the server's log lies there too.
    private func files(_ place: TemporaryFolder, _ scan: SecretScan) throws -> [String] {
        let files = try place.files()
        #expect(files.contains { $0.name == "coster.sqlite" })
        #expect(files.contains { $0.name == "sandbox-acquirer.sqlite" })
        #expect(files.contains { $0.name == "server.log" && !$0.bytes.isEmpty })
        return try scan.findings(inFilesOf: place.path)
    }

    private static func secrets(_ server: RunningServer) throws -> [Secret] {
        var secrets = try TestCard.allCases.flatMap { Secret.card(try digits(of: $0)) }
        secrets += (keyedNumbers + [mistypedNumber]).flatMap { Secret.card($0) }
        secrets += [
            Secret("a cryptogram", cryptogram), Secret("a keyed cryptogram", otherCryptogram),
            Secret("the merchant's secret", RunningServer.apiKey),
        ]
        // Alone, four digits are found anywhere: what is looked for is the code where it is called one.
        secrets += [">\(securityCode)<", "\"\(securityCode)\"", "=\(securityCode)"].map {
            Secret("a security code", $0)
        }
        let master = try String(contentsOfFile: "\(server.folder)/master.key", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let bytes = stride(from: 0, to: master.utf8.count, by: 2).compactMap { offset in
            UInt8(master.dropFirst(offset).prefix(2), radix: 16)
        }
        #expect(bytes.count == 32)
        secrets.append(Secret("the master key", bytes))
        let signer = try P256.Signing.PrivateKey(
            pemRepresentation: server.device.apple.ecSigner.keyPEM)
        secrets += [
            Secret(
                "the merchant's key", Array(server.device.merchant.agreementKey.rawRepresentation)),
            Secret("the signer's key", Array(signer.rawRepresentation)),
        ]
        return secrets
    }

    /// Pays in every way there is; the replies that may not hold card data.
    private func payEveryWay(_ shop: RadialShop) async throws -> [HTTPReply] {
        var replies: [HTTPReply] = []
        for card in TestCard.allCases {
            for amount in ["14.99", "7000.05", "7100.01"] {
                let amount = try dollars(amount)
                let token = try shop.token(amount, card: card, cryptogram: Self.cryptogram)
                let message = shop.wallet(token, amount, order: newName())
                replies.append(try await shop.send(message))
                replies.append(try await shop.send(shop.wallet(token, amount, order: newName())))
            }
        }
        let amount = try dollars("14.99")
        for number in Self.keyedNumbers + [Self.mistypedNumber] {
            let proof = RadialXML.proof(
                Data(Self.otherCryptogram).base64EncodedString(), indicator: "05")
            let message = shop.card(
                number, amount, order: newName(), code: Self.securityCode, proof: proof)
            replies.append(try await shop.send(message))
            for damaged in [
                message.replacing("</OrderId>", with: ""), message.replacing("14.99", with: number),
                message.replacing("CreditCardAuthRequest", with: "Request\(number)"),
                message.replacing("Philadelphia", with: "\(number)\(number)\(number)"),
            ] { replies.append(try await shop.send(damaged)) }
            var elsewhere = message
            elsewhere.path = "creditcard/auth/\(number).xml"
            elsewhere.headers.append(("x-number", number))
            replies.append(try await shop.send(elsewhere))
        }
        replies += try await payInTwoRequests(shop)
        return replies
    }

    private func payInTwoRequests(_ shop: RadialShop) async throws -> [HTTPReply] {
        let amount = try dollars("14.99")
        let token = try shop.token(amount, card: .visa, cryptogram: Self.cryptogram)
        // The merchant asked for its own card data: this reply alone holds them.
        let opened = try await shop.send(shop.decryptBlob(token))
        #expect(opened.element("PaymentAccountUniqueId") == (try digits(of: .visa)))
        let paid = try await shop.send(
            shop.card(
                try digits(of: .visa), amount, order: newName(),
                proof: RadialXML.proof(
                    opened.element("OnlinePaymentCryptogram") ?? "", indicator: "07")))
        #expect(paid.element("AuthorizationResponseCode") == "AP01")
        return [paid, try await shop.send(shop.decryptBlob(token))]
    }
}
