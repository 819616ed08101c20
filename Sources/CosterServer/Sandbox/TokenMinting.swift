import AppleSimulator
import Foundation
import PaymentDomain

/// Makes tokens with the simulator that lies in a data folder.
package enum TokenMinting {
    /// A token for a merchant.
    ///
    /// - Parameters:
    ///   - version: Nil for the version that the certificate's key takes.
    ///   - certificate: The payment processing certificate that the token is for; without it the active one that the
    ///     simulator issued for the merchant is used, and if it issued none, its own pair of the merchant.
    ///   - configure: Sets the other fields of the order.
    package static func token(
        data: String, merchant: String, amount: Money, card: TestCard,
        version: SimulatedTokenVersion?, certificate: [UInt8]? = nil,
        at time: Timestamp, configure: (inout SimulatedOrder) -> Void = { _ in }
    ) throws(CosterFailure) -> SimulatedToken {
        let folder = DataFolder(data)
        try folder.requireFolder(hasSimulator: true)
        let isNew = !FileManager.default.fileExists(atPath: folder.path + "/simulator")
        let store = SimulatedAppleStore(directory: folder.path)
        do {
            let chosen =
                try certificate.map(SimulatedCertificate.init)
                ?? store.activeCertificate(of: merchant, version: version)
            let device = SimulatedDevice(
                apple: try store.apple(), merchant: try store.merchant(merchant),
                certificate: chosen)
            var order = SimulatedOrder(
                amount: amount, card: card, version: version ?? chosen?.version ?? .ecV1, at: time)
            configure(&order)
            let token = try device.pay(order)
            if isNew { tellOfNew(data) }
            return token
        } catch let error as SimulatorError {
            throw SimulatorSentence.failure(error)
        } catch {
            throw CosterFailure(
                .badInput,
                "The simulator made no token. Check --apple-merchant-id, and the owner of \(data)."
            )
        }
    }

    /// Tokens may be made without a server, so that a folder of another server can only be reported.
    private static func tellOfNew(_ data: String) {
        Operator.tell(
            "Created a new simulator in \(data). Only a sandbox with this data folder accepts its tokens; to use another, give --data."
        )
    }
}
