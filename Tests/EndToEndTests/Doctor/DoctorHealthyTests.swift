import Foundation
import PaymentDomain
import Testing

@testable import CosterCommands
@testable import CosterOperations
@testable import CosterServer

@Suite("coster doctor, if nothing is wrong", .timeLimit(.minutes(20)))
struct DoctorHealthyTests {
    @Test("a sandbox server that ran, and one that runs, have no problem")
    func running() async throws {
        try await TemporaryFolder.lend { place in
            try DataFolder("\(place.path)/data").create()
            let server = try await RunningServer.start("\(place.path)/data")
            func report() async -> DoctorReport {
                // Ten minutes ahead: what the server writes while we look is not to be ahead of us.
                var surroundings = DoctorEnvironment.here(at: presentTime().adding(seconds: 600))
                surroundings.flags.sandbox = true
                surroundings.flags.data = server.folder
                return await Doctor(surroundings: surroundings).examine()
            }
            let running = await report()
            #expect(running.problems == 0, "\(running.lines)")
            #expect(await server.stop() == .exited(0))
            let stopped = await report()
            #expect(stopped.problems == 0, "\(stopped.lines)")
        }
    }

    @Test("it reads a killed server's log, and changes nothing of the database")
    func killed() async throws {
        try await TemporaryFolder.lend { place in
            try DataFolder("\(place.path)/data").create()
            let server = try await RunningServer.start("\(place.path)/data")
            await server.kill()
            let before = try Self.files(place)
            #expect(before["data/coster.sqlite-wal"]?.isEmpty == false)
            var surroundings = DoctorEnvironment.here(at: presentTime())
            surroundings.flags.sandbox = true
            surroundings.flags.data = server.folder
            let report = await Doctor(surroundings: surroundings).examine()
            #expect(report.problems == 0, "\(report.lines)")
            #expect(try Self.files(place) == before)
        }
    }

    @Test("it sees rows that are in the log alone, beside an open database")
    func besideOpenDatabase() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.database { _ in
                try await fixture.create(MerchantID("second"), identifier: "merchant.second")
                expect(
                    try await fixture.examine(), .merchantWithoutCertificate,
                    .merchantWithoutClient)
            }
        }
    }

    @Test("a good token is ok, for whom, from when and of which version, and nothing of its card")
    func good() async throws {
        try await DoctorFixture.lend { fixture in
            let phone = try DoctorPhone(fixture)
            let report = try await fixture.examine(token: try phone.token())
            expect(report)
            let verdict = try #require(report.tokenVerdict)
            #expect(verdict.hasPrefix("token: ok for merchant shop, signed 20"))
            #expect(verdict.hasSuffix(", version EC_v1"))
            let card = try digits(of: .visa)
            #expect(!report.lines.joined().contains(card))
            #expect(!report.lines.joined().contains(card.suffix(4)))
        }
    }

    @Test("the sandbox's own merchant gets tokens too")
    func sandboxMerchant() async throws {
        try await DoctorFixture.lend { fixture in
            let phone = try DoctorPhone(fixture, identifier: RunningServer.merchantIdentifier)
            let report = try await fixture.examine(token: try phone.token())
            expect(report)
            #expect(report.tokenVerdict?.contains("merchant sandbox") == true)
        }
    }

    private static func files(_ place: TemporaryFolder) throws -> [String: Data] {
        Dictionary(uniqueKeysWithValues: try place.files().map { ($0.name, $0.bytes) })
    }

    @Test("every finding has its severity and its message")
    func complete() { #expect(FindingKind.table.count == FindingKind.allCases.count) }

    @Test("an unprintable character of a name is replaced, and a long name is cut")
    func bounded() {
        let finding = Finding(.settingUnknown, "a\n\u{1B}b" + String(repeating: "c", count: 1_000))
        #expect(finding.subject.hasPrefix("a??bc"))
        #expect(finding.subject.count == DoctorLimits.subjectCharacters)
    }

    @Test("problems end it with 1, warnings with 0; the last line counts both")
    func verdict() {
        var report = DoctorReport()
        report.add(.diskNearlyFull, "here")
        #expect(report.problems == 0 && report.lines.last == "doctor: 0 problems, 1 warning")
        report.add(.masterKeyOpen, "here")
        report.add(.masterKeyOpen, "here")
        #expect(report.lines.last == "doctor: 1 problem, 1 warning")
    }

    private static let isRegistered = Coster.configuration.subcommands.contains {
        $0 == DoctorCommand.self
    }

    @Test(
        "the command prints a line for each finding and ends with 1 or 0",
        .enabled(if: isRegistered, "the command is not in the program yet"))
    func command() async throws {
        try await DoctorFixture.lend { fixture in
            let arguments = ["doctor", "--sandbox", "--data", fixture.folder.path]
            let well = try await CommandRun.coster(arguments)
            #expect(well.ending == .exited(0), "\(well.output)")
            #expect(
                well.output.hasSuffix("doctor: 0 problems, 0 warnings\n")
                    || well.output.contains("disk"))
            #expect(chmod(fixture.folder.masterKey, 0o644) == 0)
            let ill = try await CommandRun.coster(arguments)
            #expect(ill.ending == .exited(1))
            #expect(ill.output.contains("problem: master-key-open: \(fixture.folder.masterKey): "))
            #expect(
                ill.output.hasSuffix("doctor: 1 problem, 0 warnings\n")
                    || ill.output.contains("disk"))
        }
    }
}
