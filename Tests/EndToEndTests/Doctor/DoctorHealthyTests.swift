import Foundation
import PaymentDomain
import Testing

@testable import coster

@Suite("coster doctor, where nothing is wrong")
struct DoctorHealthyTests {
    @Test("a sandbox with a merchant has nothing wrong with it")
    func healthy() async throws {
        try await Clinic.lend { clinic in
            let report = try await clinic.examine()
            #expect(report.lines == ["doctor: 0 problems, 0 warnings"])
        }
    }

    @Test("a sandbox server that ran, and one that runs, have no problem")
    func running() async throws {
        try await TemporaryFolder.lend { place in
            let server = try await RunningServer.start("\(place.path)/data")
            func report() async -> DoctorReport {
                var surroundings = Surroundings.here(at: presentMoment())
                surroundings.flags.sandbox = true
                surroundings.flags.data = server.folder
                return await Doctor(surroundings: surroundings).examine()
            }
            #expect(await report().problems == 0)
            #expect(await server.stop() == .exited(0))
            #expect(await report().problems == 0)
        }
    }

    @Test("it changes nothing in the data folder and makes nothing, beside open books too")
    func changesNothing() async throws {
        try await Clinic.lend { clinic in
            func files() throws -> [String: Data] {
                Dictionary(
                    uniqueKeysWithValues: try clinic.place.files().map { ($0.name, $0.bytes) })
            }
            let before = try files()
            _ = try await clinic.examine()
            #expect(try files() == before)
            try await clinic.books { store in
                try await clinic.create(MerchantID("second"), identifier: "merchant.second")
                let open = try files()
                let report = try await clinic.examine()
                #expect(try files() == open)
                #expect(
                    report.conditions == [.merchantWithoutCertificate, .merchantWithoutClient],
                    "it sees what lies in the log alone")
                _ = store
            }
        }
    }

    @Test(
        "every condition says what is wrong and what to do, in plain words",
        arguments: Condition.allCases)
    func sentences(_ condition: Condition) {
        #expect(condition.sentence != condition.rawValue)
        #expect(condition.sentence.hasSuffix("."))
        #expect(condition.sentence.count > 40)
        let line = Finding(condition, "here").line
        #expect(line.hasPrefix("\(condition.severity.rawValue): \(condition.rawValue): here: "))
    }

    @Test("what cannot be shown in a name is replaced, and a long name is cut")
    func bounded() {
        let finding = Finding(.settingUnknown, "a\n\u{1B}b" + String(repeating: "c", count: 1_000))
        #expect(finding.subject.hasPrefix("a??bc"))
        #expect(finding.subject.count == DoctorLimits.subjectCharacters)
    }

    @Test("problems end it with 1, warnings with 0; the last line counts both")
    func verdict() {
        var report = DoctorReport()
        report.add(.diskNearlyFull, "here")
        #expect(report.problems == 0 && report.lines.last == "doctor: 0 problems, 1 warnings")
        report.add(.masterKeyOpen, "here")
        report.add(.masterKeyOpen, "here")
        #expect(report.lines.last == "doctor: 1 problems, 1 warnings")
    }

    private static let isRegistered = Coster.configuration.subcommands.contains {
        $0 == DoctorCommand.self
    }

    @Test(
        "the command prints a line for each finding and ends with 1 or 0",
        .enabled(if: isRegistered, "the command is not in the program yet"))
    func command() async throws {
        try await Clinic.lend { clinic in
            let arguments = ["doctor", "--sandbox", "--data", clinic.folder.path]
            let well = try await CommandRun.coster(arguments)
            #expect(well.ending == .exited(0), "\(well.output)")
            #expect(
                well.output.hasSuffix("doctor: 0 problems, 0 warnings\n")
                    || well.output.contains("disk"))
            #expect(chmod(clinic.folder.masterKey, 0o644) == 0)
            let ill = try await CommandRun.coster(arguments)
            #expect(ill.ending == .exited(1))
            #expect(ill.output.contains("problem: master-key-open: \(clinic.folder.masterKey): "))
            #expect(
                ill.output.hasSuffix("doctor: 1 problems, 0 warnings\n")
                    || ill.output.contains("disk"))
        }
    }
}
