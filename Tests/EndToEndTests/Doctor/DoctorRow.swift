import Foundation
import PaymentDomain
import Testing

@testable import CosterOperations
@testable import CosterServer

/// How the doctor is called.
struct DoctorVisit: Sendable {
    /// Further arguments of `coster doctor`.
    var options: [String] = []
    var environment: [String: String] = [:]
    var isSandbox = true
    /// The data folder, if not the fixture's.
    var data: String?
    /// The time, if not now.
    var time: Timestamp?
    /// What only another machine has, such as another account: then the doctor runs in the test's process.
    var circumstance: (@Sendable (inout DoctorEnvironment) -> Void)?
    /// What must be there until the doctor has looked, such as a host.
    var keeping: (any Sendable)?

    static let ordinary = DoctorVisit()

    /// As a server with these settings would find it.
    static func settings(_ json: String, _ fixture: DoctorFixture) throws -> DoctorVisit {
        let file = try fixture.place.write(json, to: "settings.json")
        return DoctorVisit(options: ["--config", file])
    }

    static func token(
        _ json: String, _ fixture: DoctorFixture, at time: Timestamp? = nil, isSandbox: Bool = true
    ) throws -> DoctorVisit {
        DoctorVisit(
            options: ["--token", try fixture.place.write(json, to: "token.json")],
            isSandbox: isSandbox, time: time)
    }

    static func at(_ days: Int64, _ fixture: DoctorFixture) -> DoctorVisit {
        DoctorVisit(time: days == 0 ? nil : fixture.now.adding(seconds: days * 86_400))
    }

    /// The lines about this folder.
    func lines(_ fixture: DoctorFixture) async throws -> [Substring] {
        let folder = data ?? fixture.folder.path
        if let circumstance {
            let report = try await fixture.examine(sandbox: isSandbox) { circumstance(&$0) }
            return report.findings.map { $0.line[...] }
        }
        var arguments = ["doctor", "--data", folder] + options
        arguments += isSandbox ? ["--sandbox"] : ["--master-key-file", fixture.folder.masterKey]
        if let time { arguments += ["--at", time.iso8601Seconds] }
        let run = try await CommandRun.coster(arguments, environment: environment)
        let lines = run.output.split(separator: "\n").filter {
            !$0.hasPrefix("doctor: ") && !$0.hasPrefix("token: ")
        }
        // A problem ends the command with exit status 1, a warning alone with 0.
        let isProblem = lines.contains { $0.hasPrefix("problem: ") }
        #expect(run.ending == .exited(isProblem ? 1 : 0), "\(run.output)\(run.errors)")
        return lines
    }
}

/// An installation with something wrong, and all that the doctor finds there.
struct DoctorRow: Sendable, CustomTestStringConvertible {
    let cause: String
    let findings: Set<FindingKind>
    /// Words of a line, such as the place of the fault.
    let words: String
    /// The end of the line, if it isn't the text of the page.
    var text: String?
    /// Spoils the folder, and says how the doctor is called.
    let prepare: @Sendable (DoctorFixture) async throws -> DoctorVisit

    var testDescription: String { cause }

    /// Those that need nothing but Coster.
    static let anywhere =
        settings + folders + databases + audits + keys + lines + webhooks + certificates + clients
        + tokens
    static let all = anywhere + tls + shared(url: "", ascii: "")

    init(
        _ cause: String, _ findings: [FindingKind], words: String = "",
        prepare: @escaping @Sendable (DoctorFixture) async throws -> DoctorVisit
    ) {
        (self.cause, self.findings, self.words) = (cause, Set(findings), words)
        self.prepare = prepare
    }

    init(
        _ cause: String, _ findings: FindingKind..., words: String = "",
        visit prepare: @escaping @Sendable (DoctorFixture) async throws -> DoctorVisit
    ) {
        self.init(cause, findings, words: words, prepare: prepare)
    }

    /// A folder that is spoilt by a change of its files or its database.
    init(
        _ cause: String, _ findings: FindingKind..., words: String = "",
        spoil: @escaping @Sendable (DoctorFixture) async throws -> Void
    ) {
        self.init(cause, findings, words: words) { fixture in
            try await spoil(fixture)
            return .ordinary
        }
    }

    /// A database with changed rows.
    init(_ cause: String, _ findings: FindingKind..., words: String = "", sql: String...) {
        self.init(cause, findings, words: words) { fixture in
            for statement in sql { try await fixture.spoil(statement) }
            return .ordinary
        }
    }

    /// A settings file.
    init(settings json: String, _ findings: FindingKind..., text: String? = nil) {
        self.init(json, findings) { try DoctorVisit.settings(json, $0) }
        self.text = text
    }

    /// Calls the doctor, and expects these findings with the texts of the page, and that it changes nothing.
    func expectFindings() async throws {
        try await DoctorFixture.lend { fixture in
            let visit = try await prepare(fixture)
            let before = try fixture.files
            let lines = try await visit.lines(fixture)
            #expect(try fixture.files == before)
            var found = Set(lines.compactMap(DoctorRow.finding))
            // The disk of the test's machine may be nearly full.
            if !findings.contains(.diskNearlyFull) { found.remove(.diskNearlyFull) }
            #expect(found == findings, "\(lines)")
            for finding in findings {
                let line = String(lines.first { DoctorRow.finding($0) == finding } ?? "")
                #expect(
                    try text.map { line.hasSuffix(": " + $0) }
                        ?? DoctorRow.isOnPage(line, finding), "\(line)")
            }
            #expect(words.isEmpty || lines.contains { $0.contains(words) }, "\(lines)")
            let all = lines.joined()
            #expect(!DoctorRow.secrets.contains { all.contains($0) }, "\(all)")
        }
    }

    /// What the rows write into files that may hold secrets: passwords, keys and card numbers.
    private static let secrets = ["5ec12e7", "abcdef0123", "gggggggg", "aaaaaaaa", "411111"]

    /// The finding of a line: `problem: CODE: place: text`.
    private static func finding(_ line: Substring) -> FindingKind? {
        let words = line.split(separator: ": ", maxSplits: 2)
        return words.count == 3 ? FindingKind(rawValue: String(words[1])) : nil
    }

    /// Whether a line has the severity and the text of the page.
    static func isOnPage(_ line: String, _ finding: FindingKind) throws -> Bool {
        let severity = try RefusalPage.text(of: finding.rawValue, in: .doctor).prefix { $0 != "." }
        return try line.hasPrefix("\(severity): ")
            && RefusalPage.isEnd(of: line, finding.rawValue, in: .doctor)
    }
}

extension DoctorFixture {
    /// Every file of the place, with its content.
    fileprivate var files: [String: Data] {
        get throws {
            Dictionary(uniqueKeysWithValues: try place.files().map { ($0.name, $0.bytes) })
        }
    }
}
