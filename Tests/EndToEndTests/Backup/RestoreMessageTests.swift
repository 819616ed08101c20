import CardVault
import Database
import Foundation
import KeyCustody
import PaymentStorage
import StorageKit
import Testing

@Suite("The messages of coster restore", .timeLimit(.minutes(20)))
struct RestoreMessageTests {
    @Test("a missing backup is named, and no folder is created for it")
    func missing() async throws {
        try await TemporaryFolder.lend { place in
            let run = try await expect(
                65, ["restore", "\(place.path)/nosuch", "--data", "\(place.path)/restored"])
            #expect(
                run.errors.hasPrefix("There is no backup \(place.path)/nosuch"), "\(run.errors)")
            #expect(try fileNames(in: place.path).isEmpty)
        }
    }

    @Test(
        "the start command is a sandbox's, or that of live payments if the database has a live line",
        arguments: [(true, true), (true, false), (false, true)])
    func start(isLive: Bool, isReadable: Bool) async throws {
        try await TemporaryFolder.lend { place in
            let (data, restored) = ("\(place.path)/data", "\(place.path)/restored")
            let key = ["--master-key-file", "\(place.path)/master.key"]
            try makeFolder(data)
            try await expect(0, ["migrate", "--data", data])
            #expect(try MasterKeyFile.write(MasterKey.made(), to: "\(place.path)/master.key"))
            if isLive {
                let secret = try place.write("a-line-secret\n", to: "secret")
                let line =
                    "line create east --kind worldpay --user U --live --secret-file \(secret)"
                try await expect(
                    0,
                    line.split(separator: " ").map(String.init)
                        + ["--address", "https://acquirer.example/x", "--data", data] + key)
            }
            if !isReadable {
                let store = try await SQLPaymentStore(folder: data)
                try await store.write { db in
                    try db.changeOne("UPDATE lines SET configuration = '{}'")
                }
                try store.close()
            }
            let backup = "\(place.path)/backup"
            try await expect(0, ["backup", backup, "--data", data] + key)
            let run = try await expect(0, ["restore", backup, "--data", restored] + key)
            let start = "coster serve\(isLive ? "" : " --sandbox") --data \(restored)\n"
            #expect(run.output.contains(start), "\(run.output)")
            #expect(run.output.contains("If no server runs on the original") == isLive)
            #expect(run.output.contains("has 0 payments and 0 operations, and the audit found no"))
        }
    }
}
