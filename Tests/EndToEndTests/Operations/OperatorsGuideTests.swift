import DialectKit
import Foundation
import Merchants
import Testing

@testable import CosterServer

@Suite("The operators' lists in docs/operations and docs/refusals.md", .timeLimit(.minutes(20)))
struct OperatorsGuideTests {
    @Test("the guide has each setting with its variable, values and default, and no other")
    func settings() throws {
        let told = try Self.lines(of: "operations/configuration").compactMap { line in
            line.prefixMatch(of: /\| `([a-z-]+)` \| `(COSTER_[A-Z_]+)` \| ([^|]+ \| [^|]+) \|/)
        }
        let rows = SettingTable.rows
        #expect(Set(told.map(\.1)) == Set(rows.map { Substring($0.key) }))
        #expect(told.count == rows.count)
        for row in rows {
            let line = try #require(told.first { $0.1 == row.key })
            #expect(line.2 == row.variable)
            #expect(line.3 == "\(row.values) | \(row.fallback)")
            #expect(row.help.hasSuffix("."), "\(row.key)")
        }
    }

    @Test("the guide has each code of a refusal, and no other")
    func refusals() throws {
        let told = try Self.lines(of: "refusals").compactMap { line in
            line.wholeMatch(of: /\| `([a-z0-9-]+)` \| .+ \|/).map { String($0.1) }
        }
        let known =
            MerchantFault.allCases.map(\.code) + CertificateProblem.allCases.map(\.code)
            + PKCS12Problem.allCases.map(\.code)
            + [
                GatewayRefusal.unauthorized.rawValue, RelayRefusal.appCode,
                GatewayRefusal.rateLimited.rawValue,
            ] + TokenMintRefusal.own.map(\.code)
        #expect(told == known)
    }

    @Test("the guide names the limits of operators' input as the code has them")
    func limits() throws {
        let guide = try Self.lines(of: "refusals").joined(separator: "\n")
        for sentence in [
            "1 to \(MerchantLimits.nameCharacters) letters",
            "1 to \(MerchantLimits.appleIdentifierCharacters) letters, digits, dots and hyphens",
            "1 to \(MerchantLimits.identityBytes) printable",
            "\(MerchantLimits.shortestSecretBytes) to \(MerchantLimits.longestSecretBytes) printable",
            "0 to \(MerchantLimits.overlapSeconds / 3600), which",
            "has \(MerchantLimits.secretsAtOnce) secrets",
            "1 to \(CertificateLimits.passwordBytes) printable",
        ] { #expect(guide.contains(sentence), "\(sentence)") }
    }

    private static func lines(of page: String) throws -> [Substring] {
        try String(
            contentsOf: Places.repository.appending(path: "docs/\(page).md"), encoding: .utf8
        ).split(separator: "\n")
    }
}
