import Foundation
import Testing

@Suite("Card data and secrets stay in their places", .timeLimit(.minutes(20)))
struct LeakTests {
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
            let own = try await OwnMerchant.setUp(on: server)
            try await own.pay(server)
            let replies = try await EveryWayToPay(server: server).pay()
            let pages = [
                try await server.get("/metrics"), try await server.get("/health/ready"),
                try await server.get("/sandbox/exchanges"),
            ]
            let scan = SecretScan(try Secret.all(of: server) + own.secrets)

            var findings = try files(place, scan)
            for (index, reply) in (replies + pages).enumerated() {
                findings += scan.findings(in: Data(reply.body), named: "reply \(index)")
            }
            _ = try await EachDatabase.settled(server)
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
}
