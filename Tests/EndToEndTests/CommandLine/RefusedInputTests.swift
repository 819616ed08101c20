import Foundation
import Merchants
import PaymentDomain
import DialectKit
import Testing

@testable import CosterServer

@Suite("Messages about refused input", .timeLimit(.minutes(20)))
struct RefusedInputTests {
    @Test("the sandbox's own merchant is made by nobody, and that has its code")
    func sandboxMerchant() async throws {
        try await TemporaryFolder.lend { place in
            let create = ["merchant", "create", "sandbox", "--apple-merchant-id", "merchant.r"]
            let run = try await expect(65, create + ["--data", place.path])
            #expect(run.errors.hasPrefix("refused: merchant-exists: "), "\(run.errors)")
            try await expect(0, ["migrate", "--data", place.path])
            let origin = ["merchant", "origin", "add", "sandbox", "https://shop.example"]
            let change = try await expect(65, origin + ["--data", place.path])
            #expect(
                change.errors.hasPrefix(
                    "refused: merchant-unknown: The merchant sandbox is built in"))
        }
    }

    @Test("the names of the sandbox's own clients are nobody else's")
    func sandboxNames() throws {
        let merchant = MerchantID("roses")
        let rows: [(String, [ClientOption: String])] = [
            ("radial", [.store: "SANDBOX"]),
            ("vantiv", [.user: "sandbox", .merchantID: "0180"]),
            (
                "vantiv",
                [.user: "roses", .merchantID: "1", .paypageID: "sandboxPaypage"]
            ),
            ("instamed", [.user: "sandbox@coster", .merchantID: "ROSES"]),
            ("cardconnect", [.user: "testing", .merchid: "820000000001"]),
            ("cardconnect", [.user: "roses", .merchid: "496160873888"]),
        ]
        for (dialect, given) in rows {
            #expect(throws: CosterFailure.self, "\(dialect)") {
                try ClientNames.names(given, in: dialect, of: merchant)
            }
        }
        // The name for every host is there to be taken.
        let all: [ClientOption: String] = [.user: "roses", .merchid: "820000000001", .site: "*"]
        #expect(try ClientNames.names(all, in: "cardconnect", of: merchant).count == 3)
    }

    @Test("a dialect that there is not, and an option that it needs and lacks, are wrong usage")
    func clientUsage() async throws {
        try await TemporaryFolder.lend { place in
            let data = ["--data", place.path]
            try await expect(
                0, ["merchant", "create", "roses", "--apple-merchant-id", "merchant.roses"] + data)
            for words in [
                ["telex"], ["radial"], ["radial", "--store", ""], ["vantiv", "--user", "roses"],
                ["instamed", "--merchant-id", "ROSES"], ["cardconnect", "--user", "roses"],
                ["radial", "--store", "R", "--user", "roses"],
                ["instamed", "--user", "r", "--merchant-id", "R", "--site", "roses.example"],
            ] {
                let create = ["merchant", "credential", "create", "roses"] + words
                let run = try await expect(64, create + data)
                #expect(run.output.isEmpty)
            }
        }
    }

    @Test("a name that is longer than its protocol has room for is invalid")
    func longNames() throws {
        func text(_ count: Int) -> String { String(repeating: "7", count: count) }
        let rows: [(dialect: String, given: [ClientOption: String], isGood: Bool)] = [
            ("vantiv", [.user: text(20), .merchantID: text(50)], true),
            ("vantiv", [.user: text(21), .merchantID: text(50)], false),
            ("vantiv", [.user: text(20), .merchantID: text(51)], false),
            ("cardconnect", [.user: "roses", .merchid: text(16)], true),
            ("cardconnect", [.user: "roses", .merchid: text(17)], false),
            ("cardconnect", [.user: "roses", .merchid: "8200 0001"], false),
        ]
        for row in rows {
            do throws(CosterFailure) {
                _ = try ClientNames.names(row.given, in: row.dialect, of: MerchantID("roses"))
                #expect(row.isGood, "\(row)")
            } catch {
                #expect(!row.isGood, "\(row)")
                #expect(error.code == .badInput)
                #expect(error.message.hasPrefix("refused: bad-identity: "), "\(error.message)")
            }
        }
    }

    @Test("a user of HTTP Basic has no colon", arguments: ["instamed", "cardconnect"])
    func colon(_ dialect: String) throws {
        var given: [ClientOption: String] = [.user: "outlet:x"]
        given[dialect == "instamed" ? .merchantID : .merchid] = "1"
        do throws(CosterFailure) {
            _ = try ClientNames.names(given, in: dialect, of: MerchantID("roses"))
            Issue.record("it is taken")
        } catch {
            #expect(error.message.contains("no colon"))
        }
    }

    @Test("an InstaMed user with nothing before the @ is refused as a user")
    func emptyUser() throws {
        let given: [ClientOption: String] = [.user: "@x", .merchantID: "M"]
        do throws(CosterFailure) {
            _ = try ClientNames.names(given, in: "instamed", of: MerchantID("roses"))
            Issue.record("it is taken")
        } catch {
            #expect(error.code == .badInput && error.message.contains("--user"))
        }
    }

    @Test(
        "a request that the simulator didn't answer is not activated, and its answer replaces no key"
    )
    func simulator() async throws {
        try await TemporaryFolder.lend { place in
            let options = ["--apple-merchant-id", "merchant.roses", "--data", place.path]
            let activate = try await expect(65, ["simulator", "activate"] + options)
            #expect(activate.errors.contains("has no payment processing certificate"))
            let made = try CertificateRequest.make(algorithm: .ec, commonName: "test")
            let request = try place.write(made.pem, to: "csr")
            let answer = ["simulator", "certificate", "--request", request, "--output"]
            for (name, content, words) in [
                ("master.key", "a key\n", "data folder's own"),
                ("my.key", "a key\n", "something else than a certificate"),
                ("csr.copy", made.pem, "something else than a certificate"),
            ] {
                let file = try place.write(content, to: name)
                let run = try await expect(65, answer + [file] + options)
                #expect(run.errors.contains(words), "\(run.errors)")
                #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
            }
            let output = "\(place.path)/apple_pay.cer"
            for form in [[], ["--pem"], ["--pem"]] {
                try await expect(0, answer + [output] + form + options)
            }
            // A certificate with its key is more than one.
            let pem = try String(contentsOfFile: output, encoding: .utf8)
            let both = try place.write(pem + "-----BEGIN PRIVATE KEY-----\n", to: "both.pem")
            try await expect(65, answer + [both] + options)
        }
    }

    @Test("a damaged database is a breach to the audit, and unusable to other commands")
    func damagedDatabase() async throws {
        try await TemporaryFolder.lend { place in
            let data = ["--data", place.path]
            try await expect(0, ["migrate"] + data)
            let file = try FileHandle(forUpdating: URL(filePath: "\(place.path)/coster.sqlite"))
            // The second and the third page, in which the first tables lie.
            for page: UInt64 in [1, 2] {
                try file.seek(toOffset: page * 4096)
                try file.write(contentsOf: Data(repeating: 0xA5, count: 3000))
            }
            try file.close()
            let audit = try await expect(1, ["audit"] + data)
            #expect(audit.errors.contains("breach: books-damaged: "))
            let payments = try await expect(78, ["payments"] + data)
            #expect(payments.errors.contains("coster doctor"))
        }
    }

    @Test("a breach is reported even if the end of the audit log's chain can't be read")
    func lostHead() async throws {
        try await DoctorFixture.lend { fixture in
            try await fixture.spoil("DELETE FROM administration")
            let audit = try await expect(1, ["audit", "--data", fixture.folder.path])
            #expect(audit.output.contains("breach: act-astray head\n"), "\(audit.output)")
        }
    }

    @Test("an invalid noted head is refused before the audit begins")
    func notedHead() async throws {
        try await TemporaryFolder.lend { place in
            try await expect(0, ["migrate", "--data", place.path])
            let run = try await expect(64, ["audit", "--act-head", "x", "--data", place.path])
            #expect(run.output.isEmpty)
        }
    }

    @Test(
        "an invalid Apple merchant identifier is wrong usage",
        arguments: ["", "../../x", "a/b"])
    func merchantIdentifier(_ identifier: String) async throws {
        try await TemporaryFolder.lend { place in
            let mint = ["token", "mint", "--data", place.path, "--merchant-id", identifier]
            let run = try await expect(64, mint)
            #expect(run.errors.contains("Invalid merchant identifier."))
        }
    }

    @Test("a refused value is reported in words, with the command's own usage")
    func ownUsage() async throws {
        let rows: [(command: String, arguments: [String], words: String)] = [
            ("token mint", ["--amount", "14.999"], "at most 2 digits after the point"),
            ("token mint", ["--amount", "1.5", "--currency", "JPY"], "no digits after the point"),
            ("token mint", ["--amount", "x"], "at most one point"),
            ("token mint", ["--at", "2026-11-22"], "with a time zone"),
            ("token verify", ["--at", "2026-11-22T17:04:52", "-"], "with a time zone"),
            ("pay", ["radial", "--refund", "0.001"], "at most 2 digits after the point"),
            ("pay", ["radial", "--url", "notaurl"], "http://127.0.0.1:8080"),
            ("route test", ["a", "--network", "visa", "--amount", "x"], "at most one point"),
        ]
        for (command, arguments, words) in rows {
            let names = command.split(separator: " ").map(String.init)
            let run = try await expect(64, names + arguments)
            #expect(run.errors.contains(words), "\(run.errors)")
            #expect(run.errors.contains("Usage: coster \(command) "), "\(run.errors)")
            #expect(!run.errors.contains("tooManyDecimals"))
        }
    }

    @Test(
        "if a token creates a new simulator, the command says so: the folder may be another server's"
    )
    func newSimulator() async throws {
        try await TemporaryFolder.lend { place in
            let mint = ["token", "mint", "--data", place.path]
            let first = try await expect(0, mint)
            #expect(first.errors.contains("Created a new simulator in "))
            let second = try await expect(0, mint)
            #expect(second.errors.isEmpty)
        }
    }

    @Test(
        "a mistyped data folder is named, with the command that makes such a folder",
        arguments: [
            ("pay radial", "start a server: coster serve --sandbox --data "),
            ("token mint", "start a server: coster serve --sandbox --data "),
            ("simulator root", "start a server: coster serve --sandbox --data "),
            ("migrate", "create the folder: mkdir -m 700 "),
        ])
    func mistypedFolder(command: String, way: String) async throws {
        try await TemporaryFolder.lend { place in
            let folder = "\(place.path)/mistyped"
            let words = command.split(separator: " ").map(String.init)
            let run = try await expect(78, words + ["--data", folder])
            #expect(
                run.errors
                    == "There is no data folder \(folder). Check --data (COSTER_DATA), or \(way)\(folder)\n"
            )
            #expect(try fileNames(in: place.path).isEmpty)
        }
    }

    @Test(
        "a currency that a protocol doesn't take is wrong usage, and the message says what to do",
        arguments: ["vantiv", "instamed", "cardconnect"])
    func otherCurrency(dialect: String) async throws {
        let run = try await expect(64, ["pay", dialect, "--currency", "EUR"])
        #expect(
            run.errors.hasSuffix(" takes US dollars only. Omit --currency, or pay with radial.\n"))
        #expect(run.errorLines == 1)
    }

    @Test("a backup is not written over a folder")
    func folder() async throws {
        try await TemporaryFolder.lend { place in
            try await expect(0, ["migrate", "--data", place.path])
            let run = try await expect(
                65, ["backup", place.path, "--force", "--data", place.path])
            #expect(run.errors.contains("is a folder"))
            #expect(run.output.isEmpty)
        }
    }
}
