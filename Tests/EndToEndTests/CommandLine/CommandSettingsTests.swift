import KeyCustody
import CardVault
import Foundation
import Testing

@testable import CosterServer

@Suite("Where commands take the data folder and the master key from", .timeLimit(.minutes(20)))
struct CommandSettingsTests {
    /// Runs a command that must end with a code.
    @discardableResult
    private func expect(
        _ code: Int32, _ arguments: [String], _ environment: [String: String]
    ) async throws -> CommandRun {
        let run = try await CommandRun.coster(arguments, environment: environment)
        #expect(run.ending == .exited(code), "\(arguments) \(run.output) \(run.errors)")
        return run
    }

    private static let create = ["merchant", "create", "roses", "--apple-merchant-id"]
    private static let apple = "merchant.com.example.roses"

    @Test("COSTER_DATA names the folder for every command, as for the server; a flag beats it")
    func environment() async throws {
        try await TemporaryFolder.lend { place in
            let key = "\(place.path)/a.key"
            #expect(try MasterKeyFile.write(MasterKey.made(), to: key))
            try makeFolder("\(place.path)/data")
            let environment = [
                "COSTER_DATA": "\(place.path)/data", "COSTER_MASTER_KEY_FILE": key,
            ]
            try await expect(0, Self.create + [Self.apple], environment)
            for command in [
                ["merchant", "list"], ["audit-log"], ["audit"], ["payments"],
                ["keys", "inventory"],
                ["backup", "\(place.path)/backup"], ["token", "mint"], ["simulator", "root"],
            ] {
                try await expect(0, command, environment)
            }
            let listed = try await expect(0, ["merchant", "list"], environment)
            #expect(listed.output.contains("roses"))
            let other = ["merchant", "list", "--data", "\(place.path)/absent"]
            try await expect(78, other, environment)
        }
    }

    @Test("the file that COSTER_CONFIG names gives folder and key too; the environment beats it")
    func file() async throws {
        try await TemporaryFolder.lend { place in
            let key = "\(place.path)/a.key"
            #expect(try MasterKeyFile.write(MasterKey.made(), to: key))
            try makeFolder("\(place.path)/data")
            let settings = #"{"data": "\#(place.path)/data", "master-key-file": "\#(key)"}"#
            let file = try place.write(settings, to: "coster.json")
            let environment = ["COSTER_CONFIG": file]
            try await expect(0, Self.create + [Self.apple], environment)
            let request = try await expect(0, ["merchant", "csr", "roses"], environment)
            #expect(request.output.hasPrefix("-----BEGIN CERTIFICATE REQUEST-----"))
            let elsewhere = environment.merging(["COSTER_DATA": "\(place.path)/absent"]) { $1 }
            try await expect(78, ["merchant", "list"], elsewhere)
        }
    }

    @Test("if the file of settings can't be read, nothing is done in another folder")
    func unreadableFile() async throws {
        try await TemporaryFolder.lend { place in
            let file = try place.write("{ data:", to: "coster.json")
            let run = try await expect(
                78, Self.create + [Self.apple], ["COSTER_CONFIG": file])
            #expect(run.errors.contains("configuration-not-json"))
            #expect(run.output.isEmpty)
        }
    }

    @Test(
        "a folder or a key's file that is invalid is refused, and nothing is done in another folder",
        arguments: [
            (#"{"data": 7}"#, "data"), (#"{"data": null}"#, "data"),
            (#"{"data": "d", "master-key-file": true}"#, "master-key-file"),
            (#"{"data": "d", "database-url": ["postgres://h/d"]}"#, "database-url"),
            (#"{"data": "d", "database-url": "mysql://h/d"}"#, "database-url"),
        ])
    func noText(json: String, setting: String) async throws {
        try await TemporaryFolder.lend { place in
            let file = try place.write(json, to: "coster.json")
            let run = try await expect(78, ["merchant", "list"], ["COSTER_CONFIG": file])
            #expect(run.errors.contains("setting-invalid: \(setting): "))
        }
    }

    @Test("a variable that is empty is one that is not set, for the server too")
    func emptyVariable() async throws {
        let run = try await expect(78, ["serve"], ["COSTER_SANDBOX": ""])
        #expect(run.errors.contains("There is no database in "))
    }

    @Test("a merchant's change creates no database in a mistyped folder")
    func mistypedFolder() async throws {
        try await TemporaryFolder.lend { place in
            let folder = "\(place.path)/typo"
            for command in [
                ["merchant", "csr", "roses"],
                ["merchant", "certificate", "roses", "--retire", "1"],
                ["merchant", "credential", "create", "roses", "radial", "--store", "ROSES"],
            ] {
                try await expect(78, command + ["--data", folder], [:])
                #expect(!FileManager.default.fileExists(atPath: folder))
            }
        }
    }

    @Test("a sandbox makes no key of its own for a database that has another")
    func noSecondKey() async throws {
        try await TemporaryFolder.lend { place in
            let files = try await KeysShop.database(place)
            let serve = ["serve", "--sandbox", "--listen", "127.0.0.1:0", "--data", place.path]
            let run = try await expect(78, serve, [:])
            let id = try MasterKeyFile.read(files.old).id
            #expect(run.errors.contains(id))
            let made = DataFolder(place.path).masterKey
            #expect(!FileManager.default.fileExists(atPath: made))
        }
    }
}
