import Foundation
import Merchants
import PaymentDomain
import Testing

@testable import coster

@Suite("What commands say of input that they refuse")
struct RefusedInputTests {
    @Test("a refusal of the books is one line with its code: refused: CODE: sentence")
    func codes() async throws {
        try await TemporaryFolder.lend { place in
            let data = ["--data", place.path]
            let create = ["merchant", "create", "roses", "--apple-merchant-id", "merchant.roses"]
            try await expect(0, create + data)
            let rotate = ["merchant", "credential", "rotate", "roses", "radial", "--store", "R"]
            let rows: [([String], MerchantFault)] = [
                (create, .merchantExists),
                (["merchant", "show", "tulips"], .merchantUnknown),
                (["merchant", "create", "a b", "--apple-merchant-id", "merchant.r"], .badName),
                (["merchant", "certificate", "roses", "--retire", "9"], .certificateUnknown),
                (["merchant", "credential", "revoke", "roses", "9"], .credentialUnknown),
                (rotate + ["--overlap-hours", "2161"], .badOverlap),
            ]
            for (arguments, fault) in rows {
                let run = try await expect(65, arguments + data)
                #expect(run.errors == "refused: \(fault.code): \(fault.sentence)\n")
            }
        }
    }

    @Test("the names of the sandbox's own clients are nobody else's")
    func sandboxNames() throws {
        let merchant = MerchantID("roses")
        let rows: [(String, ClientNames.Given)] = [
            ("radial", .init(store: SandboxMerchant.radialStore)),
            ("vantiv", .init(user: "sandbox", merchantID: SandboxMerchant.vantivMerchantID)),
            (
                "vantiv",
                .init(user: "roses", merchantID: "1", paypageID: SandboxMerchant.vantivPaypageID)
            ),
            ("instamed", .init(user: SandboxMerchant.instaMedUser, merchantID: "ROSES")),
            ("cardconnect", .init(user: "testing", merchid: "820000000001")),
            ("cardconnect", .init(user: "roses", merchid: SandboxMerchant.cardConnectMerchid)),
        ]
        for (dialect, given) in rows {
            #expect(throws: CosterFailure.self, "\(dialect)") {
                try ClientNames.names(given, in: dialect, of: merchant)
            }
        }
        // The name for every host is there to be taken.
        let all = ClientNames.Given(user: "roses", merchid: "820000000001", site: "*")
        #expect(try ClientNames.names(all, in: "cardconnect", of: merchant).count == 3)
    }

    @Test("a user of HTTP Basic has no colon", arguments: ["instamed", "cardconnect"])
    func colon(_ dialect: String) throws {
        let given = ClientNames.Given(user: "outlet:x", merchantID: "1", merchid: "8200")
        #expect(throws: CosterFailure.self) {
            try ClientNames.names(given, in: dialect, of: MerchantID("roses"))
        }
    }

    @Test("damaged books are a breach to the audit, and unusable to other commands")
    func damagedBooks() async throws {
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

    @Test("a noted head that is none is refused before the books are gone through")
    func notedHead() async throws {
        try await TemporaryFolder.lend { place in
            try await expect(0, ["migrate", "--data", place.path])
            let run = try await expect(64, ["audit", "--act-head", "x", "--data", place.path])
            #expect(run.output.isEmpty)
        }
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
