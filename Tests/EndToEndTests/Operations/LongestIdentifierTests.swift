import Merchants
import Testing

@testable import CosterCommands
@testable import CosterOperations
@testable import CosterServer
@testable import ShopSimulator

@Suite("An Apple merchant identifier as long as one may be", .timeLimit(.minutes(20)))
struct LongestIdentifierTests {
    @Test("goes from the merchant's request to a token: what create takes, the others take")
    func wholeWay() async throws {
        let identifier =
            "merchant." + String(repeating: "i", count: MerchantLimits.appleIdentifierCharacters)
        try await TemporaryFolder.lend { folder in
            let key = try await KeysShop.database(folder).old
            func run(_ arguments: [String]) async throws -> String {
                let run = try await CommandRun.coster(
                    arguments + ["--data", folder.path],
                    environment: ["COSTER_MASTER_KEY_FILE": key])
                #expect(run.ending == .exited(0), "\(arguments) \(run.errors)")
                return run.output
            }
            let naming = ["--apple-merchant-id", identifier]
            _ = try await run(["merchant", "create", "roses"] + naming)
            let request = try folder.write(try await run(["merchant", "csr", "roses"]), to: "csr")
            let answer = "\(folder.path)/apple_pay.cer"
            _ = try await run(
                ["simulator", "certificate", "--request", request, "--output", answer] + naming)
            _ = try await run(["merchant", "certificate", "roses", "--import", answer])
            let token = try await run(["token", "mint", "--merchant-id", identifier])
            #expect(token.contains("\"EC_v1\""))
        }
    }
}
