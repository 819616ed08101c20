import PaymentDomain

/// The certificates that were issued for keys which the merchants keep themselves:
/// `merchants/ID/issued-0001.pem` and so on, and `identity-0001.pem` for merchant identities.
///
/// The newest is the one with the highest number, whatever its dates say.
extension SimulatedAppleStore {
    /// Answers a request, and keeps the certificate.
    ///
    /// - Parameters:
    ///   - file: The request, PEM or DER.
    ///   - identifier: As ``merchant(_:)`` takes it.
    /// - Throws: ``SimulatorError``.
    public func issue(
        _ file: [UInt8], for identifier: String, purpose: SimulatedPurpose,
        validity: SimulatedApple.Validity
    ) throws(SimulatorError) -> SimulatedCertificate {
        guard SimulatedMerchant.isValid(identifier) else { throw .badMerchantIdentifier }
        let request = try SimulatedRequest(file)
        let certificate = try apple().answer(
            request, for: identifier, purpose: purpose, validity: validity)
        let folder = merchantFolder(identifier)
        try folder.prepare()
        let pem = Array(certificate.pem.utf8)
        // Of two processes that take one number, one sees the other's certificate and goes on.
        var number = try lastNumber(in: folder, purpose) + 1
        while number <= SimulatorLimits.issuedCertificates {
            let kept = try folder.obtain(
                SimulatedAppleStore.fileName(purpose, number)
            ) { () throws(SimulatorError) -> [UInt8] in pem }
            if kept == pem { return certificate }
            number += 1
        }
        throw .storeUnwritable
    }

    /// The newest payment processing certificate that was issued for a merchant's own key, or nil
    /// where there is none.
    ///
    /// - Parameter version: Of the tokens that its key must take; nil for either.
    /// - Throws: ``SimulatorError``.
    public func newestCertificate(
        of identifier: String, version: SimulatedTokenVersion? = nil
    ) throws(SimulatorError) -> SimulatedCertificate? {
        guard SimulatedMerchant.isValid(identifier) else { throw .badMerchantIdentifier }
        let folder = merchantFolder(identifier)
        var number = try lastNumber(in: folder, .paymentProcessing)
        while number > 0 {
            let name = SimulatedAppleStore.fileName(.paymentProcessing, number)
            guard let file = try folder.read(name) else { throw .storeDamaged }
            guard let certificate = SimulatedAppleStore.readable(file) else { throw .storeDamaged }
            if version == nil || version == certificate.version { return certificate }
            number -= 1
        }
        return nil
    }

    /// The highest number in use; numbers have no gaps, so a search by halves finds it.
    private func lastNumber(
        in folder: StoreFolder, _ purpose: SimulatedPurpose
    ) throws(SimulatorError) -> Int {
        var (used, free) = (0, SimulatorLimits.issuedCertificates + 1)
        while free - used > 1 {
            let middle = (used + free) / 2
            if try folder.read(SimulatedAppleStore.fileName(purpose, middle)) == nil {
                free = middle
            } else {
                used = middle
            }
        }
        return used
    }

    private static func readable(_ file: [UInt8]) -> SimulatedCertificate? {
        do {
            return try SimulatedCertificate(file)
        } catch {
            // The caller says that the store is damaged.
            return nil
        }
    }

    private static func fileName(_ purpose: SimulatedPurpose, _ number: Int) -> String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
        return "\(purpose.filePrefix)\(zeros)\(digits).pem"
    }
}
