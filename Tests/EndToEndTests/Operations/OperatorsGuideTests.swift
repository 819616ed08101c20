import DialectKit
import Foundation
import Merchants
import Testing

@testable import CosterServer

@Suite("The operators' lists in docs/operations and docs/refusals.md", .timeLimit(.minutes(20)))
struct OperatorsGuideTests {
    /// What the guide says of a setting.
    private struct Row {
        let variable: String
        let values: String
    }

    @Test("the guide has each setting with its variable and its values, and no other")
    func settings() throws {
        var told: [String: Row] = [:]
        for line in try Self.lines(of: "operations/configuration") {
            let row = line.prefixMatch(of: /\| `([a-z-]+)` \| `(COSTER_[A-Z_]+)` \| ([^|]+) \|/)
            guard let row else { continue }
            told[String(row.1)] = Row(variable: String(row.2), values: String(row.3))
        }
        #expect(Set(told.keys) == Set(Setting.all.map(\.key)))
        for setting in Setting.all {
            let variable = "COSTER_" + setting.key.uppercased().replacing("-", with: "_")
            #expect(told[setting.key]?.variable == variable)
            guard let values = Self.values(of: setting) else { continue }
            #expect(told[setting.key]?.values == values, "\(setting.key)")
        }
    }

    /// In the guide's words; nil where each text has words of its own.
    private static func values(of setting: Setting) -> String? {
        switch setting.kind {
        case .flag: "true or false"
        case .number(let limit): "1 to \(limit)"
        case .address: "HOST:PORT"
        case .database: "a URL"
        case .timeOfDay: "HH:MM in UTC"
        case .word(let words):
            words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        case .text: nil
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
