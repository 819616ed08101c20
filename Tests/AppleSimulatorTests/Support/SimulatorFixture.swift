import AppleSimulator
import Foundation
import PaymentDomain

/// One Apple and one merchant for all tests: RSA keys are slow to make.
struct SimulatorFixture {
    let apple: SimulatedApple
    let merchant: SimulatedMerchant
    let device: SimulatedDevice

    static let shared = Result { () throws(SimulatorError) -> SimulatorFixture in
        let apple = try SimulatedApple.create()
        let merchant = try apple.makeMerchant("merchant.coster.tests")
        let device = SimulatedDevice(apple: apple, merchant: merchant)
        return SimulatorFixture(apple: apple, merchant: merchant, device: device)
    }
}

/// 2026-11-21T08:57:00Z.
let moment = Timestamp(seconds: 1_795_251_420)

/// An order of 14.99 USD.
func order(
    _ card: TestCard = .visa, _ version: SimulatedTokenVersion = .ecV1
) throws -> SimulatedOrder {
    SimulatedOrder(
        amount: try Money(minorUnits: 1499, currency: .usd), card: card, version: version,
        at: moment)
}

/// A folder that is gone after the closure.
func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("simulator-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(at: folder) }  // Best effort: it is temporary.
    try await body(folder.path)
}
