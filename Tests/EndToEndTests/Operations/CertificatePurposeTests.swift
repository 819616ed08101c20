import MerchantStorage
import Foundation
import Merchants
import PaymentStorage
import Testing

@testable import CosterCommands
@testable import CosterOperations
@testable import CosterServer
@testable import ShopSimulator

@Suite("A certificate is put to a request for its own purpose", .timeLimit(.minutes(20)))
struct CertificatePurposeTests {
    private static let appleMerchantID = "merchant.com.example.shop"

    /// A way in which an operator, at Apple's site, may take the wrong one of two requests.
    struct Mix: Sendable, CustomTestStringConvertible {
        /// What the request was made for.
        let asked: CertificatePurpose
        /// What Apple was asked for with it.
        let given: CertificatePurpose

        var testDescription: String { "\(asked) answered as \(given)" }
    }

    @Test(
        "the answer for one purpose to a request for the other is refused, and the right one is taken",
        arguments: [
            Mix(asked: .merchantIdentity, given: .paymentProcessing),
            Mix(asked: .paymentProcessing, given: .merchantIdentity),
        ])
    func mixed(mix: Mix) async throws {
        try await TemporaryFolder.lend { folder in
            let key = try await KeysShop.database(folder).old
            func run(_ arguments: [String]) async throws -> CommandRun {
                try await CommandRun.coster(
                    arguments + ["--data", folder.path],
                    environment: ["COSTER_MASTER_KEY_FILE": key])
            }
            func answered(as purpose: CertificatePurpose) async throws -> CommandRun {
                let flag = purpose == .merchantIdentity ? ["--identity"] : []
                let answer = "\(folder.path)/\(purpose.rawValue).cer"
                let issued = try await run(
                    [
                        "simulator", "certificate", "--request", "\(folder.path)/request",
                        "--apple-merchant-id", Self.appleMerchantID, "--output", answer,
                    ] + flag)
                #expect(issued.ending == .exited(0), "\(issued.errors)")
                return try await run(
                    ["merchant", "certificate", "roses", "--import", answer] + flag)
            }
            let created = try await run([
                "merchant", "create", "roses", "--apple-merchant-id", Self.appleMerchantID,
            ])
            #expect(created.ending == .exited(0), "\(created.errors)")
            // With an RSA key Apple answers a request for either.
            let kind = mix.asked == .merchantIdentity ? "--identity" : "--rsa"
            let request = try await run(["merchant", "csr", "roses", kind])
            #expect(request.ending == .exited(0), "\(request.errors)")
            _ = try folder.write(request.output, to: "request")

            let wrong = try await answered(as: mix.given)
            #expect(wrong.ending == .exited(65))
            #expect(wrong.errors.contains("refused: certificate-no-request"), "\(wrong.errors)")
            #expect(try await states(folder) == [.pending])
            let right = try await answered(as: mix.asked)
            #expect(right.ending == .exited(0), "\(right.errors)")
            #expect(try await states(folder) == [.active])
        }
    }

    private func states(_ folder: TemporaryFolder) async throws -> [CertificateRecord.State] {
        let store = try await SQLPaymentStore(folder: folder.path)
        let states = try await store.merchantStore.certificates().map(\.state)
        try store.close()
        return states
    }
}
