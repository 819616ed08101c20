import AppleSimulator
import PaymentDomain

/// Makes tokens with the simulator that lies in a data folder.
enum Minting {
    static func token(
        data: String, merchant: String, amount: Money, card: TestCard,
        version: SimulatedTokenVersion, at time: Timestamp
    ) throws(CosterFailure) -> SimulatedToken {
        let folder = DataFolder(data)
        try folder.create()
        let store = SimulatedAppleStore(directory: folder.path)
        do {
            let device = SimulatedDevice(
                apple: try store.apple(), merchant: try store.merchant(merchant))
            return try device.pay(
                SimulatedOrder(amount: amount, card: card, version: version, at: time))
        } catch {
            throw CosterFailure(
                .badInput,
                "The simulated device made no token (\(error.code)). Check --merchant-id, and that you own \(data)."
            )
        }
    }
}
