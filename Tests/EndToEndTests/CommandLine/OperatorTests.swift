import Foundation
import Glibc
import Testing

@testable import CosterServer

@Suite("The person who runs a command, in the audit log", .timeLimit(.minutes(20)))
struct OperatorTests {
    private static let names: [UInt32: String] = [0: "root", 1000: "alice"]

    @Test(
        "the accounts that the kernel knows come first, and what the environment says is a claim",
        arguments: [
            (nil, 1000, 1000, nil, "user alice(1000)"),
            (1000, 0, 0, "mallory", "login alice(1000), user root(0), claims SUDO_USER=mallory"),
            (1000, 1000, 0, nil, "login alice(1000), user alice(1000), rights of root(0)"),
            (nil, 7, 7, "a, user root(0)\n", "user (7), claims SUDO_USER=a??user?root(0)?"),
        ] as [(UInt32?, UInt32, UInt32, String?, String)])
    func description(
        login: UInt32?, real: UInt32, effective: UInt32, claim: String?, expected: String
    ) {
        let found = Operator.description(
            login: login, real: real, effective: effective, claim: claim
        ) { Self.names[$0] }
        #expect(found == expected)
    }

    @Test("no claim, however long, cuts off the account: the whole fits into a record")
    func bounded() {
        let long = String(repeating: "x", count: 10_000)
        let found = Operator.description(
            login: .max - 1, real: .max - 2, effective: .max - 3, claim: long
        ) { _ in long }
        #expect(found.utf8.count < 300)
        #expect(found.contains("(4294967292)"))
    }

    @Test("the account is on record beside a claim of 400 characters")
    func onRecord() async throws {
        try await TemporaryFolder.lend { place in
            let data = ["--data", place.path]
            let create = ["merchant", "create", "roses", "--apple-merchant-id", "merchant.roses"]
            let made = try await CommandRun.coster(
                create + data,
                environment: ["SUDO_USER": String(repeating: "x", count: 400)])
            #expect(made.ending == .exited(0), "\(made.errors)")
            let acts = try await expect(0, ["audit-log"] + data)
            #expect(acts.output.contains("(\(getuid())), claims SUDO_USER=xxx"), "\(acts.output)")
        }
    }
}
