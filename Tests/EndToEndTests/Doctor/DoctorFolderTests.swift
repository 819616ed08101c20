import Foundation
import Glibc
import PaymentDomain
import Testing

@testable import CosterOperations
@testable import CosterServer

/// What a folder looks like, and what is wrong with that.
struct FolderCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let conditions: Set<FindingKind>
    let change: @Sendable (inout FolderFacts) -> Void

    init(
        _ description: String, _ conditions: FindingKind...,
        change: @escaping @Sendable (inout FolderFacts) -> Void
    ) {
        testDescription = description
        self.conditions = Set(conditions)
        self.change = change
    }

    private static func file(
        _ name: String, mode: UInt32 = 0o600, owner: UInt32 = 7
    ) -> FileFacts {
        FileFacts(name: name, mode: mode, owner: owner, isFolder: false)
    }

    private static func space(_ free: UInt64, of total: UInt64) -> DoctorEnvironment.Space {
        DoctorEnvironment.Space(free: free, total: total)
    }

    static let healthy = FolderFacts(
        path: "d", folder: FileFacts(name: "d", mode: 0o700, owner: 7, isFolder: true),
        files: [file("coster.sqlite"), file("coster.sqlite-wal"), file("coster.sqlite-shm")],
        isWritable: true, space: space(50_000_000_000, of: 100_000_000_000))

    static let all = [
        FolderCase("as it should be") { _ in },
        FolderCase("a folder that a group may list", .folderOpen) {
            $0.folder = FileFacts(name: "d", mode: 0o750, owner: 7, isFolder: true)
        },
        FolderCase("a folder of another account", .folderNotOurs) {
            $0.folder = FileFacts(name: "d", mode: 0o700, owner: 8, isFolder: true)
            $0.isWritable = false
        },
        FolderCase("a folder that is closed to the account that asks", .folderNotOurs) {
            $0.folder = FileFacts(name: "d", mode: 0o700, owner: 8, isFolder: true)
            ($0.isWritable, $0.isReadable, $0.files) = (false, false, [])
        },
        FolderCase("a folder on a disk for reading alone", .folderNotWritable) {
            $0.isWritable = false
        },
        FolderCase("a key in the simulator's folder that a group may write", .fileOpen) {
            $0.files.append(file("simulator/root.key.pem", mode: 0o620))
        },
        FolderCase("a master key that all may read, of which more is said elsewhere") {
            $0.files.append(file("master.key", mode: 0o644))
        },
        FolderCase("a file of another account", .fileNotOurs) {
            $0.files.append(file("server.lock", owner: 0))
        },
        FolderCase("books alone, as a server leaves them") { $0.files.removeLast(2) },
        FolderCase("less than 1 GB free", .diskNearlyFull) {
            $0.space = space(999_999_999, of: 2_000_000_000)
        },
        FolderCase("less than 5 % free", .diskNearlyFull) {
            $0.space = space(49_000_000_000, of: 1_000_000_000_000)
        },
        FolderCase("exactly 1 GB of a small disk") {
            $0.space = space(1_000_000_000, of: 2_000_000_000)
        },
    ]
}

@Suite("coster doctor, the data folder", .timeLimit(.minutes(20)))
struct DoctorFolderTests {
    @Test("the system's facts of a folder decide", arguments: FolderCase.all)
    func facts(_ row: FolderCase) throws {
        var facts = FolderCase.healthy
        row.change(&facts)
        let findings = FolderCheck.findings(facts, masterKey: "d/master.key", account: 7)
        #expect(Set(findings.map(\.condition)) == row.conditions, "\(findings.map(\.line))")
        for finding in findings {
            #expect(try DoctorRow.isOnPage(finding.line, finding.condition))
        }
    }

    @Test("of many files with one fault the first few are named, and the others counted")
    func many() {
        var facts = FolderCase.healthy
        facts.files += (0..<20).map {
            FileFacts(name: "file-\($0)", mode: 0o644, owner: 7, isFolder: false)
        }
        let findings = FolderCheck.findings(facts, masterKey: nil, account: 7)
        #expect(findings.count == DoctorLimits.namedFiles + 1)
        #expect(findings.last?.subject == "15 more files")
    }

    @Test("a server refuses a folder that every account can write to")
    func writable() async throws {
        try await DoctorFixture.lend { fixture in
            #expect(chmod(fixture.folder.path, 0o777) == 0)
            let run = try await expect(
                78,
                ["serve", "--sandbox", "--listen", "127.0.0.1:0", "--data", fixture.folder.path])
            #expect(run.errors.contains("(data-folder-writable)"), "\(run.errors)")
        }
    }

    @Test(
        "a folder that its owner may not write to is found",
        .enabled(if: geteuid() != 0, "root may write everywhere"))
    func notWritable() async throws {
        try await DoctorFixture.lend { fixture in
            #expect(chmod(fixture.folder.path, 0o500) == 0)
            expect(try await fixture.examine(), .folderNotWritable)
            #expect(chmod(fixture.folder.path, 0o700) == 0)
        }
    }

    @Test(
        "a server refuses a key of TLS that every account can read",
        .enabled(if: OpenSSL.isThere, OpenSSL.absence))
    func openKey() async throws {
        try await DoctorFixture.lend { fixture in
            let own = try await OpenSSL.makeCertificate(at: "\(fixture.place.path)/own")
            #expect(chmod(own.key, 0o644) == 0)
            let run = try await CommandRun.coster(
                ["serve", "--sandbox", "--listen", "127.0.0.1:0", "--data", fixture.folder.path],
                environment: [
                    "COSTER_TLS_CERTIFICATE_FILE": own.certificate, "COSTER_TLS_KEY_FILE": own.key,
                ])
            #expect(run.ending == .exited(78))
            #expect(run.errors.contains("(tls-key-open)"), "\(run.errors)")
            #expect(run.errors.contains("chmod 600 \(own.key)"), "\(run.errors)")
        }
    }
}
