import Foundation

extension SimulatedAppleStore {
    /// The merchant whose sessions have a hash in the place of its identifier; nil if the store has no such merchant.
    ///
    /// - Throws: ``SimulatorError/storeUnreadable``.
    package func merchantIdentifier(
        withHash hash: String
    ) throws(SimulatorError) -> String? {
        let folder = merchantFolder("").path
        let names = try failing(as: .storeUnreadable) {
            try FileManager.default.contentsOfDirectory(atPath: folder)
        }
        return names.first { SimulatedMerchant.hash(of: $0) == hash }
    }
}
