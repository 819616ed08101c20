import CosterServer
import Foundation
import Merchants
import Testing

@Suite("docs/reference", .timeLimit(.minutes(20)))
struct ReferenceTests {
    @Test(
        "is what the code prints; COSTER_RECORD=1 writes it again, as make docs does",
        arguments: [
            ("cli", "cli.md"), ("settings", "settings.md"), ("refusals", "refusals.md"),
            ("metrics", "metrics.md"), ("scripts", "scripts.md"), ("events", "events.md"),
            ("schema", "events.schema.json"),
        ])
    func isCurrent(page: String, file: String) async throws {
        let run = try await CommandRun.coster(["reference", page])
        #expect(run.ending == .exited(0), "\(run.errors)")
        let place = Places.repository.appending(path: "docs/reference/\(file)")
        if ProcessInfo.processInfo.environment["COSTER_RECORD"] == "1" {
            try Data(run.output.utf8).write(to: place)
        }
        let written = try String(contentsOf: place, encoding: .utf8)
        #expect(written == run.output, "docs/reference/\(file) is old: run make docs")
    }

    @Test("explains each setting in a sentence, and gives none twice")
    func settings() {
        let rows = SettingTable.rows
        #expect(Set(rows.map(\.key)).count == rows.count)
        for row in rows { #expect(row.help.hasSuffix("."), "\(row.key)") }
    }

    @Test(
        "names the limits of operators' input as the code has them",
        arguments: [
            ("bad-merchant-name", MerchantLimits.nameCharacters),
            ("bad-identity", MerchantLimits.identityBytes),
            ("bad-secret", MerchantLimits.shortestSecretBytes),
            ("bad-secret", MerchantLimits.longestSecretBytes),
            ("bad-overlap", Int(MerchantLimits.overlapSeconds / 3600)),
            ("pkcs12-password-unsuitable", CertificateLimits.passwordBytes),
        ])
    func limits(code: String, limit: Int) throws {
        let page = try String(
            contentsOf: Places.repository.appending(path: "docs/reference/refusals.md"),
            encoding: .utf8)
        let entry = try #require(page.range(of: "- `\(code)`: ")).upperBound
        let end = page.range(of: "\n- ", range: entry..<page.endIndex)?.lowerBound
        #expect(page[entry..<(end ?? page.endIndex)].contains("\(limit)"))
    }
}
